"""Deadlines and reminders from a start, a length, absences and sleep."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from games.clock.sleep import Sleep

Span = tuple[datetime, datetime]
REMIND_AT = 0.8  # of the time that was given, so 20 % are left


def due_at(
    start: datetime, length: timedelta, *, away: Iterable[Span] = (), sleep: Sleep | None = None
) -> datetime:
    """When a decision asked for at ``start`` is due, in UTC.

    ``length`` of time must pass that lies in no span of ``away`` (from, to); what would then fall
    into the sleep moves to its end, and on if that lies within an absence again.

    >>> friday = datetime(2026, 10, 23, 12, tzinfo=UTC)
    >>> week = (datetime(2026, 10, 24, 12, tzinfo=UTC), datetime(2026, 10, 31, 12, tzinfo=UTC))
    >>> due_at(friday, timedelta(days=2), away=[week]).isoformat()
    '2026-11-01T12:00:00+00:00'
    """
    spans = merged(away)
    moment = start.astimezone(UTC) + length
    for begin, end in spans:
        if end > start and begin <= moment:
            moment += end - max(begin, start)
    while True:
        awake = sleep.after(moment) if sleep else moment
        back = next((end for begin, end in spans if begin <= awake < end), awake)
        if back == awake == moment:
            return moment
        moment = back.astimezone(UTC)


def remind_at(start: datetime, due: datetime, sleep: Sleep | None = None) -> datetime | None:
    """When to remind: at 20 % of the time left, never during sleep; None if that is no use.

    >>> start = datetime(2026, 12, 1, tzinfo=UTC)
    >>> remind_at(start, start + timedelta(hours=10)).isoformat()
    '2026-12-01T08:00:00+00:00'
    """
    moment = start + (due - start) * REMIND_AT
    moment = sleep.after(moment) if sleep else moment.astimezone(UTC)
    return moment if moment < due else None


def merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, those that overlap or touch as one."""
    result: list[Span] = []
    for begin, end in sorted(span for span in spans if span[0] < span[1]):
        if result and begin <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((begin, end))
    return result
