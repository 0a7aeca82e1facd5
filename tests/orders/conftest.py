"""Alice and Bob at a table of known cards."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game
from tests.games import cast

HANDS = {"Alice": [3, 12, 44, 51, 62, 71, 81, 90, 93, 99], "Bob": list(range(21, 31))}
ROWS = [[41], [40, 42, 43, 45, 46], [70], [80]]


@pytest.fixture
def alice(db: None) -> User:
    return cast.person("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return cast.person("Bob")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    game = cast.running_game([alice, bob])
    cast.stack(game, ROWS, HANDS)
    return game
