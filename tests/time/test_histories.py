"""Random histories of picks, orders, pauses, sleeps, travels, vacations, outages, and seats that
change hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from games.models import Game
from games.models.game import DAY_PACES, PACES
from games.services.errors import Refusal
from games.services.vacations import plan_vacation
from games.simulation.clock import Clock
from tests.games import cast
from tests.time.conftest import NOON
from tests.time.history import History
from tests.time.passing import swept_until

pytestmark = pytest.mark.django_db
ZONES = ("Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Auckland", "UTC")
MOMENTS = (  # the last two: a day before Berlin changes its clocks
    NOON,
    datetime(2026, 10, 24, 12, tzinfo=UTC),
    datetime(2027, 3, 27, 12, tzinfo=UTC),
)
BEGINNINGS = ("dealt", "revealed", "away", "vacation")


def of(name: str, *arguments: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A step: the History's method of that name with such arguments."""
    return st.tuples(st.just(name), st.tuples(*arguments))


numbers = st.integers(0, 2)
hours = st.sampled_from([0.001, 0.1, 1, 3, 7.5, 24, 100, 400])
picks = of("picks", numbers, st.sampled_from(["cheapest", "ask", "rule"]))
STEPS = st.one_of(
    of("waits", hours),
    of("is_down", hours),
    picks,
    picks,
    of("chooses", st.integers(0, 3)),
    of("queues", numbers, st.sampled_from(["", "not_low", "not_sixth"])),
    of("rules", numbers, st.sampled_from(["ask", "cheapest"])),
    of("is_paused", hours),
    of("goes_on_vacation", numbers, st.sampled_from([0.5, 1, 6, 20])),
    of("comes_back", numbers),
    of("travels", numbers, st.sampled_from(ZONES), st.integers(0, 23), st.integers(1, 12)),
    of("want_more_time"),
    of("resigns", numbers),
    of("takes_seat"),
    of("takes_seat_back", numbers),
)


@settings(
    max_examples=24,
    derandomize=True,  # the same histories for the same code: a failure is about the change
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a game takes too long to shrink one
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    moment=st.sampled_from(MOMENTS),
    beginning=st.sampled_from(BEGINNINGS),
    pace=st.sampled_from([*PACES, *DAY_PACES]),
    vacations=st.booleans(),
    steps=st.lists(STEPS, min_size=5, max_size=14),
)
@example(  # paused before a sleeper's time has begun
    moment=NOON,
    beginning="revealed",
    pace=172_800,
    vacations=False,
    steps=[("want_more_time", ()), ("travels", (1, "Europe/Berlin", 7, 9)), ("is_paused", (100,))],
)
@example(  # three people miss one turn after the other while a newcomer takes the first free seat
    moment=MOMENTS[1],
    beginning="away",
    pace=86_400,
    vacations=True,
    steps=[("takes_seat", ()), ("waits", (100,)), ("resigns", (0,)), ("waits", (400,))],
)
def test_time_is_kept_whatever_happens(
    moment: datetime,
    beginning: str,
    pace: int,
    vacations: bool,
    steps: list[tuple[str, tuple[Any, ...]]],
    clock: Clock,
) -> None:
    """Stored, computed by the server, never negative, never in sleep, given back after stops."""
    with undone():
        clock.go_to(moment)
        history = begun(clock, beginning, pace_seconds=pace, vacations=vacations)
        history.check({}, clock.now)
        for name, arguments in steps:
            act: Callable[..., None] = getattr(history, name)
            before, since = history.times(), clock.now
            try:
                with transaction.atomic():
                    act(*arguments)
            except Refusal:
                continue  # a step that the site refuses, in a sentence
            history.waits(6 / 3600)  # what a worker has to do
            history.check(before, since)
            if history.game_now().state != Game.State.RUNNING:
                return


def begun(clock: Clock, beginning: str, **fields: Any) -> History:
    """A game of three that was just dealt or revealed once, or with Charlie away or on vacation."""
    people = alice, bob, charlie = cast.people(3)
    game = cast.running_game(list(people), **fields)
    if beginning != "dealt":
        cast.reveal_once(game, list(people))
    if beginning == "vacation":
        end = clock.now + timedelta(days=6)
        plan_vacation(user=charlie, starts_at=clock.now, ends_at=end)
    elif beginning == "away":
        game.seats.filter(user=charlie).update(misses=2)
        for user in (alice, bob):
            cast.pick(game, user, cast.hand_of(game, user)[0], "cheapest")
        swept_until(clock, clock.now + game.pace + timedelta(seconds=10))
        assert game.seats.get(user=charlie).is_away
    newcomers = [cast.person(name) for name in cast.NAMES[3:6]]
    return History(clock, game, newcomers, cast.person("Herder", is_superuser=True))


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens inside is rolled back: each history has a site of its own."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
