"""Who may sit down at a table: the page says the same as the answer to a try."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Seat, Tenure


def why_not_join(game: Game, user: User, *, invited: bool) -> str:
    """Why this person has no place at a table before its start, as a sentence; "" if they have.

    Who may know of it comes first, then who may sit at it.
    """
    if _is_closed_to(game, invited) and not _played_before(game, user):
        return _("This table is private: ask a player for its invitation link.")
    return _removed(game, user)


def why_not_take(game: Game, user: User, *, invited: bool) -> str:
    """Why this person takes no seat on offer in a running game, as a sentence; "" if they may.

    Who has sat at this table before knows a hand, so they take no other one.
    """
    if Tenure.objects.filter(seat__game=game, user=user).exists():
        return _("You have had a seat in this game, and you know a hand of it.")
    if _is_closed_to(game, invited):
        return _("This table is private: ask a player for its invitation link.")
    return _removed(game, user)


def _is_closed_to(game: Game, invited: bool) -> bool:
    return game.visibility == Game.Visibility.PRIVATE and not invited


def _played_before(game: Game, user: User) -> bool:
    """Everybody of the game before has a place at its rematch."""
    return Seat.objects.filter(game=game.rematch_of_id, user=user).exists()


def _removed(game: Game, user: User) -> str:
    if not game.removed.filter(pk=user.pk).exists():
        return ""
    return _("The person who opened this table has given your seat free.")
