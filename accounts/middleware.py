"""Pages tell times in the reader's own time zone."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.local_time import zone_of
from accounts.models import User


def own_time_zone(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: forms and templates of this request use the person's zone.

    Who sends no session cookie is nobody, and their session is not even looked at.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return get_response(request)
        user = request.user
        with timezone.override(zone_of(user) if isinstance(user, User) else None):
            return get_response(request)

    return middleware
