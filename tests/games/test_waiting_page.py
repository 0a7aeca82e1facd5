"""The page of a table that waits: why it cannot start yet, and what stands apart from what."""

from __future__ import annotations

import pytest

from games.models import Game
from games.services.hosting import add_bot
from games.services.tables import create_game, join_game
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


def waiting_table(seats_wanted: int = 4) -> Game:
    """Alice's private table, nobody else there yet."""
    alice = cast.person("Alice")
    return create_game(
        creator=alice, name="Friday herd", seats_wanted=seats_wanted, visibility="private"
    )


def test_alone_alice_is_told_what_is_missing_and_sees_no_start() -> None:
    game = waiting_table()
    text = doors.page(doors.browser(game.creator), game.get_absolute_url())
    assert "Alone nobody can play: send somebody the link or add a bot." in text
    assert "Start now" not in text


def test_with_somebody_there_alice_may_start_and_is_told_what_else_would() -> None:
    game = waiting_table()
    add_bot(game_id=game.pk, user=game.creator, level="simple")
    text = doors.page(doors.browser(game.creator), game.get_absolute_url())
    assert "Start now without the 2 free seats, or wait" in text
    assert "Alone nobody can play" not in text
    assert text.count('<button class="accent"') == 1


def test_bob_is_told_who_can_start() -> None:
    game = waiting_table()
    bob = cast.person("Bob")
    join_game(game_id=game.pk, user=bob, invited=True)
    text = doors.page(doors.browser(bob), game.get_absolute_url())
    assert "when all seats are taken, or earlier if Alice likes" in text
    assert "Cancel the table" not in text


def test_to_cancel_takes_two_steps_apart_from_the_bots() -> None:
    game = waiting_table()
    text = doors.page(doors.browser(game.creator), game.get_absolute_url())
    form = text.index(f"{game.get_absolute_url()}cancel/")
    assert text.rindex("<details", 0, form) > text.index("Add a bot that counts")
    assert "</details>" not in text[text.rindex("<details", 0, form) : form]
