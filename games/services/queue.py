"""Handing work to Celery once a transaction is committed."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from games.models import Turn


def resolve_on_commit(turn: Turn) -> None:
    """Ask a worker to resolve the turn.

    The turn's state is the outbox: when the broker is dead (robust: the request still succeeds)
    or the message is lost, the sweep finds the turn RESOLVING and asks again.
    """
    from games.tasks import resolve_turn

    transaction.on_commit(partial(resolve_turn.delay, turn.pk), robust=True)
