"""A clock that goes only when it is told to, in place of Django's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

from django.utils import timezone

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
A_MICROSECOND = timedelta(microseconds=1)


class Clock:
    """What the site takes for the time while ``stopped`` lasts; an aware instant, in UTC."""

    def __init__(self, now: datetime) -> None:
        self._now = now.astimezone(UTC)

    @property
    def now(self) -> datetime:
        return self._now

    def go_to(self, moment: datetime) -> None:
        """Jump to this aware instant."""
        self._now = moment.astimezone(UTC)

    def pass_by(self, **span: float) -> None:
        """Let time pass: ``clock.pass_by(minutes=5)``."""
        self.go_to(self.now + timedelta(**span))


class SharedClock(Clock):
    """The same clock in several processes, by a file of eight bytes."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    @property
    def now(self) -> datetime:
        return EPOCH + int.from_bytes(os.pread(self._file, 8, 0)) * A_MICROSECOND

    def go_to(self, moment: datetime) -> None:
        os.pwrite(self._file, ((moment - EPOCH) // A_MICROSECOND).to_bytes(8), 0)


@contextmanager
def stopped(clock: Clock) -> Iterator[Clock]:
    """Every ``timezone.now()`` of this process answers ``clock.now``.

    The function itself stays, and what it reads is replaced: defaults of model fields hold the
    function and not its name, and must follow too.
    """
    module: Any = timezone
    real = module.datetime
    module.datetime = _reading(clock, real)
    try:
        yield clock
    finally:
        module.datetime = real


def _reading(clock: Clock, real: type[datetime]) -> type[datetime]:
    class Reading(real):  # type: ignore[valid-type, misc]
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return clock.now.astimezone(tz)

    return Reading
