"""Standing orders, more time, leaving a running game, taking a seat and coming back."""

from __future__ import annotations

from itertools import zip_longest

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Game, Pick, QueuedPick, Seat
from games.selectors.order_words import ROWS, rule_text
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services import extending, leaving, orders
from games.services.errors import BadRequest
from games.services.orders import Order
from games.views.answers import Answer, SeeOther, player_action, refusing, whole
from games.views.table import viewer_of

ROW_OF = {f"row_{row}": row for row in ROWS}


@player_action
def queue(request: HttpRequest, user: User, game_id: int) -> Answer:
    """``card``, ``guard`` and ``wish``, each as often as there are cards; none clears the queue."""
    queued = [] if "clear" in request.POST else _orders(request)
    game = orders.set_queue(game_id=game_id, user=user, orders=queued)
    if not queued:
        return game, _("No cards are queued.")
    said = ngettext("%(n)d card is queued.", "%(n)d cards are queued.", len(queued))
    return game, said % {"n": len(queued)}


def _orders(request: HttpRequest) -> list[Order]:
    fields = [request.POST.getlist(name) for name in ("card", "guard", "wish")]
    if any(len(field) > 10 for field in fields):
        raise BadRequest(_("A queue names cards of your hand, each once."))
    slots = zip_longest(*fields, fillvalue="")
    return [_order(card, guard, wish) for card, guard, wish in slots if card]


def _order(card: str, guard: str, wish: str) -> Order:
    if not (card.isascii() and card.isdigit()) or len(card) > 3:
        raise BadRequest(_("A queue names cards of your hand, each once."))
    row = ROW_OF.get(guard)
    if row is not None:
        guard = QueuedPick.Guard.ROW_NOT_FULL
    return Order(card=int(card), wish=wish or Pick.Wish.RULE, guard=guard, guard_row=row)


@player_action
def rule(request: HttpRequest, user: User, game_id: int) -> Answer:
    chosen = request.POST.get("rule", "")
    limit = None
    if chosen == Seat.RowRule.AT_MOST:
        limit = whole(request, "limit", _("Say how many bullheads at the most."))
    game = orders.set_row_rule(game_id=game_id, user=user, rule=chosen, limit=limit)
    return game, rule_text(chosen, limit)


@player_action
def extend(request: HttpRequest, user: User, game_id: int) -> Answer:
    game, granted = extending.vote_extension(game_id=game_id, user=user)
    if granted:
        return game, _("Everybody agrees: there is more time.")
    return game, _("You agree to more time. It comes when everybody does.")


@player_action
def take(request: HttpRequest, user: User, game_id: int) -> Answer:
    number = whole(request, "seat", _("Say which seat."))
    invited = Viewer.of(user, request.session).is_invited_to(game_id)
    game = leaving.take_seat(game_id=game_id, user=user, number=number, invited=invited)
    return game, _("The seat is yours, with the hand it holds.")


@player_action
def back(request: HttpRequest, user: User, game_id: int) -> Answer:
    game = leaving.take_back(game_id=game_id, user=user)
    return game, _("Welcome back: nobody plays for you any more.")


@refusing
def resign(request: HttpRequest, game_id: int) -> HttpResponse:
    """A page that says what happens; leaving is its POST."""
    if request.method == "POST":
        return _resign(request, game_id)
    view = table_view(game_id, viewer_of(request))
    if view["viewer"]["kind"] != "player" or view["game"]["state"] != Game.State.RUNNING:
        return SeeOther(reverse("games:table", args=[game_id]))
    return render(request, "games/resign.html", {"view": view})


@player_action
def _resign(request: HttpRequest, user: User, game_id: int) -> Answer:
    game = leaving.resign(game_id=game_id, user=user)
    return game, _("You have left the game. A bot plays on for you.")
