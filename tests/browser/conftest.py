"""A real Chromium, Debian's own, driven by Playwright."""

import os
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Browser, Page, sync_playwright

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


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, live: LiveSite) -> Iterator[OpenPage]:
    """Open pages of separate people: ``open_page(alice, viewport=...)``; None: signed out."""
    contexts = []

    def opened(user: AbstractBaseUser | None = None, **options: object) -> Page:
        context = browser.new_context(base_url=live.url, **options)  # type: ignore[arg-type]
        context.set_default_timeout(10_000)
        if user is not None:
            context.add_cookies([live.session_cookie(user)])  # type: ignore[list-item]
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """One page, signed out."""
    return open_page()
