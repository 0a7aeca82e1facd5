"""A table's life before the first card, and after the last: join, leave, start, bots, rematch."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.selectors.viewer import Viewer
from games.services import hosting, tables
from games.views.answers import Answer, player_action, whole


@player_action
def join(request: HttpRequest, user: User, game_id: int) -> Answer:
    invited = Viewer.of(user, request.session).is_invited_to(game_id)
    salt = request.POST.get("salt", "")
    game = tables.join_game(game_id=game_id, user=user, invited=invited, salt=salt)
    if game.state == Game.State.RUNNING:
        return game, _("The table is full: the game has started.")
    return game, _("You have a seat.")


@player_action
def leave(request: HttpRequest, user: User, game_id: int) -> Answer:
    return tables.leave_game(game_id=game_id, user=user), _("You have left the table.")


@player_action
def start(request: HttpRequest, user: User, game_id: int) -> Answer:
    salt = request.POST.get("salt", "")
    game = tables.start_game(game_id=game_id, user=user, salt=salt)
    return game, _("The game has started.")


@player_action
def cancel(request: HttpRequest, user: User, game_id: int) -> Answer:
    return tables.cancel_game(game_id=game_id, user=user), _("The table is cancelled.")


@player_action
def rematch(request: HttpRequest, user: User, game_id: int) -> Answer:
    game = tables.rematch(game_id=game_id, user=user, salt=request.POST.get("salt", ""))
    return game, _("The rematch: everybody of the last game has a place here.")


@player_action
def add_bot(request: HttpRequest, user: User, game_id: int) -> Answer:
    level = request.POST.get("level", "")
    salt = request.POST.get("salt", "")
    return hosting.add_bot(game_id=game_id, user=user, level=level, salt=salt), ""


@player_action
def remove_bot(request: HttpRequest, user: User, game_id: int) -> Answer:
    number = whole(request, "seat", _("Say which seat."))
    return hosting.remove_bot(game_id=game_id, user=user, number=number), ""


@player_action
def remove_person(request: HttpRequest, user: User, game_id: int) -> Answer:
    number = whole(request, "seat", _("Say which seat."))
    game = hosting.remove_person(game_id=game_id, user=user, number=number)
    return game, _("The seat is free again.")


@player_action
def renew_link(request: HttpRequest, user: User, game_id: int) -> Answer:
    game = hosting.renew_link(game_id=game_id, user=user)
    return game, _("There is a new invitation link. The old one leads nowhere any more.")
