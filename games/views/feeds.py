"""The secret links: a calendar of deadlines, a feed of turns. Who has the link may read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.languages import in_language_of
from accounts.models import User
from games.feeds import calendar, turns
from games.models import Due, Reach
from games.models.reach import TOKEN
from games.selectors.deadlines import open_deadlines
from games.services.errors import NotThere
from games.views.answers import refusing

Writer = Callable[[User, Iterable[Due]], str]


@require_safe
@refusing
def deadlines_ics(request: HttpRequest, token: str) -> HttpResponse:
    return _feed(request, token, "text/calendar; charset=utf-8", calendar)


@require_safe
@refusing
def turns_atom(request: HttpRequest, token: str) -> HttpResponse:
    address = request.build_absolute_uri(request.path)
    return _feed(
        request,
        token,
        "application/atom+xml; charset=utf-8",
        lambda user, dues: turns(user, dues, address),
    )


def _feed(request: HttpRequest, token: str, content_type: str, write: Writer) -> HttpResponse:
    """The feed, or 304 when the reader has this very one. Two queries."""
    user = _owner(token)
    with in_language_of(user):
        body = write(user, list(open_deadlines(user.pk)))
    etag = f'"{hashlib.sha256(body.encode()).hexdigest()[:32]}"'
    fresh = HttpResponse(body, content_type=content_type, headers={"ETag": etag})
    response = get_conditional_response(request, etag=etag, response=fresh) or fresh
    patch_cache_control(response, private=True, no_cache=True)
    response["X-Robots-Tag"] = "noindex"
    return response


def _owner(token: str) -> User:
    reach = None
    if TOKEN.fullmatch(token):
        found = Reach.objects.filter(feed_token=token, user__is_active=True)
        reach = found.select_related("user").first()
    if reach is None:
        raise NotThere(
            _("This link leads nowhere any more. Its owner finds the present one in the settings.")
        )
    return reach.user
