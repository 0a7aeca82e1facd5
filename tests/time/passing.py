"""How time passes for a game: sweeps on the way, or none (an outage)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.clock import Calendar
from games.models import Due, Game, JobRun, Notification, Turn
from games.notifications.events import Event
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services.sweeping import sweep
from games.simulation.clock import Clock

A_MOMENT = timedelta(seconds=5)
SWEPT = {"missed": 0, "reminded": 0, "outage": 0}


def swept_until(clock: Clock, moment: datetime) -> dict[str, int]:
    """Let time pass to ``moment`` with a sweep whenever there is something to do; what they did.

    Sweeps in between find nothing: only their mark is written.
    """
    done = dict(SWEPT)
    while clock.now < moment:
        clock.go_to(min(moment, max(_next_event(moment), clock.now + timedelta(seconds=1))))
        JobRun.objects.update_or_create(name="sweep", defaults={"ran_at": clock.now - A_MOMENT})
        for kind, number in (sweep() or {}).items():
            done[kind] = done.get(kind, 0) + number
    return done


def _next_event(moment: datetime) -> datetime:
    asked = Due.objects.filter(settled_at=None, game__paused_at=None)
    instants = asked.filter(Q(at__lte=moment) | Q(remind_at__lte=moment))
    found = [t for pair in instants.values_list("at", "remind_at") for t in pair if t]
    waiting = Turn.objects.filter(state=Turn.State.RESOLVING).values_list("complete_at", flat=True)
    found += [complete + A_MOMENT for complete in waiting if complete]
    return min((instant for instant in found if instant > timezone.now()), default=moment)


def outage(clock: Clock, length: timedelta) -> dict[str, int]:
    """Nothing runs for so long; what the first sweep after it did."""
    JobRun.objects.update_or_create(name="sweep", defaults={"ran_at": clock.now})
    clock.go_to(clock.now + length)
    return sweep() or {}


def due_of(game: Game, user: User) -> Due:
    """What the game asks of this person now."""
    return Due.objects.get(game=game, seat__user=user, settled_at=None)


def remaining(game: Game, user: User) -> timedelta:
    """What the person's page shows as the time left."""
    return timedelta(seconds=table_view(game.pk, Viewer(user))["remaining_seconds"])


def calendar_of(game: Game, user: User) -> Calendar:
    """When the person is there, as far as this game cares."""
    if game.is_live:
        return Calendar()
    user = User.objects.get(pk=user.pk)
    spans = user.vacations.values_list("starts_at", "ends_at") if game.vacations else ()
    return Calendar(user.sleep, tuple(spans))


def reminders(game: Game) -> list[int]:
    """Who was reminded, once for each time."""
    told = Notification.objects.filter(game=game, event=Event.REMINDER)
    return list(told.order_by("pk").values_list("user_id", flat=True))
