"""The reveal is a show on top of the truth: skippable, replayable, still where motion hurts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.browser.conftest import MOTION, OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.table_page import TablePage
from tests.games import cast

# Notes when a stage comes and goes, and how many animations ran on it, by the page's own clock.
WATCH = """
window.shows = [];
new MutationObserver((records) => {
  const has = (nodes) => [...nodes].some((node) => node.classList?.contains('stage'));
  for (const record of records) {
    if (has(record.addedNodes)) {
      shows.push({start: performance.now(), moves: 0});
    }
    if (has(record.removedNodes)) shows.at(-1).end ??= performance.now();
  }
  const stage = document.querySelector('.stage');
  const moves = stage ? stage.getAnimations({subtree: true}).length : 0;
  if (moves) shows.at(-1).moves = Math.max(shows.at(-1).moves, moves);
}).observe(document, {childList: true, subtree: true});
"""
OVER = "(count) => window.shows.filter((show) => show.end).length >= count"


def watched(page: Page, game: Game) -> TablePage:
    page.add_init_script(WATCH)
    return TablePage(page, game).open()


def play_the_turn(game: Game, users: list[User]) -> None:
    """Four cards: one placed, one sixth card, two more."""
    cards = dict(zip(users, (42, 13, 24, 74), strict=False))
    for user, card in cards.items():
        cast.pick(game, user, card, "cheapest")


def shows(table: TablePage) -> list[dict[str, Any]]:
    return list(table.page.evaluate("window.shows"))


def test_four_cards_turn_fly_and_are_taken_in_less_than_three_seconds(
    people: People, open_page: OpenPage
) -> None:
    users = people(4)
    game = known_game(users)
    table = watched(open_page(users[0], reduced_motion=MOTION), game)
    play_the_turn(game, users)
    table.page.wait_for_function(OVER, arg=1)
    show = shows(table)[0]
    assert show["moves"] >= 4
    # The show's own limit is 2.75 s; the rest is for a machine that does other things too.
    assert 600 < show["end"] - show["start"] < 3500
    expect(table.stage).to_have_count(0)
    table.expect_turn(2)


@pytest.mark.parametrize("how", ["Escape", "tap"])
def test_a_key_or_a_tap_skips_to_the_end(people: People, open_page: OpenPage, how: str) -> None:
    users = people(4)
    game = known_game(users)
    table = watched(open_page(users[0], reduced_motion=MOTION), game)
    play_the_turn(game, users)
    expect(table.stage).to_have_count(1)
    if how == "Escape":
        table.page.keyboard.press("Escape")
    else:
        box = table.page.locator("#region-rows").bounding_box()
        assert box is not None
        table.page.mouse.click(box["x"] + 60, box["y"] + 60)
    table.page.wait_for_function(OVER, arg=1)
    show = shows(table)[0]
    assert show["end"] - show["start"] < 2400
    expect(table.page.locator(".rows :checked")).to_have_count(0)


def test_the_next_card_can_be_played_while_the_show_is_on(
    people: People, open_page: OpenPage
) -> None:
    users = people(4)
    game = known_game(users)
    table = watched(open_page(users[0], reduced_motion=MOTION), game)
    play_the_turn(game, users)
    expect(table.stage).to_have_count(1)
    table.expect_turn(2)
    expect(table.bar).to_have_text("Play a card")
    table.play(56)
    assert cast.open_turn(game).picks.get().card == 56


def test_a_turn_of_the_story_can_be_played_again(people: People, open_page: OpenPage) -> None:
    users = people(4)
    game = known_game(users)
    cast.play(game, dict(zip(users, (42, 13, 24, 74), strict=True)), {users[1]: "cheapest"})
    table = watched(open_page(users[0], reduced_motion=MOTION), game)
    before = table.seen()
    table.page.get_by_role("button", name="Play it again").click()
    table.page.wait_for_function(OVER, arg=1)
    assert shows(table)[0]["moves"] > 0
    assert table.seen() == before


def test_with_reduced_motion_the_turn_is_a_list_at_once(
    people: People, open_page: OpenPage
) -> None:
    users = people(4)
    game = known_game(users)
    table = watched(open_page(users[0], reduced_motion="reduce"), game)
    play_the_turn(game, users)
    table.expect_turn(2)
    steps = table.page.locator(".turn").first.locator(".steps-told > li")
    expect(steps).to_have_count(4)
    expect(steps.first).to_contain_text("13")
    expect(table.page.get_by_role("button", name="Play it again")).to_have_count(0)
    assert shows(table) == []


def test_the_sites_own_switch_stops_motion_and_is_remembered(
    people: People, open_page: OpenPage
) -> None:
    users = people(4)
    game = known_game(users)
    page = open_page(users[0], reduced_motion=MOTION)
    page.goto("/rules/")
    page.get_by_label("Motion").select_option("off")
    table = watched(page, game)
    expect(page.get_by_label("Motion")).to_have_value("off")
    play_the_turn(game, users)
    table.expect_turn(2)
    expect(table.page.locator(".turn").first).to_be_visible()
    assert shows(table) == []


def test_a_page_that_was_away_for_turns_tells_them_all_without_a_show(
    people: People, open_page: OpenPage
) -> None:
    users = people(2)
    game = known_game(users)
    for _turn in range(2):
        cast.play_lowest(game, users)
    table = watched(open_page(users[0], reduced_motion=MOTION), game)
    expect(table.page.get_by_role("heading", name="The last turn")).to_be_visible()
    table.expect_turn(3)
    assert shows(table) == []
