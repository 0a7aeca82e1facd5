"""What a hook posts: a person's own news, or what everybody may know of a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Notification, Turn
from games.notifications.events import Event
from games.notifications.still import stands
from games.notifications.words import sentence, words
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.selectors.words import names_text

# What a table's hook tells. A question is told once, when a turn begins, not to each person.
OF_TABLES = frozenset(
    {
        Event.YOUR_TURN,
        Event.ROUND_OVER,
        Event.GAME_OVER,
        Event.STARTED,
        Event.REPLACED,
        Event.MODERATION,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """``person`` is who is told, "" when it is a table that tells; ``facts`` are for programs."""

    event: str
    title: str
    sentence: str
    url: str
    person: str = ""
    facts: dict[str, Any] | None = None


def concerns_table(notification: Notification) -> bool:
    """Whether a table's hook tells this: no single cards of a draft, nothing between two people."""
    if notification.game_id is None or notification.event not in OF_TABLES:
        return False
    return notification.event != Event.YOUR_TURN or notification.subject.startswith("turn ")


def has_passed(notification: Notification) -> bool:
    """Whether the turn that a table's hook should announce, or what it tells, is over by now."""
    if notification.event != Event.YOUR_TURN:
        return not stands(notification)
    turn = Turn.objects.filter(pk=notification.subject.removeprefix("turn "))
    return not turn.exclude(state=Turn.State.DONE).exists()


def to_person(notification: Notification) -> Post:
    """A person's own news, with their name: several people may read the channel."""
    user, told = notification.user, words(notification, notification.user)
    game = notification.game
    return Post(
        event=str(notification.event),
        title=told.title,
        sentence=told.sentence,
        url=told.url,
        person=user.username,
        facts={"game": {"id": game.pk, "name": game.name}} if game else {},
    )


def about_table(notification: Notification) -> Post:
    """What anybody who may look at the table sees of it now; never a card of a hand."""
    assert notification.game_id is not None
    view = stranger_view(notification.game_id)
    return Post(
        event=str(notification.event),
        title=view["game"]["name"],
        sentence=_sentence(notification, view),
        url=settings.SITE_URL + view["game"]["url"],
        facts=_facts(view),
    )


def stranger_view(game_id: int) -> dict[str, Any]:
    """The table as somebody without a seat, and without a name, sees it."""
    token = Game.objects.values_list("invite_token", flat=True).get(pk=game_id)
    return table_view(game_id, Viewer(invited=frozenset({token})))


def _sentence(notification: Notification, view: dict[str, Any]) -> str:
    if notification.event == Event.YOUR_TURN:
        return " ".join(filter(None, (_last_turn(view), _waiting(view))))
    said = sentence(notification, None)
    if notification.event not in (Event.ROUND_OVER, Event.GAME_OVER):
        return said
    return said if view["game"]["state"] in Game.CALLED_OFF else f"{said} {_standings(view)}"


def _last_turn(view: dict[str, Any]) -> str:
    """The turn that was just resolved, card by card: all of it lies on the table."""
    if not view["story"]:
        return ""
    last = view["story"][-1]
    steps = " ".join(step["text"] for step in last["steps"])
    return _("Turn %(label)s: %(steps)s") % {"label": last["label"], "steps": steps}


def _waiting(view: dict[str, Any]) -> str:
    if not view["awaited"]:
        return ""
    names = names_text([seat["name"] for seat in view["awaited"]])
    if view["deadline"] is None:
        return _("The table waits for %(names)s.") % {"names": names}
    when = date_format(datetime.fromisoformat(view["deadline"]), _("D j F, H:i"), use_l10n=False)
    return _("The table waits for %(names)s, until %(when)s (UTC) at the latest.") % {
        "names": names,
        "when": when,
    }


def _standings(view: dict[str, Any]) -> str:
    """Fewest bullheads first."""
    seats = sorted(view["seats"], key=lambda seat: (seat["total"], seat["number"]))
    return " · ".join(
        "{name} {bulls}".format(
            name=seat["name"],
            bulls=ngettext("%(n)d bullhead", "%(n)d bullheads", seat["total"])
            % {"n": seat["total"]},
        )
        for seat in seats
    )


def _facts(view: dict[str, Any]) -> dict[str, Any]:
    round_ = view["round"] or {}
    return {
        "game": {key: view["game"][key] for key in ("id", "name", "state")},
        "phase": view["phase"],
        "round": round_.get("number", 0),
        "turn": round_.get("turn", 0),
        "awaited": [seat["name"] for seat in view["awaited"]],
        "deadline": view["deadline"],
        "totals": {seat["name"]: seat["total"] for seat in view["seats"]},
        "rows": [[card["card"] for card in row["cards"]] for row in view["rows"]],
    }
