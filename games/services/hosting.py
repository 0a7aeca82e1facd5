"""What the person who opened a table decides about its chairs before the first card."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.hints import users_changed_on_commit
from games.models import Game, Seat
from games.models.game import new_invite_token
from games.services.errors import BadRequest, NotThere
from games.services.salts import give_salt
from games.services.tables import (
    check_creator,
    lock_game,
    lock_open_table,
    seat_of,
    start_if_full,
    table_changed,
    take_free_seat,
)


@transaction.atomic
def add_bot(*, game_id: int, user: User, level: str, salt: str = "") -> Game:
    """Fill one free seat with a bot ("simple" or "counter")."""
    if level not in (Seat.Bot.SIMPLE, Seat.Bot.COUNTER):
        raise BadRequest(_("There is no such bot. Choose the simple or the counting one."))
    game = lock_open_table(game_id)
    check_creator(game, user)
    give_salt(game.rounds.get(number=1), seat_of(game, user), salt)
    take_free_seat(game, list(game.seats.all()), bot=level)
    start_if_full(game)
    table_changed(game)
    return game


@transaction.atomic
def remove_bot(*, game_id: int, user: User, number: int) -> Game:
    """Free the seat of a bot again; ``number`` is the seat's."""
    game = lock_open_table(game_id)
    check_creator(game, user)
    deleted, _rows = game.seats.filter(number=number, user=None).delete()
    if not deleted:
        raise NotThere(_("There is no bot on that seat."))
    table_changed(game)
    return game


@transaction.atomic
def remove_person(*, game_id: int, user: User, number: int) -> Game:
    """Give the seat of a person free again, for good: they cannot sit down at this table any more.

    ``number`` is the seat's. Raises NotThere (nobody sits there), NotYours, TooLate (started),
    BadRequest (one's own seat).
    """
    game = lock_table_of(game_id, user)
    seat = game.seats.filter(number=number, user__isnull=False).first()
    if seat is None or seat.user_id is None:
        raise NotThere(_("There is nobody on that seat."))
    if seat.user_id == user.pk:
        raise BadRequest(_("That is your own seat. Cancel the table instead."))
    removed = seat.user_id
    game.removed.add(removed)
    seat.delete()
    users_changed_on_commit([removed])
    table_changed(game)
    return game


@transaction.atomic
def renew_link(*, game_id: int, user: User) -> Game:
    """Make a new invitation link; the old one, and the browsers that opened it, are let in no more.

    Who sits at the table stays. Raises NotThere, NotYours, TooLate (started).
    """
    game = lock_table_of(game_id, user)
    game.invite_token = new_invite_token()
    table_changed(game)
    return game


def lock_table_of(game_id: int, user: User) -> Game:
    """Lock an open table of this person's. Raises NotThere, NotYours, TooLate, in this order."""
    check_creator(lock_game(game_id), user)
    return lock_open_table(game_id)
