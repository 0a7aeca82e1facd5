"""A real Chromium, Debian's own, driven by Playwright, in front of the live site."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import Browser, Page, expect, sync_playwright

from accounts.models import User
from tests.browser.wire import Wire
from tests.games.cast import NAMES
from tests.live import LiveSite
from tests.run import CHROMIUM

# Playwright keeps an event loop in this thread, which Django would take for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MOTION = "no-preference"
PATIENCE = 15_000  # ms; a busy machine may be slow, a broken page never comes
PASSWORD = "hay-and-clover-7"

OpenPage = Callable[..., Page]
People = Callable[..., list[User]]
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole run."""
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*QUIET, *as_root], headless=True
        )
        yield chromium
        chromium.close()
        connections.close_all()  # those opened while Playwright's loop runs are kept apart


@pytest.fixture
def people(live: LiveSite, family: str) -> People:
    """So many of the cast, with names of their own in each test: nothing is rolled back."""

    def born(count: int, *, suffix: str = "", password: str | None = None) -> list[User]:
        names = [f"{name}-{family}{suffix}"[:20] for name in NAMES[:count]]
        return [User.objects.create_user(n, f"{n.lower()}@example.org", password) for n in names]

    return born


@pytest.fixture
def complaints() -> list[str]:
    """What the pages of this test said on their consoles: errors and warnings."""
    return []


@pytest.fixture
def open_page(browser: Browser, live: LiveSite, complaints: list[str]) -> Iterator[OpenPage]:
    """Open pages of separate people: ``open_page(alice, viewport=...)``; None: signed out.

    Cards do not travel there unless the test is about that (``reduced_motion=MOTION``).
    """
    contexts = []

    def opened(user: User | None = None, **options: Any) -> Page:
        context = browser.new_context(
            **{"base_url": live.url, "reduced_motion": "reduce"} | options
        )
        context.set_default_timeout(PATIENCE)
        if user is not None:
            context.add_cookies([live.session_cookie(user)])  # type: ignore[list-item]
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: _complain(complaints, message.type, message.text))
        page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
        return page

    yield opened
    for context in contexts:
        context.close()
    broken = [text for text in complaints if "Security Policy" in text or "uncaught" in text]
    assert broken == []


def _complain(complaints: list[str], kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        complaints.append(f"{kind}: {text}")


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """One page, signed out."""
    return open_page()


@pytest.fixture
def wire(live: LiveSite) -> Iterator[Wire]:
    """A line to the site that can be cut; pages use it with ``base_url=wire.url``."""
    with Wire(live.port) as line:
        yield line
