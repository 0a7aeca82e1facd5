"""The sweep: what must happen although nobody did anything.

Everything it looks for is a column, so it finds what a killed worker, a flushed Valkey or a
dead beat left behind. Safe to run twice and at the same time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Due, Game, JobRun, Turn
from games.notifications.telling import remind_of
from games.services.asking import batched
from games.services.missing import miss
from games.services.outages import give_back, note_outage
from games.services.tables import expire_tables

log = logging.getLogger(__name__)
Key = TypeVar("Key")
LOCK_KEY = 606_104  # of the advisory lock: one sweep at a time
MOST = 20_000  # of one kind in one sweep; the next one goes on
REMINDED_AT_ONCE = 100
STALE_AT_ONCE = 500
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
    def late(game_id: int) -> int:
        return miss(game_id, until=now)

    done = {"outage": 0, "missed": 0, "reminded": 0}
    guard_outage(now)
    done["outage"], all_have_it_back = give_back(_for_some_seconds())
    _mark()
    if all_have_it_back:  # else the next sweep goes on; no deadline passes before
        overdue = list(dict.fromkeys(_overdue(now)[:MOST]))
        reminders = list(_to_remind(now)[:MOST])
        done["missed"] = _each(overdue, late)
        done["reminded"] = _each(batched(reminders, REMINDED_AT_ONCE), remind)
    done |= {"resolutions": enqueue_stale_turns(now), "tables": expire_tables(now)}
    _mark()
    return done


def _for_some_seconds() -> Callable[[], bool]:
    """Whether one kind of work may go on."""
    until = monotonic() + LONGEST_SECONDS
    return lambda: monotonic() <= until


def _allowed() -> timedelta:
    """A longer time in which nobody swept is an outage."""
    return timedelta(seconds=max(OUTAGE_SECONDS, 3 * settings.SWEEP_SECONDS))


def _mark() -> None:
    """Until this moment somebody swept: a long sweep is no outage.

    But one that itself stood still (the machine was suspended) is: the next sweep makes up for it.
    """
    now = timezone.now()
    JobRun.objects.filter(name="sweep", ran_at__gte=now - _allowed()).update(ran_at=now)


@transaction.atomic
def guard_outage(now: datetime) -> None:
    """Note the time in which nobody swept, if that was too long, and that somebody does now.

    Both or nothing: whoever is killed meanwhile leaves nothing that would be noted twice.
    """
    last = JobRun.objects.filter(name="sweep").values_list("ran_at", flat=True).first()
    if last is not None and now - last > _allowed():
        note_outage(last, now)
    JobRun.objects.update_or_create(name="sweep", defaults={"ran_at": now})


def _each(keys: Iterable[Key], act: Callable[[Key], int]) -> int:
    """Act on each, for some seconds at the most; the sum of what was done.

    One that fails is logged and does not hold up the others; the next sweep tries it again.
    """
    done, may_go_on = 0, _for_some_seconds()
    for key in keys:
        try:
            done += act(key)
        except Exception:
            log.exception("The sweep failed at %s %s", act.__name__, key)
        if not may_go_on():
            break
    _mark()
    return done


def _under_way() -> QuerySet[Due]:
    """Open decisions of games that are being played."""
    return Due.objects.filter(settled_at=None, game__state=Game.State.RUNNING, game__paused_at=None)


def _overdue(now: datetime) -> QuerySet[Due, int]:
    """The games in which deadlines have passed, once for each of these."""
    return _under_way().filter(at__lte=now).order_by("at").values_list("game_id", flat=True)


def _to_remind(now: datetime) -> QuerySet[Due, int]:
    due = _under_way().filter(remind_at__lte=now).order_by("remind_at")
    return due.values_list("pk", flat=True)


@transaction.atomic
def remind(due_ids: Sequence[int]) -> int:
    """Tell each person once that little time is left; how many. Who sleeps hears of it later."""
    now = timezone.now()
    due = Due.objects.filter(pk__in=due_ids, settled_at=None, remind_at__lte=now)
    free = due.select_for_update(skip_locked=True, of=("self",))
    awake = []
    for asked in free.select_related("game", "seat__user").order_by("remind_at"):
        user = asked.seat.user
        later = user.sleep.after(now) if user and user.sleep and not asked.game.is_live else now
        if later > now:
            asked.remind_at = later if later < asked.at else None
            asked.save(update_fields=["remind_at"])
        else:
            awake.append(asked)
    Due.objects.filter(pk__in=[asked.pk for asked in awake]).update(remind_at=None)
    remind_of(awake)
    return len(awake)


def enqueue_stale_turns(now: datetime) -> int:
    """Ask the workers again for every turn that waits for its resolution too long; how many."""
    from games.tasks import resolve_turn

    stale = Turn.objects.filter(
        state=Turn.State.RESOLVING,
        complete_at__lte=now - STALE_AFTER,
        round__game__state=Game.State.RUNNING,
        round__game__paused_at=None,
    ).values_list("pk", flat=True)
    ids = list(stale.order_by("complete_at")[:STALE_AT_ONCE])
    for pk in ids:
        resolve_turn.delay(pk)
    return len(ids)
