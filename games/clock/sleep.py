"""The hours in which somebody sleeps, in their own time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

LONGEST_SLEEP = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Sleep:
    """From ``start`` to ``end`` o'clock, local times in ``zone``; over midnight when end < start.

    >>> sleep = Sleep(time(23), time(7), ZoneInfo("Europe/Berlin"))
    >>> sleep.after(datetime(2026, 12, 1, 23, 30, tzinfo=UTC)).isoformat()
    '2026-12-02T06:00:00+00:00'
    """

    start: time
    end: time
    zone: ZoneInfo

    def holds(self, instant: datetime) -> bool:
        """Whether the person sleeps at this (aware) instant; waking up is being awake."""
        local = instant.astimezone(self.zone).time()
        if self.start < self.end:
            return self.start <= local < self.end
        return self.start != self.end and (local >= self.start or local < self.end)

    def after(self, instant: datetime) -> datetime:
        """The instant itself, or the end of the sleep it falls into; in UTC.

        Where the clocks are changed within the sleep, the end is the first instant that shows
        the waking hour or more (a skipped hour), and the first of two (a repeated one).
        """
        if not self.holds(instant):
            return instant.astimezone(UTC)
        local = instant.astimezone(self.zone)
        day = local.date()
        if self.start >= self.end and local.time() >= self.start:
            day += timedelta(days=1)
        waking = datetime.combine(day, self.end, self.zone).astimezone(UTC)
        while self.holds(waking) or waking <= instant:  # skipped or repeated hours
            waking += timedelta(minutes=15)
        return waking
