"""Keyboard only: from signing in to a pick, its change, a row choice, and the next game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.models import Game, Pick
from tests.browser.conftest import PASSWORD, OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.table_page import TablePage
from tests.games import cast

OUTLINED = """() => {
  let element = document.activeElement;
  while (element && getComputedStyle(element).outlineStyle === 'none') {
    element = element.parentElement;
  }
  return element !== null;
}"""


def tab_to(page: Page, selector: str, *, most: int = 60) -> None:
    """Press Tab until that element has the focus; it must show."""
    for _press in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            assert page.evaluate(OUTLINED), f"the focus on {selector} cannot be seen"
            return
    raise AssertionError(f"Tab does not come to {selector}")


def sign_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    tab_to(page, "#id_login")
    page.keyboard.type(name)
    tab_to(page, "#id_password")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("My games")


def arrow_to(page: Page, value: str) -> None:
    """Move within a group of radio buttons."""
    for _press in range(12):
        if page.evaluate("document.activeElement.value") == value:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"The arrows do not come to {value}")


def test_a_turn_from_signing_in_to_the_next_game(people: People, open_page: OpenPage) -> None:
    alice, bob = people(2, password=PASSWORD)
    game = known_game([alice, bob])
    page = open_page()
    table = TablePage(page, game)
    sign_in(page, alice.username)
    tab_to(page, f"#game-{game.pk}")
    page.keyboard.press("Enter")
    expect(table.button).to_be_visible()
    tab_to(page, ".hand input[name=card]")
    page.keyboard.press("Space")
    arrow_to(page, "42")
    tab_to(page, "#pick-form button")
    page.keyboard.press("Enter")
    expect(table.bar).to_have_text(f"Waiting for {bob.username}")
    expect(table.button).to_be_focused()
    change_to_low_card(table)
    cast.pick(game, bob, 13)
    choose_third_row(table)
    table.expect_turn(2)
    expect(page.locator(".lane").nth(2)).to_contain_text("13")
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    to_the_next_game(page, known_game([alice, bob], name="Another herd"))


def change_to_low_card(table: TablePage) -> None:
    """Back to the hand, to the 1; the wish stands on "ask me then"."""
    page = table.page
    page.keyboard.press("Shift+Tab")
    arrow_to(page, "1")
    tab_to(page, "input[name=wish]:checked")
    tab_to(page, "#pick-form button")
    table.expect_button("Change to 1")
    page.keyboard.press("Enter")
    expect(table.held(1).locator(".mark")).to_have_text("picked")
    assert Pick.objects.get(turn__round__game=table.game).card == 1


def choose_third_row(table: TablePage) -> None:
    page = table.page
    expect(table.bar).to_have_text("Choose a row for your 1")
    tab_to(page, "input[name=row]")
    page.keyboard.press("Space")
    arrow_to(page, "2")
    tab_to(page, "#choose-form button")
    page.keyboard.press("Enter")


def to_the_next_game(page: Page, game: Game) -> None:
    page.evaluate("document.activeElement.blur()")
    tab_to(page, ".skip")
    tab_to(page, '.site-nav a[href="/"]')
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("My games")
    tab_to(page, f"#game-{game.pk}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Another herd")


def test_a_new_table_is_opened_with_keys_alone(people: People, open_page: OpenPage) -> None:
    (alice,) = people(1)
    page = open_page(alice)
    page.goto("/games/new/")
    tab_to(page, "input[name=name]")
    page.keyboard.press("Control+A")
    page.keyboard.type("By keys")
    tab_to(page, "input[name=seats_wanted]")
    arrow_to(page, "2")
    tab_to(page, "input[name=fill_with]")
    arrow_to(page, "counter")
    page.keyboard.press("Enter")
    expect(page.locator("#region-hand")).to_be_visible()
    assert Game.objects.get(name="By keys").seats.count() == 2


def test_the_account_menu_opens_and_closes_by_keys(people: People, open_page: OpenPage) -> None:
    (alice,) = people(1)
    page = open_page(alice)
    page.goto("/")
    tab_to(page, ".account-menu summary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Settings")).to_be_hidden()
    expect(page.locator(".account-menu summary")).to_be_focused()
