"""Bots at a table: they move when it is theirs to move, and never hold anybody up."""

from __future__ import annotations

from typing import Any

import pytest

from games.bots import LEVELS
from games.models import Game, Pick, Turn
from games.services.rehearsing import play_turns
from games.services.resolving import resolve_turn
from games.tasks import resolve_turn as resolve_task
from games.verifying import problems_of
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


class Stumbling:
    """A bot that names what it holds when it falls."""

    def pick(self, view: Any, rng: Any) -> int:
        raise ValueError(f"I hold {view.hand}")

    def choose_row(self, view: Any, allowed: Any, rng: Any) -> int:
        raise ValueError(f"I hold {view.hand}")

    def draft(self, draft: Any, rng: Any) -> int:
        raise ValueError(f"I see {draft.table}")


class Cheating(Stumbling):
    """A bot that answers what is not allowed."""

    def pick(self, view: Any, rng: Any) -> int:
        return 105

    def choose_row(self, view: Any, allowed: Any, rng: Any) -> int:
        return 7

    def draft(self, draft: Any, rng: Any) -> int:
        return 105


def test_bots_have_picked_before_anybody_looks() -> None:
    (alice,) = cast.people(1)
    game = cast.running_game([alice], ("simple", "counter"))
    seats = doors.view(doors.browser(alice), game)["seats"]
    assert [seat["status"] for seat in seats] == ["thinking", "picked", "picked"]
    assert [seat["bot"] for seat in seats] == ["", "simple", "counter"]
    cast.pick(game, alice, cast.hand_of(game, alice)[0])
    assert cast.open_turn(game).state == Turn.State.RESOLVING


def test_the_workers_task_run_again_moves_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Field report A-09: nor does a person who clicks where nothing is asked."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], ("simple",))
    before = doors.stored()
    resolve_task(cast.open_turn(game).pk)
    assert resolve_turn(turn_id=cast.open_turn(game).pk) is False
    assert doors.send(doors.browser(alice), game, "choose", row=1)[0] == 409
    assert doors.stored() == before
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("bot", [Stumbling(), Cheating()])
@pytest.mark.parametrize("rules", [{}, {"placement": "both"}, {"deal": "draft", "deck": "tight"}])
def test_a_broken_bot_plays_its_lowest_card_and_no_log_says_what_it_holds(
    bot: Any,
    rules: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setitem(LEVELS, "counter", bot)
    (alice,) = cast.people(1)
    game = cast.running_game([alice], ("counter",), end="rounds", **rules)
    if rules.get("deal") == "draft":
        status, _answer = doors.send(doors.browser(alice), game, "wishes", cards="1 2 3")
        assert status == 200
        assert game.rounds.get(number=1).takes.filter(by="bot").exists()
    else:
        hand = game.rounds.get(number=1).hands.get(seat__bot="counter")
        assert Pick.objects.get(seat__bot="counter").card == min(hand.dealt)
        game = play_turns(game.pk)
        assert game.state == Game.State.FINISHED
        assert list(problems_of(game)) == []
    assert caplog.records
    assert "I hold (" not in caplog.text
    assert "I see (" not in caplog.text
