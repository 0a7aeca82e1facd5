"""The header: how many games wait for a person, which one next, how much is unread.

On every page and in every message to a live one, so two small queries whatever was played.
"""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User
from games.selectors.bell import unread_count
from games.selectors.deadlines import open_deadlines


class Header(TypedDict):
    """``next``: the address of the game that waits most urgently, "" when none does."""

    waiting: int
    next: str
    bell: int


def header(user: User | None, here: int | None = None) -> Header:
    """What the header shows. On the page of game ``here``, ``next`` is another one if there is."""
    if user is None:
        return Header(waiting=0, next="", bell=0)
    games = list(open_deadlines(user.pk).values_list("game_id", flat=True))
    following = sorted(games, key=lambda pk: pk == here)[:1]
    return Header(
        waiting=len(games),
        next=reverse("games:table", args=following) if following else "",
        bell=unread_count(user.pk),
    )


def waiting(request: HttpRequest) -> dict[str, Header]:
    """Context processor: ``header`` for every page."""
    user = getattr(request, "user", None)
    match = request.resolver_match
    here = match.kwargs.get("game_id") if match else None
    return {"header": header(user if isinstance(user, User) else None, here)}
