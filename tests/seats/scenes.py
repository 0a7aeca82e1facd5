"""Scenes in which somebody is away, leaves or comes."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import Due, Game, Seat
from games.services.sweeping import sweep
from tests.games import cast

TAILS = [[50], [60], [70], [80]]
HANDS = {
    "Alice": [3, *range(11, 20)],
    "Bob": [5, *range(21, 30)],
    "Charlie": [49, *range(31, 40)],
}


def low_game(users: list[User], **fields: Any) -> Game:
    """Alice's 3 (and Bob's 5) lie below every row."""
    game = cast.running_game(users, **fields)
    cast.stack(game, TAILS, {user.username: HANDS[user.username] for user in users})
    return game


def away_game(users: list[User], **fields: Any) -> Game:
    """The last of these people has missed three deadlines in a row; turn 5 is open."""
    game = cast.running_game(users, **fields)
    cast.reveal_once(game, users)
    for _turn in range(3):
        for user in users[:-1]:
            cast.pick(game, user, cast.hand_of(game, user)[-1], "cheapest")
        cast.let_time_pass(game)
        sweep()
        turn = cast.play(game, {})
        assert turn.state == turn.State.DONE
    game.refresh_from_db()
    return game


def draft_game(users: list[User]) -> Game:
    return cast.running_game(users, deal="draft", deck="tight")


def user_of(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user


def drafter(game: Game) -> User:
    """Who is asked to take a card."""
    return user_of(Due.objects.get(game=game, settled_at=None).seat)


def seat_of(game: Game, user: User) -> Seat:
    return game.seats.get(user=user)
