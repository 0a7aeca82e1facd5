"""Random histories of picks, pauses, sleeps, travels, vacations, extensions and outages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.models import Due, Game, Notification, Pick
from games.models.game import DAY_PACES, PACES
from games.notifications.events import ASKING
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services.errors import Refusal
from games.services.extending import vote_extension
from games.services.leaving import take_back
from games.services.moderating import moderate
from games.services.personal_time import set_personal_time
from games.services.vacations import days_used, end_vacation, plan_vacation
from games.simulation.clock import Clock
from games.watching import idle_games
from tests.games import cast
from tests.time.conftest import NOON
from tests.time.passing import calendar_of, outage, swept_until

pytestmark = pytest.mark.django_db
ZONES = ("Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Auckland", "UTC")
SLACK = timedelta(seconds=1)  # time is stored in whole seconds, rounded in the person's favour


@dataclass
class History:
    """One game of three, and what may happen to it."""

    clock: Clock
    game: Game
    people: list[User]
    herder: User

    def who(self, number: int) -> User:
        return self.people[number % len(self.people)]

    def waits(self, hours: float) -> None:
        """Time passes with sweeps: they act for nobody who has time left."""
        begin = self.clock.now
        swept_until(self.clock, begin + timedelta(hours=hours))
        settled = Due.objects.filter(game=self.game, settled_at__gt=begin)
        assert all(due.at <= due.settled_at for due in settled if due.settled_at)

    def is_down(self, hours: float) -> None:
        before = self.left()
        paused = self.game_now().paused_at is not None
        done = outage(self.clock, timedelta(hours=hours, seconds=90))
        assert done["missed"] == sum(left < timedelta(0) for left in before.values()) * (not paused)
        if not paused:
            self.check_left(before)

    def picks(self, number: int) -> None:
        user = self.who(number)
        cast.pick(self.game, user, cast.hand_of(self.game, user)[0], Pick.Wish.CHEAPEST)

    def is_paused(self, hours: float) -> None:
        moderate(game_id=self.game.pk, moderator=self.herder, action="pause", reason="?")
        before = self.left()
        swept_until(self.clock, self.clock.now + timedelta(hours=hours))
        moderate(game_id=self.game.pk, moderator=self.herder, action="resume", reason="!")
        self.check_left(before)

    def goes_on_vacation(self, number: int, days: float) -> None:
        begin = self.clock.now + timedelta(days=days / 3)
        plan_vacation(user=self.who(number), starts_at=begin, ends_at=begin + timedelta(days=days))

    def comes_back(self, number: int) -> None:
        user = self.who(number)
        ahead = user.vacations.filter(ends_at__gt=self.clock.now).first()
        if ahead is not None:
            end_vacation(user=user, vacation_id=ahead.pk)

    def travels(self, number: int, zone: str, bed: int, hours: int) -> None:
        user = User.objects.get(pk=self.who(number).pk)
        wake = time((bed + hours) % 24)
        set_personal_time(user=user, time_zone=zone, sleep_from=time(bed), sleep_until=wake)

    def wants_more_time(self) -> None:
        for user in self.people:
            vote_extension(game_id=self.game.pk, user=user)

    def takes_seat_back(self, number: int) -> None:
        take_back(game_id=self.game.pk, user=self.who(number))

    # --- what must hold ---------------------------------------------------------------------

    def game_now(self) -> Game:
        return Game.objects.get(pk=self.game.pk)

    def open(self) -> list[Due]:
        asked = Due.objects.filter(game=self.game, settled_at=None)
        return list(asked.select_related("seat__user"))

    def left(self) -> dict[int, timedelta]:
        """What each has left, by due; who was asked while asleep has it from waking up on."""
        return {
            due.pk: due.at
            - max(self.clock.now, calendar_of(self.game, due.seat.user).there_at(due.started_at))  # type: ignore[arg-type]
            for due in self.open()
        }

    def check_left(self, before: dict[int, timedelta]) -> None:
        """A stop gave back what was left: to the second where neither sleep nor absence moves it.

        With a vacation in the time that was left, what is left besides it is checked in
        tests/clock.
        """
        for due in self.open():
            left = before.get(due.pk)
            calendar = calendar_of(self.game, due.seat.user)  # type: ignore[arg-type]
            if left is None or left < timedelta(0) or calendar.away:
                continue
            now = max(self.clock.now, calendar.there_at(due.started_at))
            assert due.at >= now + left
            if calendar.there_at(now) < now + left:
                assert due.at - calendar.there_at(now + left) < SLACK

    def check(self) -> None:
        now = self.game_now().paused_at or self.clock.now
        for due in self.open():
            user, calendar = due.seat.user, calendar_of(self.game, due.seat.user)  # type: ignore[arg-type]
            assert user is not None
            assert due.at >= due.started_at
            assert calendar.there_at(due.at) == due.at, "due in sleep or absence"
            self._check_reminder(due, calendar)
            shown = table_view(self.game.pk, Viewer(user))
            assert shown["remaining_seconds"] == max(0, int((due.at - now).total_seconds()))
            assert shown["deadline"] == due.at.isoformat()
        self._check_told_once()
        for user in self.people:
            used = days_used(user, self.clock.now.year)
            assert 0 <= used <= 30
        assert not list(idle_games())

    def _check_reminder(self, due: Due, calendar: Any) -> None:
        if self.game.is_live:
            assert due.remind_at is None
            assert due.at - due.started_at == due.time
        elif due.remind_at is not None:
            assert due.started_at <= due.remind_at < due.at
            assert calendar.there_at(due.remind_at) == due.remind_at, "reminded in sleep or absence"

    def _check_told_once(self) -> None:
        told = list(
            Notification.objects.filter(game=self.game, event__in=ASKING).values_list(
                "user", "event", "subject"
            )
        )
        assert len(told) == len(set(told))


def of(name: str, *arguments: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A step: the History's method of that name with such arguments."""
    return st.tuples(st.just(name), st.tuples(*arguments))


numbers = st.integers(0, 2)
hours = st.sampled_from([0.001, 0.1, 1, 3, 7.5, 24, 100, 400])
STEPS = st.one_of(
    of("waits", hours),
    of("is_down", hours),
    of("picks", numbers),
    of("picks", numbers),
    of("is_paused", hours),
    of("goes_on_vacation", numbers, st.sampled_from([0.5, 1, 6, 20])),
    of("comes_back", numbers),
    of("travels", numbers, st.sampled_from(ZONES), st.integers(0, 23), st.integers(1, 12)),
    of("wants_more_time"),
    of("takes_seat_back", numbers),
)


@settings(
    max_examples=25,
    derandomize=True,  # the same histories for the same code: a failure is about the change
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a game takes too long to shrink one
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    pace=st.sampled_from([*PACES, *DAY_PACES]),
    vacations=st.booleans(),
    steps=st.lists(STEPS, max_size=12),
)
@example(  # paused before a sleeper's time has begun
    pace=172_800,
    vacations=False,
    steps=[("wants_more_time", ()), ("travels", (1, "Europe/Berlin", 7, 9)), ("is_paused", (100,))],
)
def test_time_is_kept_whatever_happens(
    pace: int, vacations: bool, steps: list[tuple[str, tuple[Any, ...]]], clock: Clock
) -> None:
    """Stored, computed by the server, never negative, never in sleep, given back after stops."""
    with undone():
        clock.go_to(NOON)
        people, herder = cast.people(3), cast.person("Herder", is_superuser=True)
        game = cast.running_game(people, pace_seconds=pace, vacations=vacations)
        cast.reveal_once(game, people)
        history = History(clock, game, people, herder)
        history.check()
        for name, arguments in steps:
            act: Callable[..., None] = getattr(history, name)
            try:
                with transaction.atomic():
                    act(*arguments)
            except Refusal:
                continue  # a step that the site refuses, in a sentence
            swept_until(clock, timezone.now() + timedelta(seconds=6))  # what a worker has to do
            history.check()
            if history.game_now().state != Game.State.RUNNING:
                return


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens inside is rolled back: each history has a site of its own."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
