"""How somebody wants to be reached: the matrix, quiet hours, digest, mutes, feeds, what is read."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from datetime import time
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.hints import users_changed_on_commit
from games.models import Game, GameMute, Notification, Preference, Reach
from games.models.reach import new_token
from games.notifications.bounces import clear_bounce
from games.notifications.digest import choose_hour
from games.notifications.events import WANTED_BY_DEFAULT, Channel, Event
from games.notifications.holding import look_again
from games.services.errors import BadRequest, NotThere, NotYours

Cell = tuple[Event, Channel]
CELLS = tuple((event, channel) for event in Event for channel in Channel)


def reach_of(user: User) -> Reach:
    """The person's reach, made when first asked for."""
    return Reach.objects.get_or_create(user=user)[0]


@transaction.atomic
def set_preferences(*, user: User, wanted: AbstractSet[Cell]) -> None:
    """Let exactly these cells of event × channel be on; only what differs from the default is kept.

    Raises BadRequest for a cell that does not exist.
    """
    if not wanted <= set(CELLS):
        raise BadRequest(_("There is no such notification."))
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # of two pages saved at once
    user.preferences.all().delete()
    Preference.objects.bulk_create(
        Preference(user=user, event=event, channel=channel, wanted=(event, channel) in wanted)
        for event, channel in CELLS
        if ((event, channel) in wanted) != ((event, channel) in WANTED_BY_DEFAULT)
    )


def set_hours(
    *, user: User, quiet_from: time | None, quiet_until: time | None, digest_at: time | None
) -> None:
    """Keep quiet hours (local, both ends or none) and the hour of the daily letter (None: at once).

    Raises BadRequest when the quiet hours have one end or no length.
    """
    if (quiet_from is None) != (quiet_until is None):
        raise BadRequest(_("Give both ends of your quiet hours, or none."))
    if quiet_from is not None and quiet_from == quiet_until:
        raise BadRequest(_("Quiet hours end at another time than they begin."))
    reach = reach_of(user)
    reach.quiet_from, reach.quiet_until = quiet_from, quiet_until
    reach.save(update_fields=["quiet_from", "quiet_until"])
    look_again(user=user.pk)
    choose_hour(user, digest_at)


@transaction.atomic
def no_more_letters(*, user: User, events: Iterable[Event]) -> None:
    """Turn these kinds of letter off, as one click in a letter asks for; safe to do twice."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # the page may be saved meanwhile
    for event in events:
        cell: dict[str, Any] = {"user": user, "event": event, "channel": Channel.EMAIL}
        Preference.objects.update_or_create(**cell, defaults={"wanted": False})


def new_feed_links(*, user: User) -> None:
    """Make new secret links; the old ones lead nowhere from now on."""
    reach = reach_of(user)
    reach.feed_token = new_token()
    reach.save(update_fields=["feed_token"])


def address_works(*, user: User) -> None:
    """The person says that letters reach them again."""
    clear_bounce(user.pk)


def mute_game(*, game_id: int, user: User) -> Game:
    """Nothing of this game leaves the site for the person any more; safe to do twice.

    Raises NotThere, NotYours (no seat there).
    """
    game = _game(game_id)
    if not game.seats.filter(user=user).exists():
        raise NotYours(_("You have no seat at this table, so it tells you nothing."))
    GameMute.objects.get_or_create(user=user, game=game)
    return game


def unmute_game(*, game_id: int, user: User) -> Game:
    """Hear of this game again. Raises NotThere."""
    game = _game(game_id)
    GameMute.objects.filter(user=user, game=game).delete()
    return game


def _game(game_id: int) -> Game:
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NotThere(_("There is no such game."))
    return game


@transaction.atomic
def mark_read(*, user: User, until: int | None = None, game_id: int | None = None) -> int:
    """Mark the person's notifications read: all, those up to id ``until``, those of one game.

    How many; the person's open pages are told.
    """
    unread = Notification.objects.filter(user=user, read_at=None)
    if until is not None:
        unread = unread.filter(pk__lte=until)
    if game_id is not None:
        unread = unread.filter(game_id=game_id)
    read = unread.update(read_at=timezone.now())
    if read:
        users_changed_on_commit([user.pk])
    return read
