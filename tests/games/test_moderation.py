"""What a moderator does to a game: pause, resume, cancel, declare void, each with a reason."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, JobRun, ModerationEntry, Round, Turn
from games.services.errors import BadRequest, NotYours, TooLate
from games.services.moderating import moderate
from games.services.resolving import resolve_turn
from games.services.sweeping import sweep
from games.services.tables import create_game
from tests.games import cast, doors
from tests.games.scenes import over, picking

pytestmark = pytest.mark.django_db


@pytest.fixture
def herder(db: None) -> User:
    return cast.person("Herder", is_staff=True, is_superuser=True)


class Clock:
    """The server's clock, set by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now: datetime = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def do(game: Game, herder: User, action: str, reason: str = "A quarrel.") -> Game:
    return moderate(game_id=game.pk, moderator=herder, action=action, reason=reason)


def left(game: Game) -> int:
    seconds: int = doors.view(doors.browser(), game)["remaining_seconds"]
    return seconds


@pytest.mark.parametrize("rules", [{}, {"deal": "draft", "deck": "tight"}])
@pytest.mark.parametrize("pace", [60, 86400])
def test_three_pauses_leave_exactly_the_time_that_was_left(
    rules: dict[str, Any], pace: int, herder: User, clock: Clock
) -> None:
    """Field reports B-11 and B-12: a pause neither refills the clock nor runs it down."""
    game = cast.running_game(cast.people(2), pace_seconds=pace, **rules)
    clock.wait(seconds=pace * 0.75)
    for _pause in range(3):
        assert left(game) == pace // 4
        do(game, herder, "pause")
        clock.wait(days=2)
        assert left(game) == pace // 4
        assert sweep() is not None
        assert not Turn.objects.filter(picks__by="standin").exists()
        assert doors.view(doors.browser(), game)["awaited"] == []
        do(game, herder, "resume")
    assert left(game) == pace // 4
    clock.wait(seconds=pace // 4 + 1)
    JobRun.objects.update(ran_at=clock.now)  # the sweep was not down meanwhile
    done = sweep()
    assert done is not None
    assert done["missed"] >= 1


def test_a_paused_table_says_why_to_everybody(herder: User) -> None:
    game = picking()
    do(game, herder, "pause", "Alice is in hospital.")
    for client in (doors.browser(User.objects.get(username="Bob")), doors.browser()):
        text = doors.page(client, f"/games/{game.pk}/")
        assert "Paused" in text
        assert "Alice is in hospital." in text
    do(game, herder, "resume", "She is back.")
    assert "Alice is in hospital." not in doors.page(doors.browser(), f"/games/{game.pk}/")
    kept = [(entry.action, entry.reason) for entry in ModerationEntry.objects.all()]
    assert kept == [("pause", "Alice is in hospital."), ("resume", "She is back.")]


def test_a_turn_that_was_complete_waits_for_the_pause_to_end(herder: User) -> None:
    game = picking()
    turn = cast.open_turn(game)
    for name, card in (("Alice", 13), ("Bob", 25), ("Charlie", 90)):
        cast.pick(game, User.objects.get(username=name), card, "0")
    do(game, herder, "pause")
    assert not resolve_turn(turn_id=turn.pk)
    do(game, herder, "resume")
    assert resolve_turn(turn_id=turn.pk)


@pytest.mark.parametrize("action", ["cancel", "void"])
def test_a_game_ended_by_a_moderator_is_over_for_everybody_and_stays_readable(
    action: str, herder: User
) -> None:
    game = picking()
    do(game, herder, action)
    alice = doors.browser(User.objects.get(username="Alice"))
    assert doors.send(alice, game, "pick", card=13)[0] == 409
    view = doors.view(alice, game)
    assert (view["needs_you"], view["deadline"], view["hand"]) == (False, None, None)
    text = doors.page(alice, f"/games/{game.pk}/")
    assert "A quarrel." in text
    assert "A quarrel." in doors.page(alice, "/history/")
    assert "A quarrel." in doors.page(alice, f"/games/{game.pk}/record/")
    assert game.rounds.exclude(state=Round.State.FINISHED).exists()
    assert view["round"]["deals"] == []


def test_a_void_game_has_no_winner(herder: User) -> None:
    game = over()
    assert "winner" in str(doors.view(doors.browser(), game)["seats"])
    do(game, herder, "void", "Two accounts of one person.")
    view = doors.view(doors.browser(), game)
    assert view["result"]["winners"] == []
    assert not any(seat["winner"] for seat in view["seats"])
    assert not any(line["rank"] == 1 for line in view["result"]["standings"])
    text = doors.page(doors.browser(), f"/games/{game.pk}/")
    assert "Two accounts of one person." in text


def test_only_moderators_only_with_a_reason_and_only_what_fits(herder: User) -> None:
    game = picking()
    before = doors.stored()
    alice = User.objects.get(username="Alice")
    with pytest.raises(NotYours):
        moderate(game_id=game.pk, moderator=alice, action="void", reason="I lose.")
    for reason in ("", "   ", "x" * 301):
        with pytest.raises(BadRequest):
            do(game, herder, "pause", reason)
    with pytest.raises(BadRequest):
        do(game, herder, "explode")
    with pytest.raises(TooLate):
        do(game, herder, "resume")
    assert doors.stored() == before


def test_what_fits_when(herder: User) -> None:
    table = create_game(creator=herder, name="Empty chairs")
    with pytest.raises(TooLate):
        do(table, herder, "pause")
    with pytest.raises(TooLate):
        do(table, herder, "void")
    do(table, herder, "cancel")
    game = over()
    for action in ("pause", "resume", "cancel"):
        with pytest.raises(TooLate):
            do(game, herder, action)
