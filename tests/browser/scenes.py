"""Tables set up for what a test is about."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import Game
from tests.games import cast

ROWS = [[20, 21, 22, 23], [30, 31, 32, 33, 34], [40], [50, 55, 60]]
HANDS = (
    [1, 2, 17, 42, 56, 66, 77, 88, 99, 104],
    [4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    [14, 15, 16, 18, 19, 24, 25, 61, 62, 63],
    [70, 71, 72, 73, 74, 75, 76, 78, 79, 80],
)


def known_game(users: list[User], **fields: Any) -> Game:
    """A running game of up to four people in which everybody holds known cards.

    Row 1 has one place left, row 2 is full (11 bullheads), row 3 is the cheapest (3).
    """
    game = cast.running_game(users, **fields)
    hands = {user.username: hand for user, hand in zip(users, HANDS, strict=False)}
    cast.stack(game, [list(row) for row in ROWS], hands)
    return game
