"""People who sit down, leave, start and cancel at the same instant.

Each thread has a connection and a transaction of its own. What is not a Refusal (a deadlock, a
broken constraint) comes out of ``at_once`` and fails the test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from accounts.models import User
from games.models import Game, Round, Seat
from games.services import hosting, tables
from tests.games import cast
from tests.games.racing import DONE, LATE, ROUNDS, no_deadlock_and_nothing_wrong, race
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_wrong() -> Iterator[None]:
    with no_deadlock_and_nothing_wrong():
        yield


def open_table(creator: User, seats: int = 4) -> Game:
    return tables.create_game(creator=creator, name="Friday herd", seats_wanted=seats)


def table_of_three() -> tuple[Game, User, User]:
    """Alice has opened it; Bob and Charlie sit there, too."""
    alice, bob, charlie = cast.people(3)
    game = open_table(alice)
    for user in (bob, charlie):
        tables.join_game(game_id=game.pk, user=user)
    return game, alice, bob


def joining(game: Game, user: User) -> Callable[[], object]:
    return partial(tables.join_game, game_id=game.pk, user=user)


def test_one_of_five_gets_the_last_seat() -> None:
    """Field report B-28."""
    alice, bob, *others = cast.people(7)
    game = open_table(alice, seats=3)
    tables.join_game(game_id=game.pk, user=bob)
    answers = race(*(joining(game, user) for user in others))
    assert Counter(answers) == {DONE: 1, LATE: 4}
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert game.seats.count() == 3
    assert [hand.cards for hand in cast.open_turn(game).round.hands.all() if hand.cards]


def test_bob_joins_twice_and_has_one_seat() -> None:
    """Field report B-27."""
    alice, bob = cast.people(2)
    game = open_table(alice)
    assert race(*[joining(game, bob)] * 4) == [DONE] * 4
    assert list(game.seats.values_list("number", flat=True)) == [0, 1]


def test_a_double_start_deals_once() -> None:
    alice, bob = cast.people(2)
    game = open_table(alice)
    tables.join_game(game_id=game.pk, user=bob)
    start = partial(tables.start_game, game_id=game.pk, user=alice)
    assert Counter(race(*[start] * 4)) == {DONE: 1, LATE: 3}
    assert [r.state for r in game.rounds.all()] == [Round.State.PLAYING, Round.State.PLANNED]
    assert cast.open_turn(game).number == 1


def test_bots_take_no_more_seats_than_there_are() -> None:
    (alice,) = cast.people(1)
    game = open_table(alice, seats=3)
    add = partial(hosting.add_bot, game_id=game.pk, user=alice, level=Seat.Bot.SIMPLE)
    assert Counter(race(*[add] * 5)) == {DONE: 2, LATE: 3}
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert list(game.seats.values_list("number", flat=True)) == [0, 1, 2]


@pytest.mark.parametrize("_again", ROUNDS)
def test_a_table_is_either_cancelled_or_joined_and_started(_again: int) -> None:
    alice, bob = cast.people(2)
    game = open_table(alice, seats=2)
    cancel = partial(tables.cancel_game, game_id=game.pk, user=alice)
    cancelled, joined = race(cancel, joining(game, bob))
    game.refresh_from_db()
    state = Game.State.CANCELLED if cancelled == DONE else Game.State.RUNNING
    assert game.state == state
    assert {cancelled, joined} == {DONE, LATE}


@pytest.mark.parametrize("_again", ROUNDS)
def test_bob_has_either_left_or_plays(_again: int) -> None:
    game, alice, bob = table_of_three()
    leave = partial(tables.leave_game, game_id=game.pk, user=bob)
    left, started = race(leave, partial(tables.start_game, game_id=game.pk, user=alice))
    assert started == DONE
    names = [seat.name for seat in game.seats.select_related("user")]
    assert names == (["Alice", "Charlie"] if left == DONE else ["Alice", "Bob", "Charlie"])
    assert list(game.seats.values_list("number", flat=True)) == list(range(len(names)))


def test_a_rematch_that_everybody_asks_for_is_one_game() -> None:
    users = cast.people(3)
    game = cast.running_game(users, end="rounds")
    while game.state == Game.State.RUNNING:
        cast.play_lowest(game, users)
    ask = partial(tables.rematch, game_id=game.pk)
    asked = at_once([partial(ask, user=user) for user in (*users, *users)])
    assert len({again.pk for again in asked}) == 1
    again = Game.objects.get(rematch_of=game)
    assert again.state == Game.State.RUNNING
    assert sorted(seat.user_id or 0 for seat in again.seats.all()) == [user.pk for user in users]


@pytest.mark.parametrize("_again", ROUNDS)
def test_bob_is_either_removed_or_plays(_again: int) -> None:
    game, alice, _bob = table_of_three()
    remove = partial(hosting.remove_person, game_id=game.pk, user=alice, number=1)
    removed, started = race(remove, partial(tables.start_game, game_id=game.pk, user=alice))
    assert started == DONE
    names = [seat.name for seat in game.seats.select_related("user")]
    assert names == (["Alice", "Charlie"] if removed == DONE else ["Alice", "Bob", "Charlie"])


@pytest.mark.parametrize("_again", ROUNDS)
def test_who_is_removed_does_not_slip_in_again(_again: int) -> None:
    alice, bob = cast.people(2)
    game = open_table(alice)
    tables.join_game(game_id=game.pk, user=bob)
    remove = partial(hosting.remove_person, game_id=game.pk, user=alice, number=1)
    removed, _joined = race(remove, joining(game, bob))
    assert removed == DONE
    assert not game.seats.filter(user=bob).exists()
