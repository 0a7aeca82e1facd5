"""Deadlines and reminders from a start, a length, absences and sleep."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from games.clock.sleep import Sleep

Span = tuple[datetime, datetime]
LEFT_AT_REMINDER = 0.2  # of the time that was given


@dataclass(frozen=True)
class Calendar:
    """When a person is there: not asleep (``sleep``), not in a span (from, to) of ``away``.

    All instants are aware; those returned are in UTC.

    >>> friday = datetime(2026, 10, 23, 12, tzinfo=UTC)
    >>> week = (datetime(2026, 10, 24, 12, tzinfo=UTC), datetime(2026, 10, 31, 12, tzinfo=UTC))
    >>> Calendar(away=(week,)).due_at(friday, timedelta(days=2)).isoformat()
    '2026-11-01T12:00:00+00:00'
    """

    sleep: Sleep | None = None
    away: tuple[Span, ...] = ()

    def there_at(self, moment: datetime) -> datetime:
        """The moment itself, or the first one after it at which the person is there."""
        moment = moment.astimezone(UTC)
        while True:
            awake = self.sleep.after(moment) if self.sleep else moment
            back = next((end for begin, end in self.away if begin <= awake < end), awake)
            if back == moment:
                return moment
            moment = back.astimezone(UTC)

    def due_at(self, start: datetime, length: timedelta) -> datetime:
        """When a decision asked for at ``start`` is due.

        ``length`` must pass outside absences, from when the person is there on: who is asked while
        asleep hears of it on waking up. What would be due in the sleep is due at its end.

        >>> from datetime import time; from zoneinfo import ZoneInfo
        >>> alice = Calendar(Sleep(time(22), time(7), ZoneInfo("Europe/Berlin")))
        >>> alice.due_at(datetime(2026, 12, 1, 15, tzinfo=UTC), timedelta(hours=12)).isoformat()
        '2026-12-02T06:00:00+00:00'
        >>> alice.due_at(datetime(2026, 12, 1, 23, tzinfo=UTC), timedelta(hours=1)).isoformat()
        '2026-12-02T07:00:00+00:00'
        """
        return self._after(self.there_at(start), length)

    def remind_at(
        self, start: datetime, length: timedelta, shifted: timedelta = timedelta(0)
    ) -> datetime | None:
        """When to remind of what is due after ``length`` and ``shifted``; None if that is no use.

        20 % of ``length`` are left then; the sleep a deadline is moved over does not count, so a
        reminder of what is due in the morning comes the evening before.

        >>> ALWAYS.remind_at(datetime(2026, 12, 1, tzinfo=UTC), timedelta(hours=10)).isoformat()
        '2026-12-01T08:00:00+00:00'
        """
        moment = self.due_at(start, shifted + length * (1 - LEFT_AT_REMINDER))
        return moment if moment < self.due_at(start, shifted + length) else None

    def more_time(self, start: datetime, time: timedelta, due: datetime, stop: Span) -> timedelta:
        """What must be added to ``time`` so that a stop (from, to) of everything costs nothing.

        As much is left at the end of the stop as was left until ``due`` when it began, vacations
        not counted; if the person sleeps through all of it, from when they wake up on.
        """
        begin = self.there_at(start)
        since, until = max(stop[0], begin), stop[1]
        if until <= since:
            return timedelta(0)  # their time had not begun
        left = self._own_time(since, due)
        there = self.there_at(until)
        again = there if there >= self._after(until, left) else until
        return self._own_time(begin, again) + left - time

    def _after(self, start: datetime, length: timedelta) -> datetime:
        """When ``length`` has passed outside absences and the person is there."""
        moment = start.astimezone(UTC) + length
        for begin, end in self._absences():
            if end > start and begin <= moment:
                moment += end - max(begin, start)
        return self.there_at(moment)

    def _own_time(self, start: datetime, end: datetime) -> timedelta:
        """The time from ``start`` to ``end`` outside absences; none if it ends before it starts."""
        inside = (
            min(until, end) - max(since, start)
            for since, until in self._absences()
            if since < end and until > start
        )
        return max(timedelta(0), end - start - sum(inside, timedelta(0)))

    def _absences(self) -> list[Span]:
        """The absences in order: each until its person is awake again, touching ones as one."""
        ends = self.sleep.after if self.sleep else (lambda moment: moment)
        return merged((begin, ends(end)) for begin, end in self.away)


ALWAYS = Calendar()  # somebody who is always there


def merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, those that overlap or touch as one."""
    result: list[Span] = []
    for begin, end in sorted(span for span in spans if span[0] < span[1]):
        if result and begin <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((begin, end))
    return result
