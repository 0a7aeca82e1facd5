"""A letter's link in a real browser: the card is marked, and stays so while the table moves."""

from __future__ import annotations

from playwright.sync_api import expect

from games.notifications.presence import is_present
from sixnimmt_site.processes import wait_until
from tests.browser.conftest import OpenPage
from tests.games import cast


def test_the_marked_card_stays_marked_while_others_pick(open_page: OpenPage) -> None:
    alice, bob, charlie = (cast.person(f"{name}-links") for name in ("Alice", "Bob", "Charlie"))
    game = cast.running_game([alice, bob, charlie])
    card = cast.hand_of(game, alice)[3]
    page = open_page(alice)
    page.goto(f"/games/{game.pk}/?card={card}")
    marked = page.locator(f"input[name=card][value='{card}']")
    expect(marked).to_be_checked()
    expect(page).to_have_url(page.url.partition("?")[0])
    wait_until(lambda: is_present(alice.pk, game.pk), seconds=10, what="Opening the page counts")
    cast.pick(game, bob, cast.hand_of(game, bob)[0], "cheapest")
    expect(page.locator("#region-seats")).to_contain_text("has picked")
    expect(marked).to_be_checked()
    page.get_by_role("button", name=f"Play {card}").click()
    expect(page.locator("#play-words")).to_contain_text(f"{card} lies face down")


def test_a_page_in_the_background_says_nothing(open_page: OpenPage) -> None:
    """Field report B-03."""
    alice = cast.person("Alice-hidden")
    game = cast.running_game([alice, cast.person("Bob-hidden")])
    page = open_page(alice)
    page.add_init_script("Object.defineProperty(document, 'hidden', {get: () => true})")
    page.goto(f"/games/{game.pk}/")
    page.mouse.move(20, 20)
    page.mouse.move(90, 90)
    page.wait_for_timeout(2500)  # longer than the page waits before it speaks for the first time
    assert not is_present(alice.pk, game.pk)
