"""Fixtures of the notification tests."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import User
from games.models import Game
from tests.games.cast import person, running_game
from tests.notifications.clock import Clock
from tests.notifications.mail_server import MailServer
from tests.notifications.outside import Receiver


@pytest.fixture
def mail(settings: Any) -> Iterator[MailServer]:
    """The mail server to which the site's letters go."""
    with MailServer().listening(settings) as server:
        yield server


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Time stands still, on a Tuesday at noon UTC, until the test moves it."""
    return Clock(monkeypatch, datetime(2026, 12, 1, 12, tzinfo=UTC))


@pytest.fixture
def lan(settings: Settings) -> None:
    """A site in a network of its own: this machine counts as the outside."""
    settings.WEBHOOK_ALLOW_PRIVATE = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A server to which hooks lead."""
    with Receiver().listening() as server:
        yield server


@pytest.fixture
def service() -> Iterator[Receiver]:
    """A push service."""
    with Receiver(status=201, answer=b"").listening() as server:
        yield server


@pytest.fixture
def alice(db: None) -> User:
    return person("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return person("Bob")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """Alice and Bob have just begun."""
    return running_game([alice, bob])
