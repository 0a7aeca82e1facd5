"""For people who listen to the page, and for those who see it without colours."""

from __future__ import annotations

import re
from itertools import pairwise

from playwright.sync_api import Page, expect

from games.engine import bullheads
from games.models import Pick
from tests.browser.conftest import OpenPage, People
from tests.browser.scenes import HANDS, ROWS, known_game
from tests.browser.table_page import TablePage
from tests.games import cast
from tests.live import LiveSite

NAMELESS = """() => [...document.querySelectorAll('input, select, textarea, button, a, summary')]
  .filter((element) => element.type !== 'hidden' && element.checkVisibility())
  .filter((element) => {
    const labels = [...(element.labels ?? [])];
    const named = (one) => one && (one.textContent.trim() || one.getAttribute('aria-label')
      || one.querySelector('[aria-label]'));
    const referred = document.getElementById(element.getAttribute('aria-labelledby'));
    return ![element, ...labels, referred].some(named);
  })
  .map((element) => element.outerHTML)"""


def spoken(card: int) -> str:
    price = bullheads(card)
    return f"{card}, {price} bullhead" + ("" if price == 1 else "s")


def test_every_card_is_read_with_its_bullheads(people: People, open_page: OpenPage) -> None:
    users = people(2)
    table = TablePage(open_page(users[0]), known_game(users)).open()
    hand = table.page.get_by_role("group", name="Your hand")
    for card in HANDS[0]:
        radio = hand.get_by_role("radio", name=re.compile(f"^{spoken(card)}"))
        expect(radio).to_have_count(1)
    rows = table.page.get_by_role("region", name="Rows")
    for card in (card for row in ROWS for card in row):
        expect(rows.get_by_role("img", name=spoken(card), exact=True)).to_have_count(1)


def test_a_row_is_read_with_its_cards_its_bullheads_and_its_free_places(
    people: People, open_page: OpenPage
) -> None:
    users = people(2)
    table = TablePage(open_page(users[0]), known_game(users)).open()
    lanes = table.page.locator("#region-rows .lane")
    expect(lanes.nth(0)).to_contain_text("Row 1")
    expect(lanes.nth(0)).to_contain_text("10 bullheads")
    expect(lanes.nth(0)).to_contain_text("1 place free")
    expect(lanes.nth(1)).to_contain_text("Full: the next card takes the row")


def test_the_page_has_landmarks_and_headings_in_order(people: People, open_page: OpenPage) -> None:
    users = people(2)
    game = known_game(users)
    cast.play_lowest(game, users)
    page = TablePage(open_page(users[0]), game).open().page
    for role in ("banner", "main", "contentinfo"):
        expect(page.get_by_role(role)).to_have_count(1)
    expect(page.get_by_role("navigation", name="Site")).to_have_count(1)
    for name in ("Rows", "Your hand", "Players", "The last turn"):
        expect(page.get_by_role("region", name=name)).to_have_count(1)
    check_headings(page)


def check_headings(page: Page) -> None:
    levels = page.locator("h1, h2, h3, h4").evaluate_all(
        "all => all.map((heading) => Number(heading.localName[1]))"
    )
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_every_control_on_every_page_has_a_name(people: People, open_page: OpenPage) -> None:
    users = people(2)
    game = known_game(users)
    cast.play_lowest(game, users)
    draft = cast.running_game(users, deal="draft", deck="tight", name="Draft")
    page = open_page(users[0])
    paths = ["/", "/games/", "/games/new/", "/history/", "/rules/", "/accounts/settings/"]
    for path in [*paths, game.get_absolute_url(), draft.get_absolute_url()]:
        page.goto(path)
        assert page.evaluate(NAMELESS) == [], path
        check_headings(page)


def test_each_turn_is_announced_once_and_politely(people: People, open_page: OpenPage) -> None:
    users = people(3)
    game = known_game(users)
    table = TablePage(open_page(users[0]), game).open()
    table.page.evaluate("""() => {
      window.said = [];
      for (const region of document.querySelectorAll('[role=status], [aria-live]')) {
        new MutationObserver(() => region.textContent.trim() && said.push(region.textContent))
          .observe(region, {childList: true, characterData: true, subtree: true});
      }
    }""")
    for user, card in zip(users[1:], (13, 24), strict=True):
        cast.pick(game, user, card, Pick.Wish.CHEAPEST)
    cast.pick(game, users[0], 42)
    table.expect_turn(2)
    expect(table.announcer).to_contain_text("Turn 1")
    assert len(table.page.evaluate("said")) == 1
    expect(table.announcer).to_contain_text("takes row 3")


def test_the_focus_stays_where_it_is_when_the_page_moves(
    people: People, open_page: OpenPage
) -> None:
    alice, bob, charlie = people(3)
    table = TablePage(open_page(alice), known_game([alice, bob, charlie])).open()
    table.held(77).locator("input").focus()
    cast.pick(table.game, bob, 13, Pick.Wish.CHEAPEST)
    expect(table.page.locator(".pip").nth(1)).to_have_attribute("data-status", "picked")
    expect(table.held(77).locator("input")).to_be_focused()
    cast.pick(table.game, alice, 42)
    cast.pick(table.game, charlie, 24)
    table.expect_turn(2)
    expect(table.held(77).locator("input")).to_be_focused()


def test_the_focus_comes_back_to_the_hand_when_the_cards_have_turned(
    people: People, open_page: OpenPage, live: LiveSite
) -> None:
    """While they turn there is nothing to play, and so nothing that could keep the focus."""
    alice, bob = people(2)
    table = TablePage(open_page(alice), known_game([alice, bob])).open()
    table.held(77).locator("input").focus()
    with live.frozen("worker"):
        cast.pick(table.game, bob, 13, Pick.Wish.CHEAPEST)
        cast.pick(table.game, alice, 42)
        table.page.evaluate("dispatchEvent(new Event('online'))")  # it looks again
        expect(table.page.locator("#bar-title")).to_have_text("The cards turn over")
    table.expect_turn(2)
    expect(table.held(77).locator("input")).to_be_focused()


def test_without_styles_numbers_and_bullheads_are_still_there(
    people: People, open_page: OpenPage
) -> None:
    users = people(2)
    page = open_page(users[0])
    page.route("**/*.css", lambda route: route.abort())
    TablePage(page, known_game(users)).load()
    told = page.locator("#region-rows").inner_text()
    for row in ROWS:
        for card in row:
            assert f"{card}, {bullheads(card)} bullhead" in told.replace("\n", "")


def test_both_ends_of_a_two_sided_row_look_like_ends(people: People, open_page: OpenPage) -> None:
    users = people(2)
    drawn = "places => places.map((p) => getComputedStyle(p).outlineStyle !== 'none')"
    for placement, ends in (("right", [False, True]), ("both", [True, True])):
        table = TablePage(open_page(users[0]), known_game(users, placement=placement)).load()
        lane = table.page.locator("#region-rows .lane").nth(1).locator(".place .card")
        outlined = lane.evaluate_all(drawn)
        assert [outlined[0], outlined[-1]] == ends
        assert not any(outlined[1:-1])


def test_states_are_told_by_words_and_shapes_not_by_colour_alone(
    people: People, open_page: OpenPage
) -> None:
    users = people(2)
    table = TablePage(open_page(users[0], forced_colors="active"), known_game(users)).open()
    table.play(42)
    expect(table.held(42).locator(".mark")).to_have_text("picked")
    expect(table.page.locator(".pip").first.locator(".pip-status")).to_have_text("has picked")
    expect(table.page.locator(".pip").nth(1).locator(".pip-status")).to_have_text("is thinking")
    table.mark(1)
    unmarked, marked = "○", "●"
    take = "getComputedStyle(document.querySelectorAll('.take')[2], '::before').content"
    assert unmarked in table.page.evaluate(take)
    table.wish("2")
    assert marked in table.page.evaluate(take)
