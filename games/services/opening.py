"""Opening a table the way the form asks for it."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import Game
from games.services.hosting import add_bot
from games.services.tables import create_game


@transaction.atomic
def open_table(*, creator: User, fill_with: str = "", **fields: Any) -> Game:
    """A new table; ``fill_with`` (a bot's level) seats bots on all other chairs, so it starts.

    Raises TooLate when the person has too many open tables already.
    """
    game = create_game(creator=creator, **fields)
    for _seat in range(game.seats_wanted - 1 if fill_with else 0):
        game = add_bot(game_id=game.pk, user=creator, level=fill_with)
    return game
