"""The draft ("Logic"): open cards taken in turn, with a wish list built by tapping."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Hand, Round
from games.services.drafting import take_card
from tests.browser.conftest import OpenPage, People
from tests.browser.table_page import TablePage
from tests.games import cast


def draft_game(users: list[User]) -> tuple[Game, list[User]]:
    """A game whose cards are being taken, and its people in the order of taking."""
    game = cast.running_game(users, deal="draft", deck="tight")
    starter = game.rounds.get(state=Round.State.DRAFTING).draft_starter or 0
    return game, users[starter:] + users[:starter]


def open_card(page: Page, card: int) -> None:
    page.locator(f'.draft .held:has(input[value="{card}"])').click()


def wishes_of(game: Game, user: User) -> list[int]:
    return list(Hand.objects.get(round__game=game, seat__user=user).wishes)


def test_cards_are_taken_in_turn_and_leave_the_table_on_every_page(
    people: People, open_page: OpenPage
) -> None:
    game, (first, second) = draft_game(people(2))
    mine = TablePage(open_page(first), game).open()
    theirs = TablePage(open_page(second), game).open()
    expect(mine.bar).to_have_text("Take a card")
    expect(theirs.bar).to_have_text(f"{first.username} takes a card")
    expect(mine.page.get_by_role("button", name="Take the marked card")).to_be_visible()
    open_card(mine.page, 7)
    mine.page.get_by_role("button", name="Take 7").click()
    expect(mine.bar).to_have_text(f"{second.username} takes a card")
    expect(theirs.bar).to_have_text("Take a card")
    for table in (mine, theirs):
        expect(table.page.locator("#open-7")).to_have_count(0)
        taken = table.page.locator(".taken-list li", has_text=first.username)
        expect(taken.locator(".card")).to_have_attribute("aria-label", "7, 1 bullhead")


def test_tapping_cards_ranks_them_and_nothing_is_kept_before_the_button(
    people: People, open_page: OpenPage
) -> None:
    game, (_first, second) = draft_game(people(2))
    page = TablePage(open_page(second), game).open().page
    field = page.get_by_label("Your wish list")
    for card in (10, 3, 20):
        open_card(page, card)
    expect(field).to_have_value("10 3 20")
    expect(page.locator('.held:has(input[value="20"]) .mark')).to_have_text("3.")
    open_card(page, 3)
    expect(field).to_have_value("10 20")
    expect(page.locator('.held:has(input[value="20"]) .mark')).to_have_text("2.")
    assert wishes_of(game, second) == []
    page.get_by_role("button", name="Keep the list").click()
    expect(page.locator("#announcer")).to_contain_text("Your wish list is kept.")
    assert wishes_of(game, second) == [10, 20]


def test_numbers_written_into_the_list_mark_their_cards(
    people: People, open_page: OpenPage
) -> None:
    game, (_first, second) = draft_game(people(2))
    page = TablePage(open_page(second), game).open().page
    page.get_by_label("Your wish list").fill("24, 5")
    expect(page.locator('.held:has(input[value="5"]) .mark')).to_have_text("2.")
    page.locator("#open-5").focus()
    page.keyboard.press("Space")
    expect(page.get_by_label("Your wish list")).to_have_value("24")


def test_a_list_being_built_survives_that_somebody_takes_a_card(
    people: People, open_page: OpenPage
) -> None:
    game, (first, second, third) = draft_game(people(3))
    page = TablePage(open_page(third), game).open().page
    for card in (10, 7, 20):
        open_card(page, card)
    page.locator("#open-20").focus()
    take_card(game_id=game.pk, user=first, card=7)
    expect(page.locator("#open-7")).to_have_count(0)
    expect(page.get_by_label("Your wish list")).to_have_value("10 7 20")
    expect(page.locator("#open-20")).to_be_focused()
    expect(page.locator("#open-20")).to_be_checked()
    page.get_by_role("button", name="Keep the list").click()
    expect(page.locator("#announcer")).to_contain_text("Your wish list is kept.")
    take_card(game_id=game.pk, user=second, card=1)
    taken = page.locator(".taken-list li", has_text=third.username).locator(".card")
    expect(taken).to_have_attribute("aria-label", "10, 3 bullheads")
