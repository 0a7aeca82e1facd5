"""The table: its page, the same as JSON, the live fragment over HTTP, and its record."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.live import table_message
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
    view = table_view(game_id, viewer_of(request))
    return render(request, "games/table/table.html", {"view": view})


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
    """
    known = request.GET.get("version", "")
    version = int(known) if known.isascii() and known.isdigit() and len(known) < 10 else 0
    return JsonResponse(table_message(game_id, viewer_of(request), known=version))


@require_safe
@refusing
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """Every resolved turn as text."""
    loaded = load_table(game_id, viewer_of(request))
    context = {"view": build_view(loaded, timezone.now()), "rounds": record_part(loaded)}
    return render(request, "games/record.html", context)
