"""What happens elsewhere and concerns open pages."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from games.hints import users_changed_on_commit
from games.services.devices import forget_browser


@receiver(user_logged_out)
def close_pages_of_ended_session(request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    """End the session, push no more to this browser, and tell the person's open pages to look
    again: its own will close.

    Django sends this signal before it ends the session itself, so a page could look too early.
    """
    if user is not None:
        forget_browser(request.session)
        request.session.delete()
        users_changed_on_commit([user.pk])
