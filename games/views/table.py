"""The table: its page, the same as JSON, the live fragment over HTTP, and its record."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.live import table_message
from games.notifications.presence import seen
from games.selectors.loading import load_table
from games.selectors.record import record_part
from games.selectors.table import build_view, table_view
from games.selectors.viewer import Viewer
from games.views.answers import refusing


def viewer_of(request: HttpRequest) -> Viewer:
    """Who looks at this request's page."""
    return Viewer.of(request.user, request.session)


@require_safe
@refusing
def table(request: HttpRequest, game_id: int) -> HttpResponse:
    """The table's page. A letter's link (``?card=42``, ``?row=1``) marks that card or row on it and
    does nothing else; who is signed out signs in first."""
    if not request.user.is_authenticated and {"card", "row"} & request.GET.keys():
        return redirect_to_login(request.get_full_path())
    view = table_view(game_id, viewer_of(request))
    cards = {held["card"] for held in view["hand"] or () if not held.get("played")}
    card = marked(request, "card")
    context = {
        "view": view,
        "marked_card": card if card in cards else None,
        "marked_row": marked(request, "row"),
    }
    return render(request, "games/table/table.html", context)


def marked(request: HttpRequest, name: str) -> int | None:
    """The number of a card or a row which the address asks to be marked, if any."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


@require_safe
@refusing
def table_json(request: HttpRequest, game_id: int) -> HttpResponse:
    """What the viewer may see, as data (docs/table-view.md)."""
    return JsonResponse(table_view(game_id, viewer_of(request)))


@require_safe
@refusing
def fragment(request: HttpRequest, game_id: int) -> HttpResponse:
    """What the socket would send, for pages whose socket cannot live.

    ``?version=16``: the version the page has; when it is the current one, the answer is a tick.
    ``X-Active: 1``: the person does something there (games.notifications.presence); a header,
    which no link and no other site's form can carry.
    """
    viewer = viewer_of(request)
    answer = table_message(game_id, viewer, known=_number(request.GET.get("version", "")))
    if request.headers.get("X-Active") == "1" and viewer.user_id is not None:
        seen(viewer.user_id, game_id)
    return JsonResponse(answer)


def _number(known: str) -> int:
    """A version of a page; 0 for nonsense."""
    return int(known) if known.isascii() and known.isdigit() and len(known) < 10 else 0


@require_safe
@refusing
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """Every resolved turn as text."""
    loaded = load_table(game_id, viewer_of(request))
    context = {"view": build_view(loaded, timezone.now()), "rounds": record_part(loaded)}
    return render(request, "games/record.html", context)
