"""A process that is killed in the middle of moving deadlines: all of them move, or none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import time, timedelta

import pytest

from games.models import Due
from games.models.game import DAY as A_DAY
from games.services import asking
from games.services.personal_time import set_personal_time
from games.services.sweeping import sweep
from games.services.vacations import end_vacation, plan_vacation
from games.simulation.clock import Clock
from tests.games import cast
from tests.time.passing import due_of, outage

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def test_settings_and_deadlines_are_saved_together_or_not_at_all(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process killed after the settings left the deadlines of all games as they were."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], pace_seconds=A_DAY)
    other = cast.running_game([alice, bob], pace_seconds=2 * A_DAY)
    vacation = plan_vacation(user=alice, starts_at=clock.now, ends_at=clock.now + DAY)
    clock.go_to(clock.now + HOUR)
    before = due_of(game, alice).at, due_of(other, alice).at

    def killed(*_args: object) -> None:
        raise SystemExit

    def sleep() -> None:
        set_personal_time(
            user=alice, time_zone="Asia/Kathmandu", sleep_from=time(10), sleep_until=time(20)
        )

    def travel() -> None:
        plan_vacation(user=alice, starts_at=clock.now + 2 * DAY, ends_at=clock.now + 3 * DAY)

    def come_back() -> None:
        end_vacation(user=alice, vacation_id=vacation.pk)

    acts: list[Callable[[], None]] = [sleep, travel, come_back]
    with monkeypatch.context() as patched:
        patched.setattr(asking, "_write", killed)
        for act in acts:
            with pytest.raises(SystemExit):
                act()
    alice.refresh_from_db()
    assert (alice.time_zone, alice.sleep) == ("UTC", None)
    assert [v.ends_at for v in alice.vacations.all()] == [vacation.ends_at]
    assert (due_of(game, alice).at, due_of(other, alice).at) == before
    for act in acts:
        act()
    assert due_of(other, alice).at != before[1]


def test_an_outage_is_given_back_once(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a killed sweep had moved until then was moved once more by the next one."""
    alice, bob = cast.people(2)
    games = [cast.running_game([alice, bob], pace_seconds=A_DAY) for _game in range(2)]

    def left() -> list[timedelta]:
        return [due_of(game, alice).at - clock.now for game in games]

    before = left()
    write, written = asking._write, []

    def killed(dues: Sequence[Due]) -> None:
        written.append(dues)
        if len(written) == 2:
            raise SystemExit
        write(dues)

    with monkeypatch.context() as patched:
        patched.setattr(asking, "GAMES_AT_ONCE", 1)
        patched.setattr(asking, "_write", killed)
        with pytest.raises(SystemExit):
            outage(clock, 30 * HOUR)
    assert (sweep() or {})["outage"] == 4
    assert left() == before
