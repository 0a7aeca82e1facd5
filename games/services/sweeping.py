"""The sweep: what must happen although nobody did anything.

Everything it looks for is a column, so it finds what a killed worker, a flushed Valkey or a
dead beat left behind. Safe to run twice and at the same time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Due, Game, JobRun, Turn
from games.notifications.events import Event
from games.notifications.telling import tell
from games.services.asking import after_outage
from games.services.missing import miss
from games.services.tables import expire_tables

log = logging.getLogger(__name__)
LOCK_KEY = 606_104  # of the advisory lock: one sweep at a time
BATCH = 500
LONGEST_SECONDS = 20  # for one kind of work in one sweep
OUTAGE_SECONDS = 60  # a sweep later than this (or three intervals) was an outage
STALE_AFTER = timedelta(seconds=2)  # a turn that waits longer for its worker is enqueued again


def sweep() -> dict[str, int] | None:
    """Do what is due; how many of each kind, or None when another sweep is at it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK_KEY])
        if not cursor.fetchone()[0]:
            return None
        try:
            return _sweep(timezone.now())
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK_KEY])


def _sweep(now: datetime) -> dict[str, int]:
    done = {
        "outage": guard_outage(now),
        "missed": _each(_overdue(now), miss),
        "reminded": _each(_to_remind(now), remind),
        "resolutions": enqueue_stale_turns(now),
        "tables": expire_tables(now),
    }
    JobRun.objects.update_or_create(name="sweep", defaults={"ran_at": now})
    return done


def guard_outage(now: datetime) -> int:
    """Move open deadlines by the time in which nobody swept; how many."""
    last = JobRun.objects.filter(name="sweep").values_list("ran_at", flat=True).first()
    allowed = timedelta(seconds=max(OUTAGE_SECONDS, 3 * settings.SWEEP_SECONDS))
    return after_outage(last, now) if last is not None and now - last > allowed else 0


def _each(ids: QuerySet[Due, int], act: Callable[[int], bool]) -> int:
    """Act on each due id, batch after batch, for some seconds at the most.

    One that fails is logged and does not hold up the others; the next sweep tries it again.
    """
    done, seen, until = 0, set[int](), monotonic() + LONGEST_SECONDS
    while monotonic() < until:
        batch = list(ids.exclude(pk__in=seen)[:BATCH])
        if not batch:
            break
        seen.update(batch)
        for pk in batch:
            try:
                done += act(pk)
            except Exception:
                log.exception("The sweep failed at %s %s", act.__name__, pk)
    return done


def _under_way() -> QuerySet[Due]:
    """Open decisions of games that are being played."""
    return Due.objects.filter(settled_at=None, game__state=Game.State.RUNNING, game__paused_at=None)


def _overdue(now: datetime) -> QuerySet[Due, int]:
    return _under_way().filter(at__lte=now).order_by("at").values_list("pk", flat=True)


def _to_remind(now: datetime) -> QuerySet[Due, int]:
    due = _under_way().filter(remind_at__lte=now).order_by("remind_at")
    return due.values_list("pk", flat=True)


@transaction.atomic
def remind(due_id: int) -> bool:
    """Tell the person once that little time is left."""
    claimed = Due.objects.filter(pk=due_id, settled_at=None, remind_at__lte=timezone.now())
    if not claimed.update(remind_at=None):
        return False
    due = Due.objects.select_related("game", "seat").get(pk=due_id)
    tell(Event.REMINDER, [due.seat.user_id], due.game, subject=f"due {due.pk}")
    return True


def enqueue_stale_turns(now: datetime) -> int:
    """Ask the workers again for every turn that waits for its resolution too long; how many."""
    from games.tasks import resolve_turn

    stale = Turn.objects.filter(
        state=Turn.State.RESOLVING,
        complete_at__lte=now - STALE_AFTER,
        round__game__state=Game.State.RUNNING,
        round__game__paused_at=None,
    ).values_list("pk", flat=True)
    ids = list(stale.order_by("complete_at")[:BATCH])
    for pk in ids:
        resolve_turn.delay(pk)
    return len(ids)
