"""What an open page is told: its own viewer's table as a fragment, or that nothing is new."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.local_time import zone_of
from accounts.models import User
from games.selectors.lists import dashboard
from games.selectors.loading import current_version
from games.selectors.result import verdict, won_text
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.selectors.waiting import header


def table_message(game_id: int, viewer: Viewer, *, known: int = 0) -> dict[str, Any]:
    """The message for a page of ``viewer`` that shows version ``known`` (0: none yet).

    ``header`` is there for people who are signed in. Raises NotThere, NotYours.
    """
    more = {"header": header(viewer.user, game_id)} if viewer.user else {}
    if known and known == current_version(game_id, viewer):
        return {"type": "tick", "version": known, **more}
    view = table_view(game_id, viewer)
    with own_zone(viewer.user):
        html = render_to_string("games/table/_table.html", {"view": view})
    return {
        "type": "table",
        "version": view["game"]["version"],
        "html": html,
        "title": title(view),
        "announce": announcement(view),
        "last_turn": view["story"][-1] if view["story"] else None,
        **more,
    }


def title(view: dict[str, Any]) -> str:
    """The page's title: it says when you are needed."""
    mark = "● " if view["needs_you"] else ""
    return f"{mark}{view['game']['name']} · sixnimmt"


def announcement(view: dict[str, Any]) -> str:
    """One polite sentence a turn for people who listen to the page; the page says it only when
    it differs from the last one."""
    if view["result"]:
        won = won_text(view["result"])
        over = _("The game is over.")
        return f"{over} {won}: {verdict(view['result'])}" if won else over
    if view["choice"]:
        if view["choice"]["why"] == "tie":
            return _("Your %(card)d lies equally near to two places: choose one.") % view["choice"]
        return _("Your %(card)d fits no row: choose the row you take.") % view["choice"]
    if not view["story"]:
        return ""
    last = view["story"][-1]
    you = view["viewer"]["seat"]
    told = " ".join(step["text"] for step in last["steps"] if step["taken"])
    own = next((step["text"] for step in last["steps"] if step["seat"] == you), "")
    told = told or own
    return _("Turn %(turn)d: %(told)s") % {"turn": last["turn"], "told": told}


def dashboard_message(user: User) -> dict[str, Any]:
    """The dashboard's fragment and the numbers of the header."""
    mine = dashboard(user)
    with own_zone(user):
        html = render_to_string("games/_dashboard.html", {"mine": mine, "user": user})
    return {
        "type": "dashboard",
        "version": mine.version,
        "waiting": len(mine.waiting),
        "html": html,
        "header": header(user),
    }


def own_zone(user: User | None) -> AbstractContextManager[None]:
    """Times told inside are told in the person's zone, in UTC to nobody in particular."""
    return timezone.override(zone_of(user) if user else None)
