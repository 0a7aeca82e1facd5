"""Plain forms do everything: JavaScript is switched off."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Pick, Round, Seat, Turn
from sixnimmt_site.processes import wait_until
from tests.browser.conftest import OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.table_page import TablePage
from tests.games import cast

Plain = Callable[[User], Page]


@pytest.fixture
def plain(open_page: OpenPage) -> Plain:
    """Open a page without scripts."""

    def opened(user: User) -> Page:
        return open_page(user, java_script_enabled=False)

    return opened


def test_pick_change_and_row_choice(people: People, plain: Plain) -> None:
    alice, bob = people(2)
    game = known_game([alice, bob])
    table = TablePage(plain(alice), game).load()
    table.mark(42)
    table.expect_button("Play 42")
    table.button.click()
    expect(table.page.locator(".message")).to_have_text("You play 42.")
    expect(table.held(42).locator(".mark")).to_have_text("picked")
    table.play(1, wish="ask")
    expect(table.held(1).locator(".mark")).to_have_text("picked")
    cast.pick(game, bob, 13)
    wait_for_choice(table)
    table.take_row(2)
    expect(table.page.locator(".message")).to_have_text("You take row 3.")
    assert Pick.objects.get(seat__user=alice, turn__round__game=game).row_choice == 2


def wait_for_choice(table: TablePage) -> None:
    """Without scripts one looks again oneself."""
    asked = Turn.objects.filter(round__game=table.game, state=Turn.State.CHOOSING)
    wait_until(asked.exists, seconds=20, what="Nobody is asked")
    table.page.reload()


def test_a_table_from_opening_it_to_its_start(people: People, plain: Plain) -> None:
    alice, bob = people(2)
    page = plain(alice)
    page.goto("/games/new/")
    page.get_by_role("button", name="Open the table").first.click()
    game = Game.objects.get(creator=alice)
    other = plain(bob)
    other.goto("/games/")
    other.get_by_role("button", name=re.compile(f"Sit down.*{game.name}")).click()
    expect(other.locator(".message")).to_have_text("You have a seat.")
    page.reload()
    page.get_by_role("button", name="Add a simple bot").click()
    page.get_by_role("button", name="remove", exact=True).click()
    page.get_by_role("button", name="Add a bot that counts").click()
    page.get_by_role("button", name="Start now").click()
    expect(page.locator("#region-hand")).to_be_visible()
    levels = Seat.objects.filter(game=game).values_list("bot", flat=True)
    assert sorted(levels) == ["", "", "counter"]


def test_a_draft_with_its_wish_list(people: People, plain: Plain) -> None:
    users = people(2)
    game = cast.running_game(users, deal="draft", deck="tight")
    starter = game.rounds.get(state=Round.State.DRAFTING).draft_starter or 0
    first, second = users[starter], users[1 - starter]
    wishing = plain(second)
    wishing.goto(game.get_absolute_url())
    wishing.get_by_label("Your wish list").fill("5 10 24")
    wishing.get_by_role("button", name="Keep the list").click()
    expect(wishing.get_by_label("Your wish list")).to_have_value("5 10 24")
    taking = plain(first)
    taking.goto(game.get_absolute_url())
    taking.locator('.draft .held:has(input[value="10"])').click()
    taking.get_by_role("button", name="Take the marked card").click()
    expect(taking.locator(".message")).to_have_text("You take 10.")
    expect(taking.locator(".taken-list li", has_text=second.username)).to_contain_text("5")


def test_nothing_shows_that_needs_scripts(people: People, plain: Plain) -> None:
    users = people(2)
    game = known_game(users)
    cast.play_lowest(game, users)
    page = plain(users[0])
    page.goto(game.get_absolute_url())
    expect(page.get_by_role("heading", name="The last turn")).to_be_visible()
    expect(page.get_by_role("button", name="Play it again")).to_have_count(0)
    expect(page.get_by_label("Motion")).to_be_hidden()
