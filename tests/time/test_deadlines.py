"""Deadlines of real games while a clock that the test moves goes on."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from games.models import Due, Game, Pick, Turn
from games.models.game import DAY_PACES, HOUR, PACES
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services.moderating import moderate
from games.services.personal_time import set_personal_time
from games.services.vacations import days_used, end_vacation, plan_vacation
from games.simulation.clock import Clock
from tests.games import cast
from tests.time.passing import due_of, outage, remaining, reminders, swept_until

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
A_SECOND = timedelta(seconds=1)
ALL_PACES = [*PACES, *DAY_PACES]


@pytest.fixture
def herder() -> User:
    """The moderator."""
    return cast.person("Herder", is_staff=True, is_superuser=True)


def a_game(pace: int, **fields: Any) -> tuple[Game, User, User]:
    """Alice and Bob after a first turn; nobody counts as a no-show any more."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], pace_seconds=pace, **fields)
    cast.reveal_once(game, [alice, bob])
    return game, alice, bob


def pause(game: Game, herder: User) -> None:
    moderate(game_id=game.pk, moderator=herder, action="pause", reason="A look at it")


def resume(game: Game, herder: User) -> None:
    moderate(game_id=game.pk, moderator=herder, action="resume", reason="All is well")


@pytest.mark.parametrize("pace", ALL_PACES)
def test_three_pauses_give_back_exactly_what_was_left(
    pace: int, clock: Clock, herder: User
) -> None:
    """Field reports B-11, B-12."""
    game, alice, _bob = a_game(pace)
    swept_until(clock, clock.now + timedelta(seconds=pace * 0.6))
    left = due_of(game, alice).at - clock.now
    for hours in (48, 5.5, 0.001):
        pause(game, herder)
        assert remaining(game, alice) == left
        swept_until(clock, clock.now + timedelta(hours=hours))
        assert remaining(game, alice) == left, "the countdown ran on"
        resume(game, herder)
        assert timedelta(0) <= due_of(game, alice).at - clock.now - left < A_SECOND
        left = due_of(game, alice).at - clock.now
    swept_until(clock, clock.now + left + A_SECOND)
    assert Pick.objects.filter(seat__game=game, by=Pick.By.STANDIN).exists()


@pytest.mark.parametrize("pace", ALL_PACES)
def test_nobody_plays_for_anybody_in_a_paused_game(pace: int, clock: Clock, herder: User) -> None:
    """Field report B-12."""
    game, _alice, _bob = a_game(pace)
    pause(game, herder)
    done = swept_until(clock, clock.now + timedelta(seconds=pace * 20))
    assert (done["missed"], done["reminded"], done["outage"]) == (0, 0, 0)


@pytest.mark.parametrize("pace", ALL_PACES)
def test_vacation_stops_days_and_not_live_games(pace: int, clock: Clock) -> None:
    """Field report B-12: every time mode × vacation."""
    game, alice, _bob = a_game(pace)
    before = due_of(game, alice).at
    plan_vacation(user=alice, starts_at=clock.now, ends_at=clock.now + 10 * DAY)
    assert due_of(game, alice).at == before + (timedelta(0) if game.is_live else 10 * DAY)


def test_a_table_without_vacations_waits_for_nobody(clock: Clock) -> None:
    game, alice, _bob = a_game(HOUR, vacations=False)
    before = due_of(game, alice).at
    plan_vacation(user=alice, starts_at=clock.now, ends_at=clock.now + 10 * DAY)
    assert due_of(game, alice).at == before


def test_a_vacation_within_a_pause_is_not_given_twice(clock: Clock, herder: User) -> None:
    """Field reports B-10, B-11."""
    game, alice, _bob = a_game(48 * HOUR)
    swept_until(clock, clock.now + DAY)
    pause(game, herder)
    begin = clock.now + 2 * DAY
    plan_vacation(user=alice, starts_at=begin, ends_at=begin + 5 * DAY)
    swept_until(clock, clock.now + 20 * DAY)
    resume(game, herder)
    assert due_of(game, alice).at == clock.now + DAY


def test_a_vacation_ends_at_its_instant_and_the_balance_only_falls(
    clock: Clock, herder: User
) -> None:
    """Field report B-10: 6 days, with pauses of the game within."""
    game, alice, bob = a_game(24 * HOUR)
    swept_until(clock, clock.now + timedelta(hours=4))
    cast.pick(game, bob, cast.hand_of(game, bob)[0])
    begin = clock.now
    vacation = plan_vacation(user=alice, starts_at=begin, ends_at=begin + 6 * DAY)
    for _pause in range(3):
        pause(game, herder)
        swept_until(clock, clock.now + DAY / 2)
        resume(game, herder)
        assert days_used(alice, 2026) == 6
    vacation.refresh_from_db()
    assert vacation.ends_at == begin + 6 * DAY
    assert due_of(game, alice).at == begin + 6 * DAY + timedelta(hours=20)
    done = swept_until(clock, begin + 6 * DAY + timedelta(hours=19.9))
    assert (done["missed"], reminders(game)) == (0, [alice.pk])
    assert days_used(alice, 2026) == 6


def test_who_comes_back_early_has_what_was_left_and_keeps_the_days(clock: Clock) -> None:
    game, alice, _bob = a_game(48 * HOUR)
    swept_until(clock, clock.now + DAY)
    vacation = plan_vacation(user=alice, starts_at=clock.now, ends_at=clock.now + 20 * DAY)
    swept_until(clock, clock.now + 2 * DAY)
    end_vacation(user=alice, vacation_id=vacation.pk)
    assert due_of(game, alice).at == clock.now + DAY
    assert days_used(alice, 2026) == 2


def test_an_outage_moves_deadlines_by_itself_and_punishes_nobody(clock: Clock) -> None:
    game, alice, _bob = a_game(6 * HOUR)
    live, charlie, _mira = _live_game(clock)
    left = [(due_of(game, alice).at - clock.now), (due_of(live, charlie).at - clock.now)]
    done = outage(clock, timedelta(hours=30))
    assert (done["outage"], done["missed"], done["reminded"]) == (4, 0, 0)
    assert [due_of(game, alice).at - clock.now, due_of(live, charlie).at - clock.now] == left


def _live_game(clock: Clock) -> tuple[Game, User, User]:
    charlie, mira = cast.person("Charlie"), cast.person("Mira")
    game = cast.running_game([charlie, mira], pace_seconds=PACES[0])
    cast.reveal_once(game, [charlie, mira])
    return game, charlie, mira


def test_a_short_gap_between_sweeps_is_no_outage(clock: Clock) -> None:
    game, _charlie, _mira = _live_game(clock)
    assert outage(clock, timedelta(seconds=59))["missed"] == 2
    assert Turn.objects.filter(round__game=game, state=Turn.State.DONE).count() == 1


@pytest.mark.parametrize(
    ("begin", "due"),
    [("2026-10-24T18:00", "2026-10-25T17:00"), ("2026-03-28T18:00", "2026-03-29T19:00")],
)
def test_the_clocks_change_and_the_time_does_not(begin: str, due: str, clock: Clock) -> None:
    """Field report B-19: hours elapse; Berlin shows another one afterwards."""
    berlin = ZoneInfo("Europe/Berlin")
    clock.go_to(datetime.fromisoformat(begin).replace(tzinfo=berlin))
    game, alice, _bob = a_game(24 * HOUR)
    assert due_of(game, alice).at.astimezone(berlin).strftime("%Y-%m-%dT%H:%M") == due


@pytest.mark.parametrize("pace", PACES)
def test_live_games_know_no_sleep(pace: int, clock: Clock) -> None:
    alice, bob = cast.people(2)
    set_personal_time(user=alice, time_zone="UTC", sleep_from=time(11), sleep_until=time(19))
    game = cast.running_game([alice, bob], pace_seconds=pace)
    due = due_of(game, User.objects.get(pk=alice.pk))
    assert (due.at, due.remind_at) == (clock.now + timedelta(seconds=pace), None)


def test_a_traveller_has_the_night_where_they_are(clock: Clock) -> None:
    """Asked at noon UTC for six hours; a zone in which that ends in the night moves it."""
    game, alice, _bob = a_game(6 * HOUR)
    assert due_of(game, alice).at == clock.now + timedelta(hours=6)
    night = {"sleep_from": time(23), "sleep_until": time(7)}
    set_personal_time(user=alice, time_zone="Asia/Tokyo", **night)  # three o'clock there
    assert due_of(game, alice).at == datetime(2026, 12, 1, 22, tzinfo=UTC)
    set_personal_time(user=alice, time_zone="America/New_York", **night)  # one o'clock
    assert due_of(game, alice).at == datetime(2026, 12, 1, 18, tzinfo=UTC)


def test_changing_ones_settings_makes_nothing_overdue(clock: Clock) -> None:
    game, alice, _bob = a_game(6 * HOUR)
    night = {"sleep_from": time(17), "sleep_until": time(2)}
    set_personal_time(user=alice, time_zone="UTC", **night)
    swept_until(clock, datetime(2026, 12, 2, 1, tzinfo=UTC))
    set_personal_time(user=alice, time_zone="UTC", sleep_from=None, sleep_until=None)
    assert due_of(game, alice).at == datetime(2026, 12, 2, 2, tzinfo=UTC)


def test_no_deadline_is_left_when_a_game_is_over(clock: Clock) -> None:
    """Field report B-15: finished, cancelled, void."""
    alice, bob = cast.people(2)
    herder = cast.person("Herder", is_superuser=True)
    over = cast.running_game([alice, bob], end="rounds", rounds_wanted=1)
    cast.play_round(over, [alice, bob])
    for action in ("cancel", "void"):
        game = cast.running_game([alice, bob])
        moderate(game_id=game.pk, moderator=herder, action=action, reason="Enough")
    swept_until(clock, clock.now + timedelta(hours=1))
    assert not Due.objects.filter(settled_at=None).exists()
    assert table_view(over.pk, Viewer(alice))["remaining_seconds"] is None


def test_the_sweep_alone_resolves_a_turn_whose_job_is_lost(clock: Clock) -> None:
    """Field report B-16: nobody enqueued anything; the page never shows less than nothing."""
    game, alice, bob = a_game(6 * HOUR)
    turn = cast.open_turn(game)
    lowest = cast.hand_of(game, bob)[0]
    cast.pick(game, bob, lowest, Pick.Wish.CHEAPEST)  # what is left to the commit never comes here
    clock.go_to(due_of(game, alice).at + timedelta(hours=1))
    assert remaining(game, alice) == timedelta(0)
    swept_until(clock, clock.now + timedelta(seconds=1))
    assert Turn.objects.get(pk=turn.pk).state == Turn.State.RESOLVING
    swept_until(clock, clock.now + timedelta(seconds=30))
    assert Turn.objects.get(pk=turn.pk).state == Turn.State.DONE


def test_a_reminder_comes_once_with_a_fifth_of_the_time_left(clock: Clock) -> None:
    game, alice, bob = a_game(10 * HOUR)
    cast.pick(game, bob, cast.hand_of(game, bob)[0])
    begin = clock.now
    swept_until(clock, begin + timedelta(hours=8, seconds=-1))
    assert reminders(game) == []
    swept_until(clock, begin + timedelta(hours=8))
    assert reminders(game) == [alice.pk]
    herder = cast.person("Herder", is_superuser=True)
    for _pause in range(2):
        pause(game, herder)
        swept_until(clock, clock.now + DAY)
        resume(game, herder)
    swept_until(clock, due_of(game, alice).at - A_SECOND)
    assert reminders(game) == [alice.pk]
