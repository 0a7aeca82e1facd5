"""kill -9 for the worker, tasks that run twice, two beats, a thousand sweeps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import psutil
import pytest

from accounts.models import User
from games.models import Game, JobRun, Pick, Turn
from games.services.resolving import resolve_turn
from games.services.sweeping import sweep
from games.tasks import resolve_turn as resolve_task
from games.tasks import sweep as sweep_task
from sixnimmt_site.processes import wait_until
from tests.faults.blocking import held_up, wait_until_held_up
from tests.faults.conftest import People, Visitors
from tests.faults.tables import all_but_last_picked, check_resolved_once, state_of
from tests.games import cast
from tests.live import LiveSite
from tests.threads import at_once


def test_a_worker_killed_between_the_last_pick_and_the_resolution_loses_nothing(
    live: LiveSite, people: People, visitors: Visitors
) -> None:
    """Field reports B-26, C-08."""
    users = people(4)
    game, turn, card = all_but_last_picked(users)
    player = visitors(game, users[-1:])[0]
    live.kill9("worker")
    assert player.pick(game, card).status == 200
    assert state_of(turn) == Turn.State.RESOLVING
    live.flush_valkey()  # what the broker knew is gone too: only the turn's state is left
    live.start("worker")
    check_resolved_once(game, turn, accepted=1, version=game.version)


@pytest.mark.parametrize("event", ["UPDATE ON games_hand", "INSERT ON games_turn"])
def test_a_worker_killed_inside_the_resolution_leaves_nothing_half_done(
    event: str, live: LiveSite, people: People
) -> None:
    """Field report B-26: killed with the turn done and cards moved, but not committed."""
    users = people(3)
    game, turn, card = all_but_last_picked(users)
    with held_up(event):
        cast.pick(game, users[-1], card, Pick.Wish.CHEAPEST)
        wait_until_held_up()
        live.kill9("worker")
        assert state_of(turn) == Turn.State.RESOLVING
    live.start("worker")
    check_resolved_once(game, turn, accepted=1, version=game.version)


def test_a_task_that_runs_often_and_at_once_resolves_once(people: People) -> None:
    """Field report C-07: delivered ten times, and called by four threads on top."""
    users = people(4)
    game, turn, card = all_but_last_picked(users)

    before = game.version
    cast.pick(game, users[-1], card, Pick.Wish.CHEAPEST)
    for _copy in range(10):
        resolve_task.delay(turn.pk)
    assert sum(at_once([partial(resolve_turn, turn_id=turn.pk)] * 4)) <= 1
    check_resolved_once(game, turn, accepted=1, version=before)


@pytest.fixture
def second_site(live: LiveSite) -> Iterator[LiveSite]:
    """Another worker and another beat beside the first."""
    second = LiveSite(live.services)
    second.start("worker", "beat")
    beat = psutil.Process(second.pid("beat"))
    worker = psutil.Process(second.pid("worker"))
    wait_until(lambda: bool(beat.net_connections("all")), seconds=20, what="No second beat")
    wait_until(lambda: len(worker.children()) >= 2, seconds=20, what="No second worker")
    yield second
    second.stop()


def revealed_game(users: list[User]) -> Game:
    """A game in its second turn: nobody counts as a no-show any more."""
    game = cast.running_game(users)
    cast.reveal_once(game, users)
    return game


def test_two_beats_and_two_workers_act_once(second_site: LiveSite, people: People) -> None:
    """Field report C-09: the stand-in plays once for each absent person, in every game."""
    users = people(3)
    games = [revealed_game(users) for _table in range(5)]
    turns = [cast.open_turn(game) for game in games]
    for game in games:
        cast.pick(game, users[0], cast.hand_of(game, users[0])[0], Pick.Wish.CHEAPEST)
        game.refresh_from_db()
    for game in games:
        cast.let_time_pass(game)
    for game, turn in zip(games, turns, strict=True):
        # one version for the stand-in's two picks, one for the resolution
        check_resolved_once(game, turn, accepted=1, version=game.version)
        assert sorted(pick.by for pick in turn.picks.all()) == ["player", "standin", "standin"]


def test_a_thousand_sweeps_have_the_effect_of_one(people: People) -> None:
    """Field report C-11: called by four threads at once, and by the workers meanwhile."""
    users = people(2)
    game = revealed_game(users)
    turn = cast.open_turn(game)
    cast.let_time_pass(game)

    def sweep_often() -> int:
        return sum(sweep() is not None for _call in range(250))

    for _copy in range(100):
        sweep_task.delay()
    assert 1 <= sum(at_once([sweep_often] * 4)) <= 1000
    check_resolved_once(game, turn, accepted=1, version=game.version)


def test_a_dead_beat_shows_in_healthz(live: LiveSite, people: People, visitors: Visitors) -> None:
    """Field report C-10."""
    users = people(2)
    game = cast.running_game(users)
    look = visitors(game, users)[0]

    def wait_for_health(status: int) -> None:
        healthy = partial(look.get, "/healthz")
        what = f"/healthz does not answer {status}"
        wait_until(lambda: healthy().status == status, seconds=20, what=what)

    wait_for_health(200)
    live.kill9("beat")
    wait_for_health(503)
    last = JobRun.objects.get(name="sweep").ran_at
    live.start("beat")
    wait_for_health(200)
    assert JobRun.objects.get(name="sweep").ran_at > last
