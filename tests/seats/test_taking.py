"""A seat changes hands: the hand stays on it, the person's secrets do not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Due, Game, Hand, Notification, Pick, QueuedPick, Seat, Turn
from games.notifications.still import still_true
from games.selectors.bell import told
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services.drafting import set_wishes
from games.services.errors import BadRequest, NotThere, NotYours, TooLate
from games.services.leaving import resign, take_back, take_seat
from games.services.orders import Order, set_queue, set_row_rule
from tests.games import cast
from tests.seats.scenes import away_game, draft_game, drafter, low_game, seat_of

pytestmark = pytest.mark.django_db


def test_who_is_away_is_not_waited_for() -> None:
    alice, bob, charlie = users = cast.people(3)
    game = away_game(users)
    assert seat_of(game, charlie).is_away
    turn = cast.open_turn(game)
    assert turn.picks.get().by == Pick.By.STANDIN
    view = table_view(game.pk, Viewer(user=alice))
    assert [person["name"] for person in view["awaited"]] == ["Alice", "Bob"]
    assert (bob.pk, view["seats"][2]["away"], view["seats"][2]["on_offer"]) == (bob.pk, True, True)


def test_the_newcomer_has_the_hand_a_fresh_deadline_and_notice() -> None:
    """Field report B-53, with the pick not made by its owner."""
    _alice, _bob, charlie = users = cast.people(3)
    game = away_game(users)
    dora = cast.person("Dora")
    cards = cast.hand_of(game, charlie)
    take_seat(game_id=game.pk, user=dora, number=2)
    assert cast.hand_of(game, dora) == cards
    view = table_view(game.pk, Viewer(user=dora))
    assert [held["card"] for held in view["hand"]] == cards
    assert view["pick"] is None
    assert view["needs_you"]
    due = Due.objects.get(seat__user=dora, settled_at=None)
    assert due.at >= timezone.now() + timedelta(days=2) - timedelta(minutes=1)
    assert Notification.objects.filter(user=dora, event="your_turn").count() == 1


def test_who_was_replaced_sees_nothing_any_more_and_is_told() -> None:
    _alice, _bob, charlie = users = cast.people(3)
    game = away_game(users)
    take_seat(game_id=game.pk, user=cast.person("Dora"), number=2)
    view = table_view(game.pk, Viewer(user=charlie))
    assert view["viewer"]["kind"] == "spectator"
    assert (view["hand"], view["pick"], view["orders"]) == (None, None, None)
    assert still_true(Notification.objects.get(user=charlie, data__after="Dora"))
    with pytest.raises(NotYours):
        cast.pick(game, charlie, 1)
    with pytest.raises(NotYours):
        take_back(game_id=game.pk, user=charlie)


def test_the_newcomer_knows_nothing_of_the_predecessors_plans() -> None:
    """Pick, queue, rule and wishes were Alice's; Dora is asked for her own pick."""
    alice, _bob = users = cast.people(2)
    game = cast.running_game(users)
    cards = cast.hand_of(game, alice)
    set_row_rule(game_id=game.pk, user=alice, rule="at_most", limit=5)
    set_queue(game_id=game.pk, user=alice, orders=[Order(card=cards[1])])
    cast.pick(game, alice, cards[0], "3")
    resign(game_id=game.pk, user=alice)
    dora = cast.person("Dora")
    take_seat(game_id=game.pk, user=dora, number=0)
    seat = seat_of(game, dora)
    assert not QueuedPick.objects.exists()
    assert (seat.row_rule, seat.row_limit, seat.misses) == ("ask", None, 0)
    assert not cast.open_turn(game).picks.filter(seat=seat).exists()
    assert Due.objects.get(seat=seat, settled_at=None).kind == Due.Kind.PICK
    assert [(t.user.username, t.end) for t in seat.tenures.all()] == [
        ("Alice", "resigned"),
        ("Dora", ""),
    ]


def test_a_wish_list_in_a_draft_is_not_inherited() -> None:
    users = cast.people(3)
    game = draft_game(users)
    asked = drafter(game)
    other = next(user for user in users if user != asked)
    set_wishes(game_id=game.pk, user=other, cards=[3, 1, 2])
    seat = seat_of(game, other)
    Seat.objects.filter(pk=seat.pk).update(offered_at=timezone.now())
    take_seat(game_id=game.pk, user=cast.person("Dora"), number=seat.number)
    assert Hand.objects.get(seat=seat).wishes == []


def test_who_has_seen_a_hand_of_this_game_takes_no_seat_in_it() -> None:
    """Two hands in one head would be a secret told."""
    alice, bob, _charlie = users = cast.people(3)
    game = cast.running_game(users)
    resign(game_id=game.pk, user=alice)
    resign(game_id=game.pk, user=bob)
    for number in (0, 1):
        with pytest.raises(NotYours, match="had a seat in this game"):
            take_seat(game_id=game.pk, user=alice, number=number)


def test_a_seat_at_a_private_table_is_for_people_with_the_link() -> None:
    alice, _bob = users = cast.people(2)
    game = cast.running_game(users, visibility="private")
    resign(game_id=game.pk, user=alice)
    dora = cast.person("Dora")
    with pytest.raises(NotYours, match="private"):
        take_seat(game_id=game.pk, user=dora, number=0)
    take_seat(game_id=game.pk, user=dora, number=0, invited=True)
    assert seat_of(game, dora).number == 0


def test_only_a_seat_on_offer_can_be_taken() -> None:
    alice, bob = users = cast.people(2)
    game = cast.running_game(users)
    dora = cast.person("Dora")
    for number in (0, 1, 9):
        with pytest.raises(NotThere):
            take_seat(game_id=game.pk, user=dora, number=number)
    with pytest.raises(BadRequest):
        take_seat(game_id=game.pk, user=bob, number=0)
    Game.objects.filter(pk=game.pk).update(on_leave="bot")
    Seat.objects.filter(user=alice).update(offered_at=timezone.now())
    with pytest.raises(NotThere):
        take_seat(game_id=game.pk, user=dora, number=0)


def test_charlie_comes_back_and_is_asked_again() -> None:
    _alice, _bob, charlie = users = cast.people(3)
    game = away_game(users)
    before = Notification.objects.count()
    take_back(game_id=game.pk, user=charlie)
    seat = seat_of(game, charlie)
    assert (seat.misses, seat.offered_at) == (0, None)
    assert not cast.open_turn(game).picks.exists()
    assert Due.objects.get(seat=seat, settled_at=None).kind == Due.Kind.PICK
    own = Notification.objects.filter(user=charlie, subject=f"turn {cast.open_turn(game).pk}")
    assert own.count() == 1
    assert Notification.objects.count() == before + 1  # the others see it, and need not act
    with pytest.raises(TooLate, match="not away"):
        take_back(game_id=game.pk, user=charlie)


def test_coming_back_while_somebody_chooses_changes_nothing_of_that_turn() -> None:
    alice, bob, charlie = users = cast.people(3)
    game = low_game(users)
    cast.play(game, {alice: 3, bob: 25, charlie: 35})
    Seat.objects.filter(user=charlie).update(offered_at=timezone.now(), misses=3)
    take_back(game_id=game.pk, user=charlie)
    turn = cast.open_turn(game)
    assert turn.state == Turn.State.CHOOSING
    assert turn.picks.get(seat__user=charlie).card == 35
    assert not Due.objects.filter(seat__user=charlie, settled_at=None).exists()


def test_picking_is_coming_back() -> None:
    """The stand-in's card can be changed until the reveal, like one's own."""
    _alice, _bob, charlie = users = cast.people(3)
    game = away_game(users)
    cast.pick(game, charlie, cast.hand_of(game, charlie)[0])
    assert not seat_of(game, charlie).is_away
    assert cast.open_turn(game).picks.get().by == Pick.By.PLAYER


def test_coming_back_does_not_make_the_turn_longer() -> None:
    """Charlie has what is left to the others, however often he goes away and comes back."""
    _alice, _bob, charlie = users = cast.people(3)
    game = away_game(users)
    end = timezone.now() + timedelta(hours=12)
    Due.objects.filter(game=game, settled_at=None).update(at=end)
    take_back(game_id=game.pk, user=charlie)
    due = Due.objects.get(seat__user=charlie, settled_at=None)
    assert end - timedelta(minutes=1) <= due.at <= end + timedelta(seconds=1)
    assert due.remind_at is not None
    assert due.remind_at < due.at


def test_who_comes_back_when_the_turns_time_is_up_keeps_the_stand_ins_card() -> None:
    _alice, _bob, charlie = users = cast.people(3)
    game = away_game(users)
    long_ago = timezone.now() - timedelta(days=3)
    Due.objects.filter(game=game, settled_at=None).update(started_at=long_ago, at=long_ago)
    take_back(game_id=game.pk, user=charlie)
    assert not seat_of(game, charlie).is_away
    assert cast.open_turn(game).picks.get().by == Pick.By.STANDIN
    assert not Due.objects.filter(seat__user=charlie, settled_at=None).exists()


def test_the_bell_lists_a_question_that_is_asked_again() -> None:
    """Charlie was asked, was away in this very turn and is back: told once, and listed."""
    _alice, _bob, charlie = users = cast.people(3)
    game = cast.running_game(users)
    turn, seat = cast.open_turn(game), seat_of(game, charlie)
    Due.objects.filter(seat=seat).update(settled_at=timezone.now())
    card = cast.hand_of(game, charlie)[0]
    Pick.objects.create(turn=turn, seat=seat, card=card, by=Pick.By.STANDIN)
    Seat.objects.filter(pk=seat.pk).update(misses=3, offered_at=timezone.now())
    assert "your_turn" not in [one.event for one in told(charlie.pk)]
    take_back(game_id=game.pk, user=charlie)
    asked = [one for one in told(charlie.pk) if one.event == "your_turn"]
    assert [one.subject for one in asked] == [f"turn {turn.pk}"]
    assert Notification.objects.filter(user=charlie, event="your_turn").count() == 1
