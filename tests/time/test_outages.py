"""A time in which nobody swept is given back to everybody, once, whatever happens meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from accounts.models import User
from games.live import table_message
from games.models import Due, Game, JobRun, Outage
from games.models.game import DAY as A_DAY
from games.selectors.viewer import Viewer
from games.services import asking, outages, sweeping
from games.services.moderating import moderate
from games.services.sweeping import sweep
from games.simulation.clock import Clock
from tests.games import cast
from tests.time.passing import due_of, outage

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def two_games() -> tuple[User, list[Game]]:
    alice, bob = cast.people(2)
    return alice, [cast.running_game([alice, bob], pace_seconds=A_DAY) for _game in range(2)]


def times_left(games: list[Game], user: User, clock: Clock) -> list[timedelta]:
    return [due_of(game, user).at - clock.now for game in games]


def test_a_killed_sweep_has_given_back_to_some_and_the_next_gives_to_the_others(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a killed sweep had moved until then was moved once more by the next one."""
    alice, games = two_games()
    before = times_left(games, alice, clock)
    write, written = asking._write, []

    def killed(dues: Sequence[Due]) -> None:
        written.append(dues)
        if len(written) == 2:
            raise SystemExit
        write(dues)

    monkeypatch.setattr(outages, "GAMES_AT_ONCE", 1)
    with monkeypatch.context() as patched:
        patched.setattr(asking, "_write", killed)
        with pytest.raises(SystemExit):
            outage(clock, 30 * HOUR)
    assert (sweep() or {})["outage"] == 2
    assert times_left(games, alice, clock) == before
    assert (sweep() or {})["outage"] == 0
    (noted,) = Outage.objects.all()
    assert (noted.until - noted.since, noted.moved) == (30 * HOUR, 4)
    assert noted.done_at is not None


def test_open_pages_learn_of_the_new_deadline(clock: Clock) -> None:
    """Field report B-18: pages that were open went on to show the deadline before the outage."""
    alice, games = two_games()
    versions = [game.version for game in games]
    shown = [table_message(game.pk, Viewer(alice), known=game.version) for game in games]
    assert [message["type"] for message in shown] == ["tick", "tick"]
    outage(clock, 30 * HOUR)
    for game, version in zip(games, versions, strict=True):
        message = table_message(game.pk, Viewer(alice), known=version)
        assert message["type"] == "table"
        assert due_of(game, alice).at.isoformat() in message["html"]


def test_what_was_noted_of_an_outage_is_not_noted_again(clock: Clock) -> None:
    """The mark says less than is so: a clock was set back, or a backup of one table came back."""
    alice, games = two_games()
    before = times_left(games, alice, clock)
    stopped = clock.now
    outage(clock, 30 * HOUR)
    JobRun.objects.filter(name="sweep").update(ran_at=stopped)
    assert (sweep() or {})["outage"] == 0
    assert times_left(games, alice, clock) == before
    JobRun.objects.filter(name="sweep").update(ran_at=stopped)
    clock.go_to(clock.now + HOUR)
    assert (sweep() or {})["outage"] == 4
    assert times_left(games, alice, clock) == before


def test_no_deadline_passes_before_everybody_has_the_time_back(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games by the hundred thousand take more than one sweep; nobody is late meanwhile."""
    alice, games = two_games()
    before = times_left(games, alice, clock)
    monkeypatch.setattr(outages, "GAMES_AT_ONCE", 1)
    with monkeypatch.context() as patched:
        patched.setattr(sweeping, "LONGEST_SECONDS", -1)
        first = outage(clock, 30 * HOUR)
        assert (first["outage"], first["missed"]) == (2, 0)
        assert due_of(games[1], alice).at < clock.now
    last = sweep() or {}
    assert (last["outage"], last["missed"]) == (2, 0)
    assert times_left(games, alice, clock) == before


def test_a_table_that_is_paused_in_an_outage_has_back_what_came_before(clock: Clock) -> None:
    """The web went on, the sweep did not: a moderator pauses after six of the thirty hours."""
    alice, (game, _other) = two_games()
    before = due_of(game, alice).at - clock.now
    herder = cast.person("Herder", is_superuser=True)
    stopped = clock.now
    sweep()
    clock.go_to(stopped + 6 * HOUR)
    moderate(game_id=game.pk, moderator=herder, action="pause", reason="A quarrel.")
    clock.go_to(stopped + 30 * HOUR)
    sweep()
    moderate(game_id=game.pk, moderator=herder, action="resume", reason="All is well.")
    assert due_of(game, alice).at - clock.now == before
