"""Words and small counts the table page needs: names in a row, lanes from 1, time left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django import template
from django.utils.dateparse import parse_datetime
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.selectors.result import verdict

register = template.Library()
register.filter(verdict)

DAY, HOUR, MINUTE = 86_400, 3_600, 60


@register.filter
def nth(index: int | str) -> int:
    """Rows and turns are counted from 0 in data and from 1 for people."""
    return int(index) + 1


@register.filter
def places(count: int) -> range:
    """So many things to walk over; nothing for a negative number."""
    return range(max(0, int(count)))


@register.filter
def names(people: Iterable[Mapping[str, object]]) -> SafeString:
    """ "Bob, Mira and Charlie" from items with a `name`, each kept in its own direction.

    More than four are shortened to "Bob, Mira and 5 others"; the list of players has them all.
    """
    bold = [format_html("<bdi>{}</bdi>", person["name"]) for person in people]
    if len(bold) < 2:
        return bold[0] if bold else SafeString("")
    if len(bold) > 4:
        first, last = bold[:2], format_html(_("{count} others"), count=len(bold) - 2)
    else:
        first, last = bold[:-1], bold[-1]
    listed = format_html_join(", ", "{}", ((name,) for name in first))
    return format_html(_("{names} and {last}"), names=listed, last=last)


@register.filter
def without(people: Iterable[Mapping[str, object]], seat: int | None) -> list[Mapping[str, object]]:
    """The people who do not sit on `seat`."""
    return [person for person in people if person["seat"] != seat]


@register.filter
def of_seat(things: Iterable[Mapping[str, object]], seat: int) -> Mapping[str, object] | None:
    """The one thing that belongs to `seat`, if there is one."""
    return next((thing for thing in things if thing["seat"] == seat), None)


@register.filter
def of_turn(things: Iterable[Mapping[str, object]], turn: int) -> Mapping[str, object] | None:
    """The one thing that is meant for `turn`, if there is one."""
    return next((thing for thing in things if thing["turn"] == turn), None)


@register.filter
def moment(stamp: str | datetime | None) -> datetime | None:
    """A point in time from its ISO text, for Django's own `date` filter."""
    return parse_datetime(stamp) if isinstance(stamp, str) else stamp


@register.filter
def time_left(seconds: float | None) -> str:
    """Seconds as the coarsest honest words: "2 days", "9 h", "12 min", "40 s".

    The page's clock.js says the same with the same words.
    """
    left = max(0, int(seconds or 0))
    if left >= 2 * DAY:
        return _("{n} days").format(n=left // DAY)
    if left >= HOUR:
        return _("{n} h").format(n=left // HOUR)
    if left >= MINUTE:
        return _("{n} min").format(n=left // MINUTE)
    return _("{n} s").format(n=left)


@register.filter
def and_list(listed: Iterable[str]) -> SafeString:
    """Plain names, joined as `names` joins people."""
    return names({"name": name} for name in listed)


@register.filter
def fresh(story: Sequence[Mapping[str, object]]) -> Sequence[Mapping[str, object]]:
    """The turns since the viewer's last pick, or just the last turn, oldest first."""
    return [turn for turn in story if turn["new"]] or story[-1:]


@register.filter
def earlier(story: Sequence[Mapping[str, object]]) -> Sequence[Mapping[str, object]]:
    """The turns of the story that `fresh` leaves out."""
    told = fresh(story)
    return [turn for turn in story if turn not in told]


@register.filter
def free_seats(view: Mapping[str, Any]) -> range:
    """The seats of an open table nobody sits on yet."""
    return places(view["game"]["seats_wanted"] - len(view["seats"]))


@register.filter
def seats_in_order(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The seats round the table; once the game is over, in the order of the standings."""
    if not view["result"]:
        return list(view["seats"])
    return sorted(view["seats"], key=lambda seat: seat["rank"] or len(view["seats"]) + 1)


@register.filter
def most_bullheads(view: Mapping[str, Any]) -> int:
    """The highest total of a result: what the longest bar stands for (1 at least)."""
    return max(1, *(int(line["total"]) for line in view["result"]["standings"]))
