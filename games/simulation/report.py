"""The tally that is printed, and whether all claims hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

from django.conf import settings
from django.db.models import Count

from games.models import DraftTake, Due, Game, Notification, Outage, Pick, Tenure
from games.notifications.events import ASKING
from games.simulation.week import Week
from games.verifying import problems_of

Line = tuple[str, object]


def lines(week: Week, copies_allowed: bool) -> Iterator[str]:
    """The tally as text; the claims come last, each with "yes" or "NO"."""
    days = (week.clock.now - week.begin).total_seconds() / 86_400
    yield f"{days:.1f} days of {Game.objects.count()} games and {len(week.people)} people"
    for title, part in (
        ("Games", _games()),
        ("Played by", _moves()),
        ("Told", _told()),
        ("Happened", week.tally.items()),
        ("Seen", week.watch.seen.items()),
        ("Seats", _seats()),
        ("Worker", [("killed", week.worker.kills)]),
    ):
        yield f"{title}:"
        yield from (f"  {name}: {value}" for name, value in sorted(part, key=str))
    yield "Claims:"
    for name, number in claims(week, copies_allowed):
        yield f"  {'yes' if not number else 'NO '} {name} = {number}"
    yield from (f"  e.g. {name}: {text}" for name, text in week.watch.examples.items())


def claims(week: Week, copies_allowed: bool) -> list[tuple[str, int]]:
    """Everything that must be zero."""
    week.watch.look_at_all()
    week.watch.no_nudge_twice()
    running = Game.objects.filter(state__in=[Game.State.OPEN, Game.State.RUNNING]).count()
    names = (
        "nudged twice for a turn",
        "nudges in sleep",
        "nudges in quiet hours",
        "awaited although not there, or nobody awaited",
        "deadlines in sleep or vacation",
        "reminders in sleep or vacation",
        "negative times",
        "stand-ins before the deadline",
        "misses without a waking moment",
    )
    found = [(name, week.watch.faults[name]) for name in names]
    copies = [] if copies_allowed else [("letters that came twice", letters_twice())]
    return [
        ("games that did not end", running),
        *found,
        *copies,
        ("deadlines lost in an outage", week.tally["deadlines lost in an outage"]),
        ("outages not given back", Outage.objects.filter(done_at=None).count()),
        ("decisions due in games that are over", Due.objects.filter(settled_at=None).count()),
        ("doubles in the outbox", _doubles()),
        ("problems found by replaying all games", _problems()),
    ]


def _games() -> Iterator[Line]:
    ends = Counter(
        f"{game.state}{': ' + _why(game) if game.reason else ''}" for game in Game.objects.all()
    )
    yield from ends.items()


def _why(game: Game) -> str:
    """The reason without names."""
    names = {seat.name for seat in game.seats.select_related("user")} | {game.creator.username}
    return " ".join("somebody" if word in names else word for word in game.reason.split())


def _moves() -> Iterator[Line]:
    for model, what in ((Pick, "cards"), (DraftTake, "drafted")):
        for by, number in model.objects.values_list("by").annotate(Count("pk")).order_by("by"):
            yield f"{what}: {by}", number
    chosen = Pick.objects.exclude(choice_by="").values_list("choice_by").annotate(Count("pk"))
    yield from ((f"rows: {by}", number) for by, number in chosen.order_by("choice_by"))


def _told() -> Iterator[Line]:
    counted = Notification.objects.values_list("event").annotate(Count("pk")).order_by("event")
    yield from counted
    yield "letters on paper", len(list(_letters()))
    yield "letters that came twice", letters_twice()


def _seats() -> Iterator[Line]:
    ended = Tenure.objects.exclude(end="").values_list("end").annotate(Count("pk"))
    yield from ended.order_by("end")


def _doubles() -> int:
    asked = Notification.objects.filter(event__in=ASKING)
    keys = Counter(asked.values_list("user", "event", "subject"))
    return sum(number - 1 for number in keys.values())


def _problems() -> int:
    return sum(len(list(problems_of(game))) for game in Game.objects.order_by("pk"))


def _letters() -> Iterator[tuple[str, str]]:
    """Message-ID and recipient of every letter that was sent."""
    folder = Path(settings.EMAIL_FILE_PATH)
    for path in sorted(folder.glob("*.log")) if folder.is_dir() else ():
        for text in path.read_bytes().split(b"\n" + b"-" * 79 + b"\n"):
            letter = message_from_bytes(text.lstrip())
            if letter["Message-ID"]:
                yield str(letter["Message-ID"]), str(letter["To"])


def letters_twice() -> int:
    """Letters of which a second copy was sent."""
    return sum(number - 1 for number in Counter(_letters()).values())
