"""What a letter says: the story of the turns since the last visit, the hand, where to click."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Game, Notification
from games.notifications.events import ASKING, Event
from games.notifications.words import Words, words
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.selectors.words import names_text
from games.services.errors import Refusal
from games.services.reaching import reach_of
from games.templatetags.mail import by_rank

TURNS_TOLD = 3
TELLS_OF_THE_TABLE = ASKING | {
    Event.ROUND_OVER,
    Event.GAME_OVER,
    Event.INVITED,
    Event.STARTED,
}
ALL = "all"  # in place of an event: every letter


def letter_about(notification: Notification) -> EmailMultiAlternatives:
    """The letter of this notification; the game as its person may see it and not more."""
    user, said = notification.user, words(notification, notification.user)
    unsubscribe = unsubscribe_url(user, notification.event)
    context = {
        "words": said,
        "user": user,
        "button": button_label(notification, said),
        "event_label": Event(notification.event).label,
        "unsubscribe": unsubscribe,
        "settings_url": settings.SITE_URL + reverse("games:reach"),
        "site": host(),
        **_table(notification, said),
    }
    letter = made("letter", context, said.title, user, unsubscribe)
    letter.extra_headers |= thread_headers(notification)
    return letter


def made(
    template: str, context: dict[str, Any], subject: str, user: User, unsubscribe: str
) -> EmailMultiAlternatives:
    """A letter as text and HTML, with the headers every letter of ours has."""
    letter = EmailMultiAlternatives(
        subject=subject,
        body=render_to_string(f"games/mail/{template}.txt", context).strip() + "\n",
        to=[user.email],
        headers={
            "Auto-Submitted": "auto-generated",
            "Precedence": "bulk",
            "X-Auto-Response-Suppress": "All",
            "List-Id": f"sixnimmt <mail.{host()}>",
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    letter.attach_alternative(render_to_string(f"games/mail/{template}.html", context), "text/html")
    return letter


def thread_headers(notification: Notification) -> dict[str, str]:
    """The same Message-ID however often it is sent; letters of one game are one thread."""
    headers = {"Message-ID": f"<notification-{notification.pk}@{host()}>"}
    if notification.game_id is not None:
        root = f"<game-{notification.game_id}@{host()}>"
        headers |= {"In-Reply-To": root, "References": root}
    return headers


def host() -> str:
    """The site's name, for headers and for people."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def unsubscribe_url(user: User, kind: str) -> str:
    """Where one click ends this kind of letter, signed in or not (RFC 8058)."""
    token = reach_of(user).unsubscribe_token
    return settings.SITE_URL + reverse("games:unsubscribe", args=[token, kind])


def _table(notification: Notification, said: Words) -> dict[str, Any]:
    """The game's part of the letter: nothing for events that need no table to be understood."""
    game_id, user = notification.game_id, notification.user
    if game_id is None or notification.event not in TELLS_OF_THE_TABLE:
        return {"asking": False}
    try:
        view = table_view(game_id, Viewer(user=user))
    except Refusal:
        return {"asking": False}
    new = [turn for turn in view["story"] if turn["new"]] or view["story"][-1:]
    return {
        "view": view,
        "asking": notification.event in ASKING,
        "winners": winners_text(view),
        "story": new[-TURNS_TOLD:],
        "earlier": len(new[:-TURNS_TOLD]),
        "hand": _hand(view, said),
        "choice_rows": [
            row | {"url": f"{said.url}?row={row['index']}"}
            for row in (view["choice"] or {}).get("rows", ())
        ],
        "taken": _taken(view),
        **_people(view),
    }


def _hand(view: dict[str, Any], said: Words) -> list[dict[str, Any]]:
    """The cards left to play, each with the address that marks it at the table."""
    laid = view["choice"]["card"] if view["choice"] else None
    return [
        card | {"url": f"{said.url}?card={card['card']}"}
        for card in view["hand"] or ()
        if card["card"] != laid
    ]


def _taken(view: dict[str, Any]) -> list[int]:
    """What the reader has taken in a draft so far."""
    seat, draft = view["viewer"]["seat"], view["draft"]
    taken: list[int] = draft["taken"][str(seat)] if draft and seat is not None else []
    return taken


def _people(view: dict[str, Any]) -> dict[str, Any]:
    """How it stands; before a turn was played, who sits there and by which rules."""
    game = view["game"]
    if game["state"] in Game.CALLED_OFF:
        return {}
    if view["story"]:
        return {"standings": by_rank(view["seats"])}
    if view["choice"]:
        return {}
    return {
        "people": names_text([seat["name"] for seat in view["seats"]]),
        "rules": [game["pace_text"], *game["rules_text"]],
    }


def button_label(notification: Notification, said: Words) -> str:
    """What is written on the letter's button."""
    if notification.event == Event.HOOK_OFF:
        return _("To your webhooks")
    return _("To my games") if said.path == reverse("home") else _("To the table")


def winners_text(view: dict[str, Any]) -> str:
    """ "Mira wins with 12 bullheads.", "You and Mira win …"; "" while nobody has won."""
    best = [seat for seat in view["seats"] if seat["winner"]] if view["result"] else []
    if not best:
        return ""
    bulls = ngettext("%(n)d bullhead", "%(n)d bullheads", best[0]["total"]) % {
        "n": best[0]["total"]
    }
    if [seat["you"] for seat in best] == [True]:
        return _("You win with %(bulls)s.") % {"bulls": bulls}
    best.sort(key=lambda seat: not seat["you"])
    names = names_text([_("You") if seat["you"] else seat["name"] for seat in best])
    words = ngettext("%(names)s wins with %(bulls)s.", "%(names)s win with %(bulls)s.", len(best))
    return words % {"names": names, "bulls": bulls}
