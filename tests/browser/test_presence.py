"""A page without a socket says by its plain requests that somebody is there (field report B-03)."""

from __future__ import annotations

from django.core.cache import cache
from playwright.sync_api import Page, Response, expect

from games.notifications.presence import _key, is_present
from tests.browser.conftest import OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.table_page import TablePage

OPENED = 2_000  # ms after which a page tells that it was opened
UNTOLD = 21_000  # ms after which a page tells again that somebody is active
HIDE = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})"
SHOW = "delete document.hidden"


def says_active(answer: Response) -> bool:
    """Whether the page asked for the table in somebody's name, and was heard."""
    return answer.request.headers.get("x-active") == "1"


def next_answer(page: Page) -> Response:
    """To the next request by which the page asks for the table."""
    with page.expect_response(lambda answer: "/fragment/" in answer.url) as asked:
        pass
    return asked.value


def test_only_who_does_something_on_a_visible_page_holds_a_nudge_back(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    page = open_page(alice)
    page.clock.install()
    page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1011))
    table = TablePage(page, known_game([alice, bob])).load()
    expect(table.connection).to_contain_text("No live connection")
    me = (alice.pk, table.game.pk)

    with page.expect_response(says_active):  # to open the page is to do something
        page.clock.fast_forward(OPENED)
    cache.delete(_key(*me))
    page.clock.fast_forward(UNTOLD)
    with page.expect_response(says_active):
        page.mouse.move(100, 100)
    assert is_present(*me)

    cache.delete(_key(*me))
    page.clock.fast_forward(UNTOLD)
    for _time in range(2):  # the page is open and in sight, and nobody does anything
        assert not says_active(next_answer(page))

    page.evaluate(HIDE)
    page.clock.fast_forward(UNTOLD)
    page.mouse.move(200, 200)
    page.evaluate(SHOW)
    for _time in range(2):  # what moved over a hidden page was not somebody at the table
        assert not says_active(next_answer(page))
    assert not is_present(*me)
    assert not is_present(bob.pk, table.game.pk)
