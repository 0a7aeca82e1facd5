"""A clock that goes only when it is told to, in place of Django's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from django.utils import timezone


class Clock:
    """What the site takes for the time while ``stopped`` lasts; an aware instant, in UTC."""

    def __init__(self, now: datetime) -> None:
        self.now = now.astimezone(UTC)

    def go_to(self, moment: datetime) -> None:
        """Jump to this aware instant."""
        self.now = moment.astimezone(UTC)

    def pass_by(self, **span: float) -> None:
        """Let time pass: ``clock.pass_by(minutes=5)``."""
        self.now += timedelta(**span)


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
