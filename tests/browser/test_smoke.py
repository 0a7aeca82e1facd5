"""The whole chain: Chromium, uvicorn, PostgreSQL."""

from playwright.sync_api import Page

from tests.live import LiveSite


def test_the_start_page_opens_without_a_word_of_complaint(page: Page, live: LiveSite) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    answer = page.goto("/")
    assert answer is not None
    assert answer.status == 200
    assert complaints == []
