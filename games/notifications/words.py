"""What a notification says, in words: the same for bell, push, chat, feed and the mail's subject.

Never a card: these words appear on lock screens and in chats of several people.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

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
    path = _path(notification, user)
    if game is not None:
        title = _("%(event)s: %(game)s") % {"event": title, "game": game.name}
    return Words(" ".join(title.split()), sentence(notification, user, due_at), path)


def sentence(
    notification: Notification, reader: User | None, due_at: datetime | None = None
) -> str:
    """One sentence or two that say what happened and what to do.

    Who is told is "you" to ``reader``; a table speaks to several people (None) and names everybody.
    """
    if notification.event in ASKING:
        return _asking(notification, reader, due_at)
    if notification.event == Event.GAME_OVER and does_not_count(notification.game):
        return _called_off(notification.game)
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
    said = told[Event(notification.event)](notification, reader)
    if notification.event != Event.MODERATION or notification.data["action"] != "resume":
        return said
    return _with_deadline(said, notification, reader, due_at)


def _path(notification: Notification, user: User) -> str:
    """The page it leads to: its table, or another one where the person may not look at that."""
    game = notification.game
    if game is None:
        return _elsewhere(notification)
    if game.visibility == Game.Visibility.PRIVATE and _is_about(notification, user, "before"):
        return reverse("home")
    return game.get_absolute_url()


def _is_about(notification: Notification, reader: User | None, role: str) -> bool:
    """Whether it is the reader of whom this is told, in the role of that name in ``data``."""
    return reader is not None and notification.data.get(role) == reader.username


def _elsewhere(notification: Notification) -> str:
    """The page of news that belongs to no table."""
    if notification.event != Event.HOOK_OFF:
        return reverse("home")
    table = notification.data.get("table")
    return reverse("accounts:table-hooks", args=[table]) if table else reverse("accounts:hooks")


def _asking(notification: Notification, reader: User | None, due_at: datetime | None) -> str:
    what = {
        Event.YOUR_TURN: _("The table waits for your card."),
        Event.CHOOSE_ROW: _("Your card cannot be placed without you: choose its row."),
        Event.REMINDER: _("The table still waits for you."),
    }[Event(notification.event)]
    if notification.subject.startswith("draft "):
        what = _("It is for you to take a card of those on the table.")
    return _with_deadline(what, notification, reader, due_at)


def _with_deadline(
    said: str, notification: Notification, reader: User | None, due_at: datetime | None
) -> str:
    """The same, and until when the reader is waited for, if they are."""
    if reader is None:
        return said
    if due_at is None:
        due = due_of(notification)
        due_at = due.at if due else None
    return f"{said} {until_text(due_at, reader)}" if due_at else said


def until_text(at: datetime, user: User) -> str:
    """A deadline in the person's own zone, which is named (field report B-20)."""
    return _("You have until %(when)s.") % {"when": local_words(at, user)}


def _round_over(_notification: Notification, _reader: User | None) -> str:
    return _("The round is over, the next one has been dealt.")


def _game_over(notification: Notification, reader: User | None) -> str:
    data = notification.data
    if _is_about(notification, reader, "no_show"):
        return _("You did not come to the first turn: the game is off, unrated.")
    if "no_show" in data:
        name = {"name": data["no_show"]}
        return _("%(name)s did not come to the first turn: the game is off, unrated.") % name
    if "closed" in data and notification.game is not None:
        return _("The table has closed before its start. %(reason)s") % {
            "reason": notification.game.reason
        }
    return _("The last card is played. See how everybody stands.")


def _called_off(game: Game | None) -> str:
    reason = game.reason if game else ""
    return _("The game was declared void: %(reason)s") % {"reason": reason}


def _invited(notification: Notification, reader: User | None) -> str:
    data, game = notification.data, notification.game
    if "by" in data:
        said = _("%(name)s keeps a seat for you.") % {"name": data["by"]}
    else:
        said = _("A seat is kept for you.")
    if reader is None or game is None or game.state != Game.State.OPEN:
        return said
    until = {"when": local_words(game.expires_at, reader)}
    what = _("Take it at the table if you want to play, until %(when)s.") % until
    return f"{said} {what}"


def _started(notification: Notification, _reader: User | None) -> str:
    if notification.game is not None and notification.game.deal == Game.Deal.DRAFT:
        return _("Everybody is there and the cards lie open on the table.")
    return _("Everybody is there and the cards are dealt.")


def _replaced(notification: Notification, reader: User | None) -> str:
    data, game = notification.data, notification.game
    offered = game is not None and game.on_leave == Game.OnLeave.OFFER
    if "away" in data:
        return _away(_is_about(notification, reader, "away"), offered) % data
    if "resigned" in data and offered:
        return _("%(resigned)s has left the game: a bot plays on until somebody takes over.") % data
    if "resigned" in data:
        return _("%(resigned)s has left the game: a bot plays on.") % data
    if _is_about(notification, reader, "before"):
        return _("%(after)s has taken your seat and plays on: nothing waits for you there.") % data
    return _("%(after)s plays on in place of %(before)s.") % data


def _away(you: bool, offered: bool) -> str:
    """Somebody is not waited for any more; ``offered``: anybody may take the seat."""
    if you and offered:
        return _(
            "You have missed three deadlines in a row, so a stand-in plays for you and your seat is"
            " free for anybody. Take it back at the table before somebody else does."
        )
    if you:
        return _(
            "You have missed three deadlines in a row, so a stand-in plays for you. Take your seat"
            " back at the table whenever you like."
        )
    if offered:
        return _(
            "%(away)s has missed three deadlines in a row: a stand-in plays, and anybody may take"
            " the seat."
        )
    return _("%(away)s has missed three deadlines in a row: a stand-in plays.")


def _order(notification: Notification, _reader: User | None) -> str:
    data = notification.data
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


def _moderation(notification: Notification, _reader: User | None) -> str:
    data = notification.data
    words = {"reason": _ended(str(data["reason"]))}
    done = {
        "pause": _("A moderator has paused the game, and nothing is due meanwhile: %(reason)s"),
        "resume": _("The game goes on, everybody has the time that was left: %(reason)s"),
        "cancel": _("A moderator has called the game off: %(reason)s"),
        "void": _("A moderator has declared the game void: %(reason)s"),
    }
    return done[str(data["action"])] % words


def _ended(text: str) -> str:
    """Somebody's words as a whole sentence."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _hook_off(notification: Notification, _reader: User | None) -> str:
    return _(
        "Nothing is posted to %(host)s any more: it did not work for a day, or said that it is"
        " gone. A test that works switches it on again."
    ) % {"host": notification.data["host"]}
