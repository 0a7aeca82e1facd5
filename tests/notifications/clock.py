"""A clock that stands still, or goes where a test moves it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone


class Clock:
    """``django.utils.timezone.now`` for the site's own code; the database's clock goes on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, start: datetime) -> None:
        self.now = start.astimezone(UTC)
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def pass_by(self, **span: float) -> None:
        """Let time pass: ``clock.pass_by(minutes=5)``."""
        self.now += timedelta(**span)

    def go_to(self, moment: datetime) -> None:
        """Jump to this aware moment."""
        self.now = moment.astimezone(UTC)
