"""The lock for what is done to a game that is being played."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Game
from games.services.errors import TooLate
from games.services.tables import lock_game


def lock_running(game_id: int) -> Game:
    """Lock a game that is being played. Raises NotThere, TooLate (over, not begun, paused)."""
    game = lock_game(game_id)
    if game.state != Game.State.RUNNING:
        raise TooLate(_("This game is not being played now."))
    if game.paused_at is not None:
        raise TooLate(_("This game is paused: %(reason)s") % {"reason": game.reason})
    return game
