"""Handing work to Celery once a transaction is committed."""

from __future__ import annotations

from django.db import transaction

from games.models import Turn


def resolve_on_commit(turn: Turn) -> None:
    """Ask a worker to resolve the turn.

    The turn's state is the outbox: when the broker is dead (robust: the request still succeeds)
    or the message is lost, the sweep finds the turn RESOLVING and asks again.
    """
    from games.tasks import resolve_turn

    def enqueue() -> None:  # not a partial: Django asks a failed hook for its __qualname__
        resolve_turn.delay(turn.pk)

    transaction.on_commit(enqueue, robust=True)
