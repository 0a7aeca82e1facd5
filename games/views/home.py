"""Home: my games for people who are signed in, what this is for everybody else; my history."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.live import dashboard_message
from games.selectors.lists import (
    PAGE_SIZE,
    dashboard,
    ended_games,
    history_card,
    lobby_games,
    table_card,
)
from games.services.errors import NotYours
from games.views.answers import refusing
from games.views.table import viewer_of
from sixnimmt_site.pages import landing


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        viewer = viewer_of(request)
        tables = [table_card(game, viewer) for game in lobby_games({}, viewer)[:3]]
        return landing(request, tables)
    return render(request, "games/dashboard.html", {"mine": dashboard(request.user)})


@require_safe
@refusing
def dashboard_fragment(request: HttpRequest) -> HttpResponse:
    """What the dashboard's socket would send, for pages whose socket cannot live."""
    if not isinstance(request.user, User):
        raise NotYours(_("You are not signed in any more."))
    return JsonResponse(dashboard_message(request.user))


@require_safe
@login_required
def history(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    viewer = viewer_of(request)
    page = Paginator(ended_games(request.user), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"page": page, "games": [history_card(game, viewer) for game in page]}
    return render(request, "games/history.html", context)
