"""From sign-up to winner: two people, two bots, a cut socket and a killed worker on the way."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from games.models import Game
from games.verifying import problems_of
from tests.browser.conftest import MOTION, PASSWORD, OpenPage
from tests.browser.table_page import TablePage
from tests.browser.wire import Wire
from tests.live import LiveSite


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("Name at the table").fill(name)
    page.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()


def open_private_table(page: Page) -> Game:
    """Four seats, one round, found by its link only."""
    page.get_by_role("link", name="Open a table").first.click()
    page.get_by_label("Name").fill("Friday herd")
    page.get_by_text("Only people with the link", exact=True).click()
    page.locator("label", has_text="A fixed number of rounds").click()
    page.get_by_label("Rounds", exact=True).fill("1")
    page.get_by_role("button", name="Open the table").first.click()
    page.wait_for_url(re.compile(r"/games/\d+/$"))
    return Game.objects.get(pk=int(page.url.rstrip("/").rpartition("/")[2]))


def join_by_link(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_role("link", name="Sign in to sit down").click()
    page.locator("main").get_by_role("link", name="Join").click()
    sign_up(page, name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".chair", has_text=name)).to_contain_text("(you)")


def play_highest(table: TablePage) -> None:
    """The highest card left, and the cheapest row should it be below them all."""
    card = max(table.hand())
    table.mark(card)
    if table.held(card).locator("[data-low]").count():
        table.wish("cheapest")
    table.button.click()


def test_two_newcomers_and_two_bots_play_a_whole_round(
    live: LiveSite, wire: Wire, open_page: OpenPage
) -> None:
    alice_page = open_page(reduced_motion=MOTION)
    bob_page = open_page(reduced_motion=MOTION, base_url=wire.url)
    alice_page.goto("/accounts/signup/")
    sign_up(alice_page, "Alice-whole")
    game = open_private_table(alice_page)
    link = alice_page.get_by_label("Invitation link").input_value()
    join_by_link(bob_page, link.replace(live.url, wire.url), "Bob-whole")
    expect(alice_page.locator(".chair", has_text="Bob-whole")).to_be_visible()
    alice_page.get_by_role("button", name="Add a simple bot").click()
    alice_page.get_by_role("button", name="Add a bot that counts").click()
    alice, bob = TablePage(alice_page, game), TablePage(bob_page, game)
    for turn in range(1, 11):
        for table in (alice, bob):
            table.expect_turn(turn)
        play_highest(bob)
        expect(bob.bar).to_contain_text("Waiting for Alice-whole")
        if turn == 3:
            wire.cut()
        if turn == 6:
            live.kill9("worker")
        play_highest(alice)
        if turn == 3:
            alice.expect_turn(4)
            expect(bob.connection).to_contain_text("Connection lost")
            wire.mend()
        if turn == 6:
            expect(alice.bar).to_have_text("The cards turn over")
            live.start("worker")
    for table in (alice, bob):
        expect(table.page.locator("#result-title")).to_be_visible()
        expect(table.connection).to_be_empty()
    game.refresh_from_db()
    assert game.state == Game.State.FINISHED
    assert list(problems_of(game)) == []
    assert alice.seen() == bob.seen()
    standings = "table.standings td, table.standings th bdi"
    on_alices = alice_page.locator(standings).all_inner_texts()
    assert on_alices == bob_page.locator(standings).all_inner_texts()
