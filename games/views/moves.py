"""Moves: pick a card, choose a row, take a card in a draft, keep a wish list."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from games.services import drafting, picking
from games.services.errors import BadRequest
from games.views.answers import Answer, player_action, whole


@player_action
def pick(request: HttpRequest, user: User, game_id: int) -> Answer:
    card = whole(request, "card", _("Choose a card first."))
    game = picking.submit_pick(
        game_id=game_id,
        user=user,
        card=card,
        wish=request.POST.get("wish", ""),
        turn_label=request.POST.get("turn", ""),
        salt=request.POST.get("salt", ""),
    )
    return game, _("You play %(card)d.") % {"card": card}


@player_action
def choose(request: HttpRequest, user: User, game_id: int) -> Answer:
    row = whole(request, "row", _("Choose a row first."))
    label = request.POST.get("turn", "")
    game = picking.choose_row(game_id=game_id, user=user, row=row, turn_label=label)
    return game, _("You take row %(row)d.") % {"row": row + 1}


@player_action
def draft(request: HttpRequest, user: User, game_id: int) -> Answer:
    card = whole(request, "card", _("Choose a card first."))
    game = drafting.take_card(game_id=game_id, user=user, card=card)
    return game, _("You take %(card)d.") % {"card": card}


@player_action
def wishes(request: HttpRequest, user: User, game_id: int) -> Answer:
    """``cards``: numbers, best first, separated by blanks or commas; empty clears the list."""
    text = request.POST.get("cards", "").replace(",", " ").split()
    if len(text) > 104 or not all(t.isascii() and t.isdigit() and len(t) < 4 for t in text):
        raise BadRequest(_("Write the numbers of cards, the best first."))
    game = drafting.set_wishes(game_id=game_id, user=user, cards=[int(t) for t in text])
    return game, _("Your wish list is kept.")
