"""What letters lead to without signing in: no more of a kind; and what mail servers report."""

from __future__ import annotations

import json
from base64 import b64decode
from binascii import Error as NotBase64

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Reach
from games.models.reach import TOKEN
from games.notifications.bounces import address_bounced
from games.notifications.events import Event
from games.notifications.letter import ALL
from games.notifications.returned import NoReport, mark_returned
from games.services.reaching import no_more_letters

MAX_ADDRESS = 254
REPORTS = frozenset({"message/rfc822", "message/global"})  # how a whole mail is named


@never_cache
@csrf_exempt  # RFC 8058: the mail program posts, with neither cookie nor token; the link is the key
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str, kind: str) -> HttpResponse:
    """A page with a button; whoever posts (it, or a mail program) gets no more of this kind."""
    if not TOKEN.fullmatch(token) or (kind != ALL and kind not in Event.values):
        raise Http404
    reach = get_object_or_404(Reach.objects.select_related("user"), unsubscribe_token=token)
    events = list(Event) if kind == ALL else [Event(kind)]
    if request.method == "POST":
        no_more_letters(user=reach.user, events=events)
    context = {
        "done": request.method == "POST",
        "everything": kind == ALL,
        "label": events[0].label,
        "name": reach.user.username,
    }
    return render(request, "games/unsubscribe.html", context)


@csrf_exempt
@require_POST
def bounce(request: HttpRequest) -> HttpResponse:
    """A mail server reports an address that takes no mail (docs/settings.md, BOUNCE_TOKEN)."""
    if not settings.BOUNCE_TOKEN:
        raise Http404
    if not constant_time_compare(_token(request), settings.BOUNCE_TOKEN):
        return JsonResponse({"ok": False, "error": "The token is missing or wrong."}, status=401)
    if request.content_type in REPORTS:
        return _report(request.body)
    try:
        said = json.loads(request.body)
        address, note = said["address"], said.get("note", "")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        address = note = None
    if not (isinstance(address, str) and isinstance(note, str) and _is_address(address)):
        sentence = 'The body must be JSON: {"address": "…", "note": "…"}.'
        return JsonResponse({"ok": False, "error": sentence}, status=400)
    return JsonResponse({"ok": True, "marked": address_bounced(address.strip(), note)})


def _report(raw: bytes) -> HttpResponse:
    """The mail that came back, as it is."""
    try:
        return JsonResponse({"ok": True, "marked": mark_returned(raw)})
    except NoReport as error:
        return JsonResponse({"ok": False, "error": str(error)}, status=400)


def _is_address(text: str) -> bool:
    """Whether this could be one; a sign that cannot be shown is in none."""
    return len(text) <= MAX_ADDRESS and text.strip().isprintable()


def _token(request: HttpRequest) -> str:
    """The secret, as a bearer token or as the password of basic authorisation."""
    kind, _space, value = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value.strip()
    try:
        return b64decode(value, validate=True).decode().partition(":")[2]
    except (NotBase64, ValueError):
        return ""
