"""People who turn every knob there is to have more time than the others."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone

from games.models.game import DAY as A_DAY
from games.services.errors import TooLate
from games.services.extending import MOST_TIMES, vote_extension
from games.services.personal_time import set_personal_time
from games.services.vacations import days_used, plan_vacation
from games.simulation.clock import Clock
from tests.games import cast
from tests.time.passing import due_of

pytestmark = pytest.mark.django_db
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


def test_sleep_that_flees_before_the_deadline_gains_a_day_and_no_more(clock: Clock) -> None:
    """Each new sleep began a minute before the deadline and moved it by twelve hours, for ever."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], pace_seconds=A_DAY)
    fair = due_of(game, alice).at
    for _round in range(10):
        at = due_of(game, alice).at
        if at - MINUTE <= clock.now:
            break
        clock.go_to(at - MINUTE)
        begin = at - 10 * MINUTE
        set_personal_time(
            user=alice,
            time_zone="UTC",
            sleep_from=begin.time(),
            sleep_until=(begin + 12 * HOUR).time(),
        )
    assert fair <= due_of(game, alice).at <= fair + DAY


def test_a_deadline_that_was_kept_is_not_lost_with_more_time(clock: Clock) -> None:
    """The kept deadline was computed anew by the extension, and lay in the past."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], pace_seconds=3600)
    at = due_of(game, alice).at
    set_personal_time(
        user=alice, time_zone="UTC", sleep_from=(at - MINUTE).time(), sleep_until=time(23)
    )
    clock.go_to(at + 3 * HOUR)
    set_personal_time(user=alice, time_zone="UTC", sleep_from=None, sleep_until=None)
    kept = due_of(game, alice).at
    assert kept > clock.now
    for user in (alice, bob):
        vote_extension(game_id=game.pk, user=user)
    assert due_of(game, alice).at == kept + HOUR


def test_more_time_is_given_so_often_and_not_for_ever(clock: Clock) -> None:
    """Alone with bots she could press until the length of the question fell out of its column."""
    (alice,) = cast.people(1)
    game = cast.running_game([alice], ("simple",), pace_seconds=14 * A_DAY)
    for _time in range(MOST_TIMES):
        vote_extension(game_id=game.pk, user=alice)
    before = due_of(game, alice).at
    with pytest.raises(TooLate, match="had more time"):
        vote_extension(game_id=game.pk, user=alice)
    assert due_of(game, alice).at == before


def test_a_vacation_over_new_year_counts_once_wherever_one_lives(clock: Clock) -> None:
    """Planned by the year of UTC and counted by that of one's own zone: thirty days twice."""
    clock.go_to(datetime(2026, 11, 1, 12, tzinfo=UTC))
    (alice,) = cast.people(1)
    new_year = datetime(2026, 12, 31, 12, tzinfo=UTC)  # in Kiritimati: 2 o'clock on 1 January
    with timezone.override("Pacific/Kiritimati"):
        plan_vacation(user=alice, starts_at=new_year, ends_at=new_year + 20 * DAY)
        assert days_used(alice, 2026) == 20
        with pytest.raises(TooLate, match="10 days"):
            plan_vacation(user=alice, starts_at=clock.now, ends_at=clock.now + 20 * DAY)
