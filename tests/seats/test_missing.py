"""Deadlines pass: who has left orders, who is a no-show, who is away."""

from __future__ import annotations

import pytest

from games.models import Due, Game, Notification, Pick, Round, Seat
from games.services.drafting import set_wishes, take_card
from games.services.extending import vote_extension
from games.services.leaving import resign, take_seat
from games.services.missing import miss
from games.services.orders import Order, set_queue, set_row_rule
from games.services.sweeping import sweep
from tests.games import cast
from tests.seats.scenes import draft_game, drafter, low_game, seat_of

pytestmark = pytest.mark.django_db


def overdue(game: Game) -> Due:
    cast.let_time_pass(game)
    return Due.objects.filter(game=game, settled_at=None).latest("pk")


def test_a_no_show_before_the_first_reveal_cancels_the_game_unrated() -> None:
    """Field report B-45."""
    alice, bob = users = cast.people(2)
    game = cast.running_game(users)
    cast.pick(game, alice, cast.hand_of(game, alice)[0])
    due = overdue(game)
    assert miss(due.game_id)
    assert not miss(due.game_id)
    game.refresh_from_db()
    assert game.state == Game.State.CANCELLED
    assert game.reason == "Bob did not come to the first turn: the game does not count."
    assert not Due.objects.filter(game=game, settled_at=None).exists()
    told = Notification.objects.filter(event="game_over", game=game)
    assert sorted(told.values_list("user_id", flat=True)) == sorted([alice.pk, bob.pk])


def test_who_has_drafted_is_no_no_show() -> None:
    """A person who took cards and then vanishes does not undo the draft of the others."""
    users = cast.people(2)
    game = draft_game(users)
    for _take in range(2):
        gone = {take.card for take in game.rounds.get(state="drafting").takes.all()}
        take_card(game_id=game.pk, user=drafter(game), card=min(set(range(1, 25)) - gone))
    assert miss(overdue(game).game_id)
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    takes = game.rounds.get(state=Round.State.DRAFTING).takes.all()
    assert takes[2].by == Pick.By.STANDIN


@pytest.mark.parametrize("act", ["queue", "rule", "vote", "take over"])
def test_who_has_done_anything_is_no_no_show(act: str) -> None:
    """Bob's queue falls to its guard at the deadline; Dora sat down in turn 1 and is gone."""
    alice, bob = users = cast.people(2)
    game = low_game(users)
    if act == "queue":
        order = Order(card=25, guard="not_low")
        set_queue(game_id=game.pk, user=bob, orders=[order])
    elif act == "rule":
        set_row_rule(game_id=game.pk, user=bob, rule="cheapest")
    elif act == "vote":
        vote_extension(game_id=game.pk, user=bob)
    else:
        resign(game_id=game.pk, user=bob)
        take_seat(game_id=game.pk, user=cast.person("Dora"), number=1)
    cast.pick(game, alice, 19)
    assert miss(overdue(game).game_id)
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert cast.open_turn(game).picks.get(seat__number=1).by == Pick.By.STANDIN
    assert game.seats.get(number=1).misses == 1


def test_who_has_left_wishes_in_a_draft_is_no_no_show() -> None:
    """All that was wished for is gone when the turn comes."""
    users = cast.people(2)
    game = draft_game(users)
    first = drafter(game)
    second = next(user for user in users if user != first)
    set_wishes(game_id=game.pk, user=second, cards=[1])
    take_card(game_id=game.pk, user=first, card=1)
    assert miss(overdue(game).game_id)
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


def test_taking_a_card_or_leaving_wishes_ends_a_row_of_misses() -> None:
    users = cast.people(2)
    game = draft_game(users)
    Seat.objects.filter(game=game).update(misses=2)
    asked = drafter(game)
    take_card(game_id=game.pk, user=asked, card=1)
    other = next(user for user in users if user != asked)
    set_wishes(game_id=game.pk, user=other, cards=[])
    assert set(game.seats.values_list("misses", flat=True)) == {0}


def test_on_a_deadline_ones_own_order_is_played_first() -> None:
    """design.md, "Time": the standing order, else the stand-in. It is no miss."""
    alice, bob = users = cast.people(2)
    game = cast.running_game(users)
    cast.reveal_once(game, users)
    cards = cast.hand_of(game, bob)
    set_queue(game_id=game.pk, user=bob, orders=[Order(card=cards[4]), Order(card=cards[2])])
    cast.pick(game, alice, cast.hand_of(game, alice)[0], "cheapest")
    assert miss(overdue(game).game_id)
    turn = cast.open_turn(game)
    pick = turn.picks.get(seat__user=bob)
    assert (pick.card, pick.by) == (cards[4], Pick.By.ORDER)
    assert turn.state == "resolving"
    assert game.seats.get(user=bob).misses == 0
    assert [q.card for q in game.seats.get(user=bob).queued.all()] == [cards[2]]


def test_who_goes_away_leaves_no_stale_orders() -> None:
    alice, bob = users = cast.people(2)
    game = low_game(users)
    set_queue(game_id=game.pk, user=alice, orders=[Order(card=11)])
    cast.play(game, {alice: 3, bob: 25})
    Seat.objects.filter(user=alice).update(misses=2)
    assert miss(overdue(game).game_id)
    seat = game.seats.get(user=alice)
    assert seat.is_away
    assert not seat.queued.exists()


def test_a_person_who_is_away_is_told_of_once() -> None:
    _alice, bob = users = cast.people(2)
    game = cast.running_game(users)
    cast.reveal_once(game, users)
    Seat.objects.filter(game=game, user=bob).update(misses=2)
    cast.let_time_pass(game)
    sweep()
    sweep()
    told = Notification.objects.filter(event="replaced", data__away="Bob")
    assert told.count() == 2  # Bob and Alice, once each
    assert seat_of(game, bob).is_away
