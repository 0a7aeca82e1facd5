"""Which row is taken for whom: the wish with the card, else the rule, else they say."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Due, Game, Notification, Turn
from games.notifications.words import sentence
from games.services.errors import BadRequest
from games.services.missing import miss
from games.services.orders import Order, set_queue, set_row_rule
from tests.games import cast

pytestmark = pytest.mark.django_db


def low_turn(game: Game, alice: User, bob: User, wish: str = "") -> Turn:
    """Alice's 3 is lower than every row: which does she take?"""
    return cast.play(game, {alice: 3, bob: 30}, {alice: wish})


@pytest.mark.parametrize(
    ("rule", "limit", "row"),
    [("ask", None, None), ("cheapest", None, 0), ("at_most", 1, 0), ("at_most", 0, None)],
)
def test_the_rule_for_rows(
    game: Game, alice: User, bob: User, rule: str, limit: int | None, row: int | None
) -> None:
    """The cheapest row, [41], costs one bullhead."""
    set_row_rule(game_id=game.pk, user=alice, rule=rule, limit=limit)
    turn = low_turn(game, alice, bob)
    if row is None:
        assert turn.state == Turn.State.CHOOSING
        return
    step = turn.placements[0]
    assert (step["row"], step["by"], step["row_by"]) == (row, "player", "order")


def test_the_wish_with_the_pick_comes_before_the_rule(game: Game, alice: User, bob: User) -> None:
    set_row_rule(game_id=game.pk, user=alice, rule="cheapest")
    step = low_turn(game, alice, bob, wish="3").placements[0]
    assert (step["row"], step["row_by"]) == (3, "player")


def test_who_wants_to_be_asked_is_asked_whatever_the_rule(
    game: Game, alice: User, bob: User
) -> None:
    """The page says so: a wish that you give with a pick comes first."""
    set_row_rule(game_id=game.pk, user=alice, rule="cheapest")
    turn = low_turn(game, alice, bob, wish="ask")
    assert turn.state == Turn.State.CHOOSING
    assert Due.objects.get(game=game, settled_at=None).seat.user == alice


@pytest.mark.parametrize(("wish", "asks"), [("rule", False), ("ask", True)])
def test_a_queued_card_goes_by_the_rule_or_asks(
    game: Game, alice: User, bob: User, wish: str, asks: bool
) -> None:
    set_row_rule(game_id=game.pk, user=alice, rule="cheapest")
    set_queue(game_id=game.pk, user=alice, orders=[Order(card=3, wish=wish)])
    cast.play(game, {alice: 99, bob: 21}, {bob: "0"})
    turn = cast.play(game, {bob: 30})
    assert (turn.state == Turn.State.CHOOSING) is asks


def test_in_a_tie_a_free_place_costs_nothing(alice: User, bob: User) -> None:
    """Two-sided: 50 lies as near to 48 as to 52; row 1 would cost nothing, its bullheads stay."""
    game = cast.running_game([alice, bob], placement="both")
    hands = {"Alice": [50, *range(1, 10)], "Bob": list(range(90, 100))}
    cast.stack(game, [[44, 48], [52, 55], [70], [80]], hands)
    set_row_rule(game_id=game.pk, user=alice, rule="at_most", limit=0)
    turn = cast.play(game, {alice: 50, bob: 90})
    assert turn.state == Turn.State.DONE
    step = next(step for step in turn.placements if step["card"] == 50)
    assert (step["taken"], step["row_by"]) == ([], "order")


@pytest.mark.parametrize(
    ("rule", "limit", "sentence"),
    [
        ("random", None, "no such rule"),
        ("at_most", None, "how many"),
        ("at_most", 31, "at most 30"),
        ("at_most", -1, "at most 30"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(
    game: Game, alice: User, rule: str, limit: int | None, sentence: str
) -> None:
    with pytest.raises(BadRequest, match=sentence):
        set_row_rule(game_id=game.pk, user=alice, rule=rule, limit=limit)


@pytest.mark.parametrize(
    ("ordered", "told"),
    [(False, "Your order took row 1."), (True, "Your order played 3. Your order took row 1.")],
)
def test_the_owner_is_told_which_row_their_rule_took(
    game: Game, alice: User, bob: User, ordered: bool, told: str
) -> None:
    """Only the card of a queue was told, not the row that cost the bullheads."""
    set_row_rule(game_id=game.pk, user=alice, rule="cheapest")
    if ordered:
        set_queue(game_id=game.pk, user=alice, orders=[Order(card=3)])
        cast.play(game, {alice: 99, bob: 30}, {bob: "2"})
        cast.play(game, {bob: 29}, {bob: "2"})
    else:
        low_turn(game, alice, bob)
    note = Notification.objects.get(event="order")
    assert (note.user, sentence(note, alice)) == (alice, told)


@pytest.mark.parametrize(("limit", "by", "misses"), [(1, "order", 0), (0, "standin", 1)])
def test_at_the_deadline_the_rule_comes_before_the_stand_in(
    game: Game, alice: User, bob: User, limit: int, by: str, misses: int
) -> None:
    """design.md, "Time": Alice wanted to be asked, and left a rule for when she cannot answer."""
    low_turn(game, alice, bob, wish="ask")
    set_row_rule(game_id=game.pk, user=alice, rule="at_most", limit=limit)
    cast.let_time_pass(game)
    assert miss(game.pk)
    turn = cast.play(game, {})
    step = turn.placements[0]
    assert (step["row"], step["row_by"]) == (0, by)
    assert game.seats.get(user=alice).misses == misses
