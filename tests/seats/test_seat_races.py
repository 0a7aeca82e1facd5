"""Seats that change hands, and people who leave, at the very moment something else happens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Due, ExtensionVote, Game, Notification, Pick, QueuedPick, Seat, Turn
from games.services import extending, leaving, orders, picking
from games.services.errors import Refusal
from games.services.missing import miss
from games.services.resolving import resolve_turn
from games.services.sweeping import sweep
from games.verifying import problems_of
from tests.games import cast
from tests.seats.scenes import low_game, seat_of
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
DONE = "done"
ROUNDS = range(4)  # how often the open races are run


def outcome(act: Callable[[], object]) -> str:
    """DONE, or the kind of refusal; anything else fails the test."""
    try:
        act()
    except Refusal as refusal:
        return type(refusal).__name__
    return DONE


def race(*acts: Callable[[], object]) -> list[str]:
    return at_once([partial(outcome, act) for act in acts])


def offer(game: Game, user: User) -> None:
    Seat.objects.filter(game=game, user=user).update(offered_at=timezone.now(), misses=3)


def check_nobody_is_asked_who_is_not_there(game: Game) -> None:
    for due in Due.objects.filter(game=game, settled_at=None).select_related("seat"):
        assert due.seat.user_id is not None
        assert not due.seat.is_away
    stacked = "round 1: the deal does not follow from seed and salts"
    assert list(problems_of(game)) in ([], [stacked])


def test_five_people_take_one_seat() -> None:
    *users, charlie = cast.people(3)
    game = cast.running_game([*users, charlie])
    offer(game, charlie)
    hand = cast.hand_of(game, charlie)
    newcomers = [cast.person(name) for name in ("Dora", "Emil", "Frida", "Gustav", "Hanna")]
    take = partial(leaving.take_seat, game_id=game.pk, number=2)
    answers = race(*(partial(take, user=user) for user in newcomers))
    assert sorted(answers) == ["NotThere"] * 4 + [DONE]
    winner = newcomers[answers.index(DONE)]
    assert cast.hand_of(game, winner) == hand
    assert seat_of(game, winner).tenures.filter(ended_at=None).count() == 1
    assert Notification.objects.filter(event="replaced", user=charlie).count() == 1
    check_nobody_is_asked_who_is_not_there(game)


@pytest.mark.parametrize("_again", ROUNDS)
def test_the_owner_comes_back_while_somebody_sits_down(_again: int) -> None:
    alice, bob, charlie = cast.people(3)
    game = cast.running_game([alice, bob, charlie])
    offer(game, charlie)
    dora = cast.person("Dora")
    back, taken = race(
        partial(leaving.take_back, game_id=game.pk, user=charlie),
        partial(leaving.take_seat, game_id=game.pk, user=dora, number=2),
    )
    assert (back, taken) in ((DONE, "NotThere"), ("NotYours", DONE))
    seat = game.seats.get(number=2)
    assert seat.user == (charlie if back == DONE else dora)
    assert Due.objects.get(seat=seat, settled_at=None).kind == Due.Kind.PICK
    check_nobody_is_asked_who_is_not_there(game)


@pytest.mark.parametrize("_again", ROUNDS)
def test_somebody_leaves_with_the_last_pick_of_another(_again: int) -> None:
    alice, bob, charlie = users = cast.people(3)
    game = low_game(users)
    turn = cast.open_turn(game)
    cast.pick(game, charlie, 49, "cheapest")
    last = partial(picking.submit_pick, game_id=game.pk, user=bob, card=25, wish="cheapest")
    assert race(last, partial(leaving.resign, game_id=game.pk, user=alice)) == [DONE, DONE]
    assert sum(at_once([partial(resolve_turn, turn_id=turn.pk)] * 3)) == 1
    assert cast.open_turn(game).number == 2
    check_nobody_is_asked_who_is_not_there(game)


@pytest.mark.parametrize("_again", ROUNDS)
def test_somebody_leaves_with_their_own_pick_in_hand(_again: int) -> None:
    """The card counts if it came first; if not, a bot has picked. Its row is nobody's question."""
    alice, bob, charlie = users = cast.people(3)
    game = low_game(users)
    turn = cast.open_turn(game)
    for user, card in ((bob, 25), (charlie, 49)):
        cast.pick(game, user, card, "cheapest")
    picked, left = race(
        partial(picking.submit_pick, game_id=game.pk, user=alice, card=3, wish="ask"),
        partial(leaving.resign, game_id=game.pk, user=alice),
    )
    assert left == DONE
    by = turn.picks.get(seat__number=0).by
    assert by == (Pick.By.PLAYER if picked == DONE else Pick.By.STANDIN)
    resolve_turn(turn_id=turn.pk)
    turn.refresh_from_db()
    assert turn.state == Turn.State.DONE
    check_nobody_is_asked_who_is_not_there(game)


@pytest.mark.parametrize("_again", ROUNDS)
def test_somebody_leaves_as_their_time_is_up(_again: int) -> None:
    alice, bob = users = cast.people(2)
    game = cast.running_game(users)
    cast.reveal_once(game, users)
    cast.pick(game, bob, cast.hand_of(game, bob)[-1], "cheapest")
    due = Due.objects.get(game=game, settled_at=None)
    cast.let_time_pass(game)
    results = race(
        partial(miss, due.game_id),
        partial(leaving.resign, game_id=game.pk, user=alice),
        partial(sweep),
    )
    assert results == [DONE] * 3
    turn = cast.open_turn(game)
    assert turn.picks.count() == 2
    assert turn.picks.get(seat__number=0).by == Pick.By.STANDIN
    assert resolve_turn(turn_id=turn.pk)
    check_nobody_is_asked_who_is_not_there(game)


def test_leaving_twice_is_leaving_once() -> None:
    alice, *_others = users = cast.people(3)
    game = cast.running_game(users)
    answers = race(*[partial(leaving.resign, game_id=game.pk, user=alice)] * 4)
    assert sorted(answers) == ["NotYours"] * 3 + [DONE]
    assert Notification.objects.filter(event="replaced").count() == 2


def test_everybody_agrees_at_once_and_has_the_time_once() -> None:
    users = cast.people(5)
    game = cast.running_game(users)
    vote = partial(extending.vote_extension, game_id=game.pk)
    assert race(*(partial(vote, user=user) for user in users)) == [DONE] * 5
    assert not ExtensionVote.objects.exists()
    lengths = Due.objects.filter(game=game, settled_at=None).values_list("length", flat=True)
    assert set(lengths) == {2 * game.pace_seconds}


@pytest.mark.parametrize("_again", ROUNDS)
def test_a_queue_is_changed_as_the_turn_opens_that_would_play_it(_again: int) -> None:
    """Either the old card is played and the new one waits, or the new one is played."""
    alice, bob = users = cast.people(2)
    game = cast.running_game(users)
    cards = cast.hand_of(game, alice)
    queue = partial(orders.set_queue, game_id=game.pk, user=alice)
    queue(orders=[orders.Order(card=cards[3])])
    cast.pick(game, alice, cards[9], "cheapest")
    cast.pick(game, bob, cast.hand_of(game, bob)[9], "cheapest")
    turn = cast.open_turn(game)
    changed, _resolved = race(
        partial(queue, orders=[orders.Order(card=cards[5])]), partial(resolve_turn, turn_id=turn.pk)
    )
    assert changed == DONE
    played = cast.open_turn(game).picks.get(seat__user=alice)
    assert played.by == Pick.By.ORDER
    left = list(QueuedPick.objects.values_list("card", flat=True))
    assert (played.card, left) in ((cards[5], []), (cards[3], [cards[5]]))
