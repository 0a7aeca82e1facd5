"""The site as an app on a phone or a desktop: its manifest, and the worker that takes pushes."""

from __future__ import annotations

from pathlib import Path

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

WORKER = Path(__file__).parent / "static/sixnimmt/js/service-worker.js"
PAPER = "#f6eddb"  # of tokens.css


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker's code, at the root since it serves the whole site; browsers always look anew."""
    return HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest: with it iOS and Android can install the site, which iOS asks for
    before it takes pushes."""
    icons: list[dict[str, str]] = [
        _icon("favicon.svg", "any", "image/svg+xml"),
        _icon("icon-192.png", "192x192"),
        _icon("icon-512.png", "512x512"),
        _icon("icon-512.png", "512x512") | {"purpose": "maskable"},
    ]
    body = {
        "id": "/",
        "name": "sixnimmt",
        "short_name": "sixnimmt",
        "description": _("Play 6 nimmt! with friends, one card at a time, over days."),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
        "categories": ["games"],
    }
    return JsonResponse(body, content_type="application/manifest+json")


def _icon(name: str, sizes: str, kind: str = "image/png") -> dict[str, str]:
    return {"src": static(f"sixnimmt/img/{name}"), "sizes": sizes, "type": kind}
