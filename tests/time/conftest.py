"""A clock for every test here, and tasks that run where they are called."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from games.simulation.clock import Clock, stopped
from sixnimmt_site import celery_app

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)  # a Tuesday


@pytest.fixture(autouse=True)
def clock() -> Iterator[Clock]:
    """Time stands still until the test moves it."""
    with stopped(Clock(NOON)) as clock:
        yield clock


@pytest.fixture(autouse=True)
def _tasks_at_once() -> Iterator[None]:
    celery_app.conf.task_always_eager = True
    yield
    celery_app.conf.task_always_eager = False
