"""Whether letters reach the person who looks: on every page, so one small query."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User
from games.notifications.bounces import has_bounced


def address(request: HttpRequest) -> dict[str, bool]:
    """Context processor: ``address_bounced``, for the banner that says so on every page."""
    user = getattr(request, "user", None)
    return {"address_bounced": isinstance(user, User) and has_bounced(user)}
