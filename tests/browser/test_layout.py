"""From a 320 px phone to a wide desk: everything in reach, nothing jumps, nothing sideways."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from accounts.models import User
from games.services.orders import set_row_rule
from tests.browser.conftest import OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.table_page import TablePage, wait_version
from tests.games import cast

PHONE, LOW_PHONE = (390, 844), (320, 640)
SIZES = [LOW_PHONE, PHONE, (768, 1024), (1440, 900)]
LONG = "_" + "W" * 20  # names are cut at 20 letters, and no letter is wider
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
}).observe({type: 'layout-shift', buffered: true});
"""


def at(open_page: OpenPage, user: User, size: tuple[int, int], **options: Any) -> Page:
    width, height = size
    return open_page(user, viewport={"width": width, "height": height}, **options)


def box_of(thing: Locator) -> FloatRect:
    box = thing.bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_ten_people_with_the_longest_names_fit(
    people: People, open_page: OpenPage, size: tuple[int, int]
) -> None:
    users = people(10, suffix=LONG)
    game = cast.running_game(users, name="M" * 40)
    cast.play_lowest(game, users)
    page = at(open_page, users[0], size)
    table = TablePage(page, game).open()
    assert page.evaluate(SIDEWAYS) <= 0
    highest = max(table.hand())
    table.mark(highest)
    table.button.click()
    expect(table.held(highest).locator(".mark")).to_have_text("picked")
    page.get_by_text("Rules here").click()
    page.locator("#deal-proof summary").click()
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_lanes_hand_and_button_are_all_in_sight_with_the_wish_open(
    people: People, open_page: OpenPage, size: tuple[int, int]
) -> None:
    users = people(4)
    page = at(open_page, users[0], size)
    table = TablePage(page, known_game(users)).open()
    check_in_sight(table)
    table.mark(1)
    check_in_sight(table)
    assert page.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_so_are_they_with_a_rule_for_rows_to_wish_by(
    people: People, open_page: OpenPage, size: tuple[int, int]
) -> None:
    users = people(4)
    game = known_game(users)
    set_row_rule(game_id=game.pk, user=users[0], rule="at_most", limit=3)
    table = TablePage(at(open_page, users[0], size), game).open()
    table.mark(1)
    expect(table.page.locator("#pick-form").get_by_text("as my rule says")).to_be_visible()
    check_in_sight(table)
    assert table.page.evaluate(SIDEWAYS) <= 0


def test_a_learning_table_shows_all_lanes_with_its_hints_and_the_button(
    people: People, open_page: OpenPage
) -> None:
    users = people(4)
    page = at(open_page, users[0], LOW_PHONE)
    table = TablePage(page, known_game(users, hints=True)).open()
    check_in_sight(table)
    table.mark(42)
    hint, button = page.locator(".hint:visible"), box_of(table.button)
    expect(hint).to_contain_text("42 − 40 = 2")
    assert box_of(hint)["y"] + box_of(hint)["height"] <= LOW_PHONE[1]
    check_in_sight(table)
    assert box_of(table.button) == button


def test_the_heads_badge_is_round_and_the_way_to_the_next_game_needs_no_line_of_its_own(
    people: People, open_page: OpenPage
) -> None:
    users = people(3)
    here, _there = known_game(users), known_game(users)
    page = at(open_page, users[0], LOW_PHONE)
    cast.pick(here, users[0], 42)
    TablePage(page, here).open()
    badge = box_of(page.locator(".site-header .badge"))
    assert abs(badge["height"] - badge["width"]) <= 8
    way, title = box_of(page.locator(".next-game")), box_of(page.locator(".table-head h1"))
    assert way["y"] < title["y"] + title["height"]
    assert box_of(page.locator(".table-head"))["height"] <= 44
    assert title["width"] >= 60


@pytest.mark.parametrize("size", [(768, 1024), (1440, 900)], ids=lambda size: str(size[0]))
def test_who_is_a_bot_and_who_is_you_stands_beside_the_longest_name(
    people: People, open_page: OpenPage, size: tuple[int, int]
) -> None:
    users = people(2, suffix=LONG)
    game = cast.running_game(users, bots=("simple", "counter"))
    page = at(open_page, users[0], size)
    TablePage(page, game).open()
    tagged = page.locator(".pip:has(.tag)")
    expect(tagged.locator(".tag")).to_have_text(["you", "bot", "bot"])
    for pip in tagged.all():
        tag, own = box_of(pip.locator(".tag")), box_of(pip)
        assert tag["x"] + tag["width"] <= own["x"] + own["width"]
    for name in page.locator(".pip:not(.you) .pip-name", has_text="Bot").all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth")


def check_in_sight(table: TablePage) -> None:
    """The four lanes end above the hand, and the button above the window's edge."""
    size = table.page.viewport_size
    assert size is not None
    lanes, dock = box_of(table.page.locator(".lanes")), box_of(table.page.locator("#region-hand"))
    button = box_of(table.button)
    assert lanes["y"] >= 0
    assert lanes["y"] + lanes["height"] <= dock["y"] + 1
    assert button["y"] + button["height"] <= size["height"]


@pytest.mark.parametrize("size", [LOW_PHONE, PHONE], ids=lambda size: str(size[0]))
def test_with_ten_players_a_phone_shows_all_lanes_above_the_hand(
    people: People, open_page: OpenPage, size: tuple[int, int]
) -> None:
    users = people(10)
    game = cast.running_game(users)
    low_card = min(cast.hand_of(game, users[0]))
    hands = {user.username: cast.hand_of(game, user) for user in users}
    used = {card for hand in hands.values() for card in hand}
    rows = [[card] for card in sorted(set(range(1, 105)) - used, reverse=True)[:4]]
    cast.stack(game, rows, hands)
    table = TablePage(at(open_page, users[0], size), game).open()
    check_in_sight(table)
    table.mark(low_card)
    check_in_sight(table)  # it scrolls as far as needed


@pytest.mark.parametrize("zoom", [2, 4])
def test_a_zoomed_page_keeps_hand_and_rows_in_reach(
    people: People, open_page: OpenPage, zoom: int
) -> None:
    """200 % and 400 % of a window of 1280 × 1024: so many CSS pixels are left."""
    users = people(4)
    size = (1280 // zoom, 1024 // zoom)
    page = at(open_page, users[0], size, device_scale_factor=zoom)
    table = TablePage(page, known_game(users)).open()
    assert page.evaluate(SIDEWAYS) <= 0
    reachable = page.locator("#region-rows .card").all() + page.locator(".hand .card").all()
    assert len(reachable) == 23
    for card in reachable:
        card.scroll_into_view_if_needed()
        box = box_of(card)
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
    table.play(1, wish="ask")


@pytest.mark.parametrize("size", [LOW_PHONE, PHONE, (1440, 900)], ids=lambda size: str(size[0]))
def test_nothing_jumps_when_others_play_and_when_the_turn_turns(
    people: People, open_page: OpenPage, size: tuple[int, int]
) -> None:
    users = people(4, suffix=LONG)
    game = known_game(users)
    page = at(open_page, users[0], size)
    page.add_init_script(SHIFTS)
    table = TablePage(page, game).open()
    table.mark(42)
    before = page.evaluate("shifted")
    for user, card in zip(users[1:], (13, 24), strict=False):
        version = game.version
        cast.pick(game, user, card, "cheapest")
        table.expect_version(wait_version(game, version))
    assert page.evaluate("shifted") - before < 0.01
    cast.pick(game, users[3], 74)
    cast.pick(game, users[0], 42)
    table.expect_turn(2)
    assert page.evaluate("shifted") - before < 0.1


def test_zooming_is_never_forbidden_and_the_table_knows_browser_bars(
    people: People, open_page: OpenPage
) -> None:
    users = people(2)
    game = known_game(users)
    page = open_page(users[0])
    for path in ("/", "/rules/", "/games/new/", game.get_absolute_url()):
        page.goto(path)
        meta = page.locator("meta[name=viewport]").get_attribute("content") or ""
        assert "user-scalable" not in meta
        assert "maximum-scale" not in meta
        assert "viewport-fit=cover" in meta


def test_the_other_pages_fit_a_narrow_phone_too(people: People, open_page: OpenPage) -> None:
    users = people(2, suffix=LONG)
    known_game(users, name="W" * 40)
    page = at(open_page, users[0], LOW_PHONE)
    for path in ("/", "/games/", "/games/new/", "/history/", "/rules/", "/accounts/settings/"):
        page.goto(path)
        assert page.evaluate(SIDEWAYS) <= 0, path
        assert box_of(page.locator(".site-header"))["height"] < 60, path
