"""A turn, from the first pick to the next turn (services.picking, services.resolving)."""

from __future__ import annotations

import pytest

from games.models import Game, Hand, Pick, Round, Turn
from games.services.errors import BadRequest, NotYours, TooLate
from games.services.picking import choose_row
from games.services.resolving import resolve_turn
from games.services.sweeping import sweep
from games.verifying import problems_of
from tests.games import cast

pytestmark = pytest.mark.django_db

TAILS = [[50], [60], [70], [80]]


@pytest.mark.parametrize("count", [2, 5, 10])
def test_everybody_picks_then_the_turn_resolves_once(count: int) -> None:
    users = cast.people(count)
    game = cast.running_game(users)
    turn = cast.open_turn(game)
    for user in users[:-1]:
        cast.pick(game, user, cast.hand_of(game, user)[-1], "cheapest")
        assert cast.open_turn(game).state == Turn.State.PICKING
    cast.pick(game, users[-1], cast.hand_of(game, users[-1])[-1], "cheapest")
    assert cast.open_turn(game).state == Turn.State.RESOLVING
    assert resolve_turn(turn_id=turn.pk)
    assert not resolve_turn(turn_id=turn.pk)
    assert cast.open_turn(game).number == 2
    assert Turn.objects.filter(round__game=game).count() == 2
    assert list(problems_of(game)) == []


def test_alice_can_change_her_pick_until_bobs_arrives() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    first, second = cast.hand_of(game, alice)[:2]
    cast.pick(game, alice, second)
    cast.pick(game, alice, first)
    cast.pick(game, alice, second, "cheapest")
    assert Pick.objects.get(seat__user=alice).card == second
    cast.pick(game, bob, cast.hand_of(game, bob)[0], "cheapest")
    with pytest.raises(TooLate):
        cast.pick(game, alice, first)
    resolve_turn(turn_id=cast.open_turn(game).pk)
    assert cast.hand_of(game, alice).count(second) == 0
    assert first in cast.hand_of(game, alice)


def test_a_low_card_waits_for_its_owner_who_asked_to_be_asked() -> None:
    """Field report A-43: after the choice all cards are placed, in order."""
    users = alice, bob, charlie, mira = cast.people(4)
    game = cast.running_game(list(users))
    cast.stack(
        game,
        TAILS,
        {
            "Alice": [3, *range(11, 20)],
            "Bob": [5, *range(21, 30)],
            "Charlie": [49, *range(31, 40)],
            "Mira": [90, *range(91, 100)],
        },
    )
    turn = cast.play(game, {alice: 3, bob: 5, charlie: 49, mira: 90})
    assert turn.state == Turn.State.CHOOSING
    assert turn.chooser == game.seats.get(user=alice)
    for other in (bob, charlie):
        with pytest.raises(NotYours):
            choose_row(game_id=game.pk, user=other, row=1)
    with pytest.raises(BadRequest):
        choose_row(game_id=game.pk, user=alice, row=4)
    choose_row(game_id=game.pk, user=alice, row=1)
    with pytest.raises(TooLate):
        choose_row(game_id=game.pk, user=alice, row=2)
    resolve_turn(turn_id=turn.pk)
    turn.refresh_from_db()
    assert [step["card"] for step in turn.placements] == [3, 5, 49, 90]
    assert turn.placements[0]["taken"] == [60]
    assert turn.placements[0]["why"] == "low"
    assert turn.round.game.rounds.get(number=1).rows == [[50], [3, 5, 49], [70], [80, 90]]
    assert Hand.objects.get(round=turn.round, seat__user=alice).bullheads == 3


@pytest.mark.parametrize(("wish", "row"), [("cheapest", 0), ("0", 0), ("3", 3)])
def test_the_wish_decides_without_waiting(wish: str, row: int) -> None:
    """Field report A-20: rows that cost 5, 5, 9 and 7; the first of the cheapest."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    rows = [[11], [5, 10], [20, 21, 22], [55]]
    cast.stack(game, rows, {"Alice": [3, *range(61, 70)], "Bob": [90, *range(91, 100)]})
    turn = cast.play(game, {alice: 3, bob: 90}, {alice: wish})
    assert turn.state == Turn.State.DONE
    assert turn.placements[0]["row"] == row
    assert Pick.objects.get(turn=turn, seat__user=alice).choice_by == "player"


def test_a_wish_is_not_needed_when_somebody_undercuts() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    cast.stack(game, TAILS, {"Alice": [30, *range(91, 100)], "Bob": [2, *range(11, 20)]})
    turn = cast.play(game, {alice: 30, bob: 2}, {bob: "2"})
    assert turn.state == Turn.State.DONE
    assert [step["why"] for step in turn.placements] == ["low", "placed"]


def test_the_stand_in_plays_for_absent_people_once_the_deadline_has_passed(
    settings: object,
) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    cast.reveal_once(game, [alice, bob])
    cast.pick(game, alice, cast.hand_of(game, alice)[-1])
    assert sweep() is not None
    assert cast.open_turn(game).state == Turn.State.PICKING
    cast.let_time_pass(game)
    done = sweep()
    assert done is not None
    assert done["missed"] == 1
    turn = cast.open_turn(game)
    assert turn.state == Turn.State.RESOLVING
    assert turn.picks.get(seat__user=bob).by == "standin"
    assert turn.picks.get(seat__user=alice).by == "player"


def test_an_absent_chooser_gets_the_cheapest_row() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    rows = [[11], [5, 10], [20, 21, 22], [55]]
    cast.stack(game, rows, {"Alice": [3, *range(61, 70)], "Bob": [90, *range(91, 100)]})
    turn = cast.play(game, {alice: 3, bob: 90})
    assert turn.state == Turn.State.CHOOSING
    cast.let_time_pass(game)
    sweep()
    resolve_turn(turn_id=turn.pk)
    turn.refresh_from_db()
    assert turn.placements[0] == {
        "seat": 0,
        "card": 3,
        "row": 0,
        "side": "right",
        "taken": [11],
        "why": "low",
        "by": "player",
        "row_by": "standin",
    }


def test_a_round_ends_and_the_next_is_dealt_until_somebody_exceeds_the_target() -> None:
    users = cast.people(3)
    game = cast.running_game(users, target=10)
    while game.state == Game.State.RUNNING:
        round_ = cast.play_round(game, users)
        assert round_.state == Round.State.FINISHED
    totals = [seat.total for seat in game.seats.all()]
    assert max(totals) > 10
    assert min(seat.rank or 9 for seat in game.seats.all()) == 1
    assert not game.rounds.filter(state=Round.State.PLANNED).exists()
    assert list(problems_of(game)) == []


def test_cards_that_are_not_in_the_hand_are_refused_and_change_nothing() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    version = game.version
    foreign = cast.hand_of(game, bob)[0]
    for card in (foreign, 0, 105):
        with pytest.raises(BadRequest):
            cast.pick(game, alice, card)
    with pytest.raises(BadRequest):
        cast.pick(game, alice, cast.hand_of(game, alice)[0], "4")
    game.refresh_from_db()
    assert game.version == version
    assert not Pick.objects.exists()


@pytest.mark.parametrize(
    "options",
    [
        {"placement": "both"},
        {"deck": "tight"},
        {"deal": "stock", "end": "rounds", "rounds_wanted": 5},
        {"end": "reaches", "target": 20},
        {"end": "rounds", "rounds_wanted": 2, "placement": "both", "deck": "tight"},
    ],
)
def test_every_variant_plays_to_its_end_and_replays(options: dict[str, object]) -> None:
    users = cast.people(2)
    game = cast.running_game(users, ("simple", "counter"), **options)
    while game.state == Game.State.RUNNING:
        cast.play_lowest(game, users)
    assert game.state == Game.State.FINISHED
    assert list(problems_of(game)) == []
