"""Fixtures of the notification tests."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.notifications.clock import Clock
from tests.notifications.mail_server import MailServer


@pytest.fixture
def mail(settings: Any) -> Iterator[MailServer]:
    """The mail server to which the site's letters go."""
    with MailServer().listening(settings) as server:
        yield server


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Time stands still, on a Tuesday at noon UTC, until the test moves it."""
    return Clock(monkeypatch, datetime(2026, 12, 1, 12, tzinfo=UTC))
