"""The bell: what was told to me, and marking it read."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.selectors.bell import notices, told
from games.selectors.lists import PAGE_SIZE
from games.selectors.waiting import header
from games.services.errors import BadRequest, NotYours
from games.services.reaching import mark_read
from games.views.answers import SeeOther, refusing
from sixnimmt_site.errors import wants_json

MAX_ID = 2**63 - 1


@never_cache
@login_required
@require_safe
def bell(request: HttpRequest) -> HttpResponse:
    """Everything told to me, the newest first."""
    assert isinstance(request.user, User)
    user = request.user
    page = Paginator(told(user.pk), PAGE_SIZE).get_page(request.GET.get("page"))
    listed = list(page.object_list)
    newest = listed[0].pk if listed else 0
    context = {"page": page, "notices": notices(listed, user), "newest": newest}
    return render(request, "games/bell.html", context)


@never_cache
@require_safe
@refusing
def count(request: HttpRequest) -> HttpResponse:
    """The numbers of the header, for pages without a socket that come back from the background."""
    if not isinstance(request.user, User):
        raise NotYours(_("You are not signed in any more."))
    return JsonResponse(header(request.user))


@login_required
@require_POST
@refusing
def read(request: HttpRequest) -> HttpResponse:
    """Mark read: all, those up to ``until`` (an id), or those of ``game``."""
    assert isinstance(request.user, User)
    user = request.user
    done = mark_read(user=user, until=_number(request, "until"), game_id=_number(request, "game"))
    if wants_json(request):
        return JsonResponse({"ok": True, "read": done, **header(user)})
    return SeeOther(reverse("games:bell"))


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.POST.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > 19 or int(text) > MAX_ID:
        raise BadRequest(_("Say which notifications you have read."))
    return int(text)
