"""Several acts at the same instant, and what must hold after any of their orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from django.db import connection

from games.models import Game
from games.services.errors import Refusal
from games.verifying import problems_of
from tests.threads import at_once

DONE, LATE = "done", "TooLate"
STACKED = "stacked"  # the name of a game whose hands do not come from its seed
ROUNDS = range(5)  # how often the open races are run


def outcome(act: Callable[..., object], **fields: object) -> str:
    """DONE, or the kind of refusal."""
    try:
        act(**fields)
    except Refusal as refusal:
        return type(refusal).__name__
    return DONE


def race(*acts: Callable[[], object]) -> list[str]:
    """How each of them ended, in their order."""
    return at_once([partial(outcome, act) for act in acts])


@contextmanager
def no_deadlock_and_nothing_wrong() -> Iterator[None]:
    """No transaction was ended by PostgreSQL meanwhile, and every game replays."""
    before = deadlocks()
    yield
    assert deadlocks() == before
    for game in Game.objects.exclude(name=STACKED):
        assert list(problems_of(game)) == []


def deadlocks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])
