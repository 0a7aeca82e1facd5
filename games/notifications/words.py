"""What a notification says, in words: the same for bell, push, chat, feed and the mail's subject.

Never a card: these words appear on lock screens and in chats of several people.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.local_time import local_words
from accounts.models import User
from games.models import Game, Notification, QueuedPick
from games.notifications.events import ASKING, Event
from games.notifications.still import does_not_count, due_of


@dataclass(frozen=True, slots=True)
class Words:
    """A title, a sentence, and the page it leads to."""

    title: str
    sentence: str
    path: str

    @property
    def url(self) -> str:
        """The page's whole address."""
        return settings.SITE_URL + self.path


def words(notification: Notification, user: User, *, due_at: datetime | None = None) -> Words:
    """What to tell this person.

    The deadline of what asks for something is ``due_at`` where the caller knows it; else it
    needs a query.
    """
    game = notification.game
    title = str(Event(notification.event).label)
    path = game.get_absolute_url() if game else _elsewhere(notification)
    if game is not None:
        title = _("%(event)s: %(game)s") % {"event": title, "game": game.name}
    return Words(" ".join(title.split()), sentence(notification, user, due_at), path)


def sentence(notification: Notification, user: User, due_at: datetime | None = None) -> str:
    """One sentence or two that say what happened and what to do."""
    if notification.event in ASKING:
        return _asking(notification, user, due_at)
    if notification.event == Event.GAME_OVER and does_not_count(notification.game):
        return _called_off(notification.game)
    data = notification.data
    told = {
        Event.ROUND_OVER: _round_over,
        Event.GAME_OVER: _game_over,
        Event.INVITED: _invited,
        Event.STARTED: _started,
        Event.REPLACED: _replaced,
        Event.ORDER: _order,
        Event.MODERATION: _moderation,
        Event.HOOK_OFF: _hook_off,
    }
    return told[Event(notification.event)](data)


def _elsewhere(notification: Notification) -> str:
    """The page of news that belongs to no table."""
    if notification.event != Event.HOOK_OFF:
        return reverse("home")
    table = notification.data.get("table")
    return reverse("accounts:table-hooks", args=[table]) if table else reverse("accounts:hooks")


def _asking(notification: Notification, user: User, due_at: datetime | None) -> str:
    what = {
        Event.YOUR_TURN: _("The table waits for your card."),
        Event.CHOOSE_ROW: _("Your card fits no row: choose the one you take."),
        Event.REMINDER: _("Little time is left: the table still waits for you."),
    }[Event(notification.event)]
    if due_at is None:
        due = due_of(notification)
        due_at = due.at if due else None
    return f"{what} {until_text(due_at, user)}" if due_at else what


def until_text(at: datetime, user: User) -> str:
    """A deadline in the person's own zone, which is named (field report B-20)."""
    return _("You have until %(when)s.") % {"when": local_words(at, user)}


def _round_over(_data: dict[str, Any]) -> str:
    return _("The round is over, the next one has been dealt.")


def _game_over(data: dict[str, Any]) -> str:
    if "no_show" in data:
        name = {"name": data["no_show"]}
        return _("%(name)s did not come to the first turn: the game is off, unrated.") % name
    return _("The last card is played. See how everybody stands.")


def _called_off(game: Game | None) -> str:
    reason = game.reason if game else ""
    return _("The game was declared void: %(reason)s") % {"reason": reason}


def _invited(data: dict[str, Any]) -> str:
    if "by" in data:
        return _("%(name)s keeps a seat for you.") % {"name": data["by"]}
    return _("A seat is kept for you.")


def _started(_data: dict[str, Any]) -> str:
    return _("Everybody is there and the cards are dealt.")


def _replaced(data: dict[str, Any]) -> str:
    if "away" in data:
        return _("%(away)s has missed three deadlines in a row: a stand-in plays.") % data
    if "resigned" in data:
        return _("%(resigned)s has left the game: a bot plays on.") % data
    if "back" in data:
        return _("%(back)s is back at the table.") % data
    return _("%(after)s plays on in place of %(before)s.") % data


def _order(data: dict[str, Any]) -> str:
    if "wished" in data:
        told = ngettext(
            "Your wish list took %(n)d card.", "Your wish list took %(n)d cards.", data["wished"]
        )
        return told % {"n": data["wished"]}
    done = []
    if "played" in data:  # told after the reveal: everybody has seen the card
        done.append(_("Your order played %(played)d.") % data)
    if "took" in data:
        done.append(_("Your order took row %(row)d.") % {"row": data["took"] + 1})
    if done:
        return " ".join(done)
    if data["dropped"] == QueuedPick.Guard.ROW_NOT_FULL:
        return _("Row %(row)d is full: your queued cards are dropped.") % {"row": data["row"] + 1}
    if data["dropped"] == QueuedPick.Guard.NOT_LOW:
        return _("Your next queued card fits no row: your queue is dropped.")
    return _("Your next queued card would be a sixth one: your queue is dropped.")


def _moderation(data: dict[str, Any]) -> str:
    done = {
        "pause": _("A moderator has paused the game: %(reason)s"),
        "resume": _("The game goes on, everybody has the time that was left: %(reason)s"),
        "cancel": _("A moderator has called the game off: %(reason)s"),
        "void": _("A moderator has declared the game void: %(reason)s"),
    }
    return done[str(data["action"])] % data


def _hook_off(data: dict[str, Any]) -> str:
    return _(
        "Nothing is posted to %(host)s any more: it did not work for a day, or said that it is"
        " gone. A test that works switches it on again."
    ) % {"host": data["host"]}
