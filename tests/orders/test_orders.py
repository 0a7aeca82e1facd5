"""Standing orders: cards for later turns with guards, and a rule for rows."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Due, Game, Notification, Pick, QueuedPick, Seat, Turn
from games.services.errors import BadRequest, NotYours, TooLate
from games.services.missing import miss
from games.services.orders import Order, set_queue, set_row_rule
from games.services.resolving import resolve_turn
from tests.games import cast
from tests.orders.conftest import HANDS

pytestmark = pytest.mark.django_db


def queue(game: Game, user: User, *orders: Order) -> None:
    set_queue(game_id=game.pk, user=user, orders=orders)


def own_pick(game: Game, user: User) -> Pick | None:
    return cast.open_turn(game).picks.filter(seat__user=user).first()


def play_first_turn(game: Game, alice: User, bob: User) -> Turn:
    """Alice's 99, and Bob's 21 for which he takes the first row."""
    return cast.play(game, {alice: 99, bob: 21}, {bob: "0"})


def test_queued_cards_are_played_in_order_and_the_person_is_not_asked(
    game: Game, alice: User, bob: User
) -> None:
    queue(game, alice, Order(card=90), Order(card=12, wish="cheapest"))
    play_first_turn(game, alice, bob)
    pick = own_pick(game, alice)
    assert pick is not None
    assert (pick.card, pick.by) == (90, Pick.By.ORDER)
    assert not Due.objects.filter(seat__user=alice, settled_at=None).exists()
    cast.play(game, {bob: 22}, {bob: "cheapest"})
    pick = own_pick(game, alice)
    assert pick is not None
    assert (pick.card, pick.wish) == (12, "cheapest")
    cast.play(game, {bob: 23}, {bob: "cheapest"})
    assert own_pick(game, alice) is None
    assert Due.objects.filter(seat__user=alice, settled_at=None).count() == 1


def test_what_an_order_picked_can_be_changed_until_the_reveal(
    game: Game, alice: User, bob: User
) -> None:
    queue(game, alice, Order(card=90))
    play_first_turn(game, alice, bob)
    cast.pick(game, alice, 12)
    pick = own_pick(game, alice)
    assert pick is not None
    assert (pick.card, pick.by) == (12, Pick.By.PLAYER)


def test_a_card_played_by_hand_leaves_the_queue_and_the_rest_stays(
    game: Game, alice: User, bob: User
) -> None:
    queue(game, alice, Order(card=99), Order(card=90))
    play_first_turn(game, alice, bob)
    pick = own_pick(game, alice)
    assert pick is not None
    assert pick.card == 90
    assert not QueuedPick.objects.exists()


@pytest.mark.parametrize(
    ("order", "holds"),
    [
        (Order(card=51, guard="row_not_full", guard_row=1), False),
        (Order(card=51, guard="row_not_full", guard_row=0), True),
        (Order(card=51, guard="not_sixth"), False),
        (Order(card=90, guard="not_sixth"), True),
        (Order(card=12, guard="not_low"), False),
        (Order(card=44, guard="not_low"), True),
    ],
)
def test_a_guard_that_fails_drops_the_queue_and_asks(
    game: Game, alice: User, bob: User, order: Order, holds: bool
) -> None:
    queue(game, alice, order, Order(card=93))
    turn = play_first_turn(game, alice, bob)
    assert turn.state == Turn.State.DONE
    assert (own_pick(game, alice) is not None) is holds
    assert QueuedPick.objects.count() == (1 if holds else 0)
    asked = Due.objects.filter(seat__user=alice, settled_at=None).count()
    assert asked == (0 if holds else 1)
    told = Notification.objects.filter(
        user=alice, event="order", subject__startswith=f"turn {cast.open_turn(game).pk} dropped"
    )
    assert [n.data["dropped"] for n in told] == ([] if holds else [order.guard])


def test_the_owner_is_told_what_was_played_and_nobody_else(
    game: Game, alice: User, bob: User
) -> None:
    queue(game, alice, Order(card=90))
    play_first_turn(game, alice, bob)
    assert not Notification.objects.filter(event="order").exists()  # it lies face down
    cast.play(game, {bob: 22}, {bob: "cheapest"})
    note = Notification.objects.get(event="order")
    assert (note.user, note.data) == (alice, {"played": 90})


def test_two_queues_in_one_turn_are_told_of_both(game: Game, alice: User, bob: User) -> None:
    """The first is dropped as the turn opens, the second plays at its deadline."""
    queue(game, alice, Order(card=12, guard="not_low"))
    play_first_turn(game, alice, bob)
    queue(game, alice, Order(card=90))
    cast.pick(game, bob, 22, "cheapest")
    cast.let_time_pass(game)
    assert miss(game.pk)
    cast.play(game, {})
    told = Notification.objects.filter(user=alice, event="order").order_by("pk")
    assert [one.data for one in told] == [{"dropped": "not_low", "row": None}, {"played": 90}]


@pytest.mark.parametrize(
    ("orders", "sentence"),
    [
        ([Order(card=21)], "cards of your hand"),
        ([Order(card=90), Order(card=90)], "each once"),
        ([Order(card=90, guard="nonsense")], "no such"),
        ([Order(card=90, wish="nonsense")], "no such"),
        ([Order(card=90, guard="row_not_full")], "which row"),
        ([Order(card=90, guard="row_not_full", guard_row=4)], "which row"),
        ([Order(card=90, guard_row=1)], "which row"),
        ([Order(card=card) for card in HANDS["Alice"]], "9 turns"),
    ],
)
def test_what_makes_no_sense_is_refused(
    game: Game, alice: User, orders: list[Order], sentence: str
) -> None:
    with pytest.raises(BadRequest, match=sentence):
        queue(game, alice, *orders)
    assert not QueuedPick.objects.exists()


def test_a_card_that_lies_face_down_is_not_queued(game: Game, alice: User) -> None:
    cast.pick(game, alice, 99)
    with pytest.raises(BadRequest, match="99 lies face down"):
        queue(game, alice, Order(card=99))


def test_an_empty_queue_clears_it(game: Game, alice: User) -> None:
    queue(game, alice, Order(card=90))
    queue(game, alice)
    assert not QueuedPick.objects.exists()


def test_orders_are_for_people_at_a_game_that_is_played(game: Game) -> None:
    with pytest.raises(NotYours):
        queue(game, cast.person("Dora"), Order(card=90))
    Game.objects.filter(pk=game.pk).update(state="void")
    alice = User.objects.get(username="Alice")
    with pytest.raises(TooLate):
        queue(game, alice, Order(card=90))
    with pytest.raises(TooLate):
        set_row_rule(game_id=game.pk, user=alice, rule="cheapest")


def test_leaving_orders_is_being_there(game: Game, alice: User) -> None:
    Seat.objects.filter(user=alice).update(misses=2)
    queue(game, alice, Order(card=90))
    assert game.seats.get(user=alice).misses == 0


def test_a_game_of_orders_plays_without_anybody(game: Game, alice: User, bob: User) -> None:
    """Both have queued: the next turn closes as it opens."""
    queue(game, alice, Order(card=90), Order(card=93))
    queue(game, bob, Order(card=22, wish="cheapest"))
    play_first_turn(game, alice, bob)
    turn = cast.open_turn(game)
    assert turn.state == Turn.State.RESOLVING
    assert resolve_turn(turn_id=turn.pk)
