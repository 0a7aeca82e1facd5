"""Limits that hold although two come at once."""

from __future__ import annotations

from functools import partial

import pytest

from games.models import Game
from games.services.errors import TooLate
from games.services.tables import OPEN_TABLES_A_PERSON, create_game
from tests.games import cast
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_alice_cannot_open_more_tables_than_she_may_in_two_tabs() -> None:
    alice = cast.person("Alice")

    def open_one() -> bool:
        try:
            create_game(creator=alice, name="One more")
        except TooLate:
            return False
        return True

    opened = at_once([partial(open_one)] * (OPEN_TABLES_A_PERSON + 4))
    assert sum(opened) == OPEN_TABLES_A_PERSON
    assert Game.objects.filter(creator=alice).count() == OPEN_TABLES_A_PERSON
