"""A process that is killed in the middle of moving deadlines: all of them move, or none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time, timedelta
from typing import Any

import pytest

from games.models.game import DAY as A_DAY
from games.services import asking, sweeping
from games.services.missing import miss
from games.services.personal_time import set_personal_time
from games.services.sweeping import sweep
from games.services.vacations import end_vacation, plan_vacation
from games.simulation.clock import Clock
from tests.games import cast
from tests.time.passing import due_of, swept_until

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


def test_time_in_which_a_sweep_stood_still_is_given_back(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A laptop is closed in the middle of a sweep, which goes on three hours later."""
    alice, bob = cast.people(2)
    late = cast.running_game([alice, bob], pace_seconds=A_DAY)
    cast.reveal_once(late, [alice, bob])
    clock.go_to(clock.now + HOUR)
    other = cast.running_game([alice, bob], pace_seconds=A_DAY)
    cast.reveal_once(other, [alice, bob])
    passed = due_of(late, alice).at
    swept_until(clock, passed - timedelta(seconds=5))
    clock.go_to(passed)
    before = due_of(other, alice).at

    def closed(*arguments: Any, **words: Any) -> int:
        clock.go_to(clock.now + 3 * HOUR)
        monkeypatch.undo()
        return miss(*arguments, **words)

    monkeypatch.setattr(sweeping, "miss", closed)
    assert (sweep() or {})["missed"] == 2
    assert (sweep() or {})["missed"] == 0
    assert due_of(other, alice).at == before + 3 * HOUR
