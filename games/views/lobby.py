"""The lobby: the list of public tables, a new table, the private invitation link."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.forms import LobbyFilter, NewGameForm
from games.models import Game, Seat
from games.selectors.lists import PAGE_SIZE, lobby_games, table_card
from games.services.errors import NotThere
from games.services.opening import open_table
from games.views.answers import SeeOther, refusing
from games.views.table import viewer_of

INVITED_KEPT = 50  # private tables a browser remembers to have the link of


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    form = LobbyFilter(request.GET)
    valid = form.is_valid()
    viewer = viewer_of(request)
    games = lobby_games(form.cleaned_data if valid else {}, viewer)
    page = Paginator(games, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "tables": [table_card(game, viewer) for game in page],
        "form": form,
        "query": _query_without_page(request),
    }
    return render(request, "games/lobby.html", context, status=200 if valid else 400)


def _query_without_page(request: HttpRequest) -> str:
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@refusing
def new(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    initial = {"name": _("%(name)s's table") % {"name": request.user.username}}
    if request.GET.get("with") == "bots":
        initial |= {"fill_with": Seat.Bot.SIMPLE, "visibility": Game.Visibility.PRIVATE}
    form = NewGameForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        game = open_table(creator=request.user, **form.cleaned_data)
        return SeeOther(game.get_absolute_url())
    status = 400 if request.method == "POST" else 200
    return render(request, "games/new.html", {"form": form}, status=status)


@require_safe
@refusing
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Remember in this browser's session that the link was opened, and show the table."""
    game = Game.objects.filter(invite_token=token).first()
    if game is None:
        raise NotThere(_("This invitation link leads nowhere. Ask for a new one."))
    kept = [one for one in request.session.get("invited", []) if one != token]
    request.session["invited"] = [*kept, token][-INVITED_KEPT:]
    return redirect(game)
