"""Pull feeds: deadlines as a calendar (RFC 5545), what waits as Atom (RFC 4287).

Written for one person from their open deadlines; never a card, never anybody else's name.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from accounts.local_time import local_words
from accounts.models import User
from games.models import Due

LONGEST_LINE = 75  # bytes of a calendar's line, before its CRLF


def host() -> str:
    """The name under which ids of this site are unique."""
    return urlsplit(settings.SITE_URL).hostname or "sixnimmt"


def what(due: Due) -> str:
    """What is asked, with the table's name."""
    asked = {
        Due.Kind.PICK: _("Play a card – %(game)s"),
        Due.Kind.CHOOSE: _("Choose a row – %(game)s"),
        Due.Kind.DRAFT: _("Take a card – %(game)s"),
    }
    return asked[Due.Kind(due.kind)] % {"game": due.game.name}


def calendar(user: User, dues: Iterable[Due]) -> str:
    """A VCALENDAR with an event of no length at each deadline, in UTC."""
    name = _("6 nimmt! deadlines of %(name)s") % {"name": user.username}
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//sixnimmt//deadlines//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{_escaped(name)}",
        f"X-WR-CALNAME:{_escaped(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
        "X-PUBLISHED-TTL:PT15M",
    ]
    for due in dues:
        lines += _event(user, due)
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(user: User, due: Due) -> list[str]:
    until = _("Until %(when)s.") % {"when": local_words(due.at, user)}
    return [
        "BEGIN:VEVENT",
        f"UID:due-{due.pk}@{host()}",
        f"DTSTAMP:{_utc(due.started_at)}",
        f"DTSTART:{_utc(due.at)}",
        f"SUMMARY:{_escaped(what(due))}",
        f"DESCRIPTION:{_escaped(until)}",
        f"URL:{settings.SITE_URL}{due.game.get_absolute_url()}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    """A TEXT value: RFC 5545, 3.3.11; control characters have no place in it."""
    visible = "".join(char if char.isprintable() else " " for char in text)
    for char in "\\;,":
        visible = visible.replace(char, f"\\{char}")
    return visible


def _folded(line: str) -> str:
    """Cut into lines of at most 75 bytes, never inside a character; RFC 5545, 3.1."""
    pieces, piece, size = [], "", 0
    for char in line:
        length = len(char.encode())
        if size + length > LONGEST_LINE:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + char, size + length
    return "\r\n".join([*pieces, piece])


class Turns(Atom1Feed):
    """An Atom feed whose age is that of its newest entry, or the account's when it is empty."""

    def __init__(self, *args: object, born: datetime, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.born = born

    def latest_post_date(self) -> datetime:
        return max((item["updateddate"] for item in self.items), default=self.born)


def turns(user: User, dues: Iterable[Due], address: str) -> str:
    """What waits for this person as Atom; ``address`` is the feed's own, full."""
    feed = Turns(
        title=_("6 nimmt! – your turn, %(name)s") % {"name": user.username},
        link=settings.SITE_URL,
        description=_("The games that wait for you now."),
        feed_url=address,
        feed_guid=_tag("turns", user.pk),
        author_name=user.username,
        born=user.date_joined.replace(microsecond=0),
    )
    for due in sorted(dues, key=lambda due: due.started_at, reverse=True):
        feed.add_item(
            title=what(due),
            link=settings.SITE_URL + due.game.get_absolute_url(),
            description=_("Until %(when)s.") % {"when": local_words(due.at, user)},
            unique_id=_tag("due", due.pk),
            pubdate=due.started_at.replace(microsecond=0),
            updateddate=due.started_at.replace(microsecond=0),
        )
    return feed.writeString("utf-8")


def _tag(kind: str, pk: int) -> str:
    """An id that stays, whatever the address of the feed (RFC 4151)."""
    return f"tag:{host()},2025:{kind}/{pk}"
