"""Standing orders, seats and leaving as people do them, with scripts and without."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.models import QueuedPick, Seat
from tests.browser.conftest import OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.table_page import TablePage
from tests.games import cast
from tests.live import LiveSite


@pytest.mark.parametrize("scripts", [True, False])
def test_alice_queues_two_cards_and_clears_them(
    live: LiveSite, open_page: OpenPage, scripts: bool
) -> None:
    alice, bob = (cast.person(f"{name}{int(scripts)}") for name in ("AliceQ", "BobQ"))
    game = cast.running_game([alice, bob])
    cards = cast.hand_of(game, alice)
    page = open_page(alice, viewport={"width": 320, "height": 640}, java_script_enabled=scripts)
    page.goto(f"/games/{game.pk}/")
    page.get_by_text("Standing orders", exact=True).click()
    page.get_by_label("Turn 2", exact=True).select_option(str(cards[4]))
    page.get_by_label("Condition for turn 2").select_option("row_2")
    page.get_by_label("Turn 3", exact=True).select_option(str(cards[6]))
    page.get_by_role("button", name="Keep this queue").click()
    now = page.locator(".orders-now")
    expect(now).to_have_text(f"{cards[4]} unless row 3 is full, {cards[6]}")
    if not scripts:
        page.get_by_text("Standing orders", exact=True).click()
    page.get_by_role("button", name="Clear the queue").click()
    expect(now).to_have_text("no card queued")
    assert not QueuedPick.objects.filter(seat__game=game).exists()


def test_a_card_chosen_for_one_turn_is_not_offered_for_another(
    live: LiveSite, open_page: OpenPage
) -> None:
    alice, bob = cast.person("AliceO"), cast.person("BobO")
    game = cast.running_game([alice, bob])
    card = str(cast.hand_of(game, alice)[4])
    page = open_page(alice)
    page.goto(f"/games/{game.pk}/")
    page.get_by_text("Standing orders", exact=True).click()
    page.get_by_label("Turn 2", exact=True).select_option(card)
    other = page.get_by_label("Turn 3", exact=True).locator(f"option:text-is('{card}')")
    expect(other).to_be_disabled()


def test_what_alice_is_writing_outlives_a_new_state_of_the_table(
    people: People, open_page: OpenPage
) -> None:
    """A queue and a price that are not sent yet were gone when the turn moved on."""
    alice, bob = users = people(2)
    game = known_game(users)
    table = TablePage(open_page(alice), game).open()
    page = table.page
    page.get_by_text("Standing orders", exact=True).click()
    page.get_by_label("Turn 3", exact=True).select_option("88")
    page.get_by_label("Condition for turn 3").select_option("row_2")
    page.get_by_label("Row for turn 3, if the card fits none").select_option("1")
    page.locator("#rule-limit").fill("7")
    cast.pick(game, alice, 104)
    cast.pick(game, bob, 13, "cheapest")
    table.expect_turn(2)
    expect(page.get_by_label("Turn 3", exact=True)).to_have_value("88")
    expect(page.get_by_label("Condition for turn 3")).to_have_value("row_2")
    expect(page.get_by_label("Row for turn 3, if the card fits none")).to_have_value("1")
    expect(page.locator("#rule-limit")).to_have_value("7")
    expect(page.get_by_label("up to a price")).to_be_checked()
    other = page.get_by_label("Turn 4", exact=True).locator("option:text-is('88')")
    expect(other).to_be_disabled()


def test_what_was_sent_is_shown_as_it_is_kept(people: People, open_page: OpenPage) -> None:
    """The card written for turn 3 moves up to turn 2 and is not in the form twice."""
    alice = (users := people(2))[0]
    page = TablePage(open_page(alice), known_game(users)).open().page
    page.get_by_text("Standing orders", exact=True).click()
    page.get_by_label("Turn 3", exact=True).select_option("88")
    page.get_by_role("button", name="Keep this queue").click()
    expect(page.get_by_label("Turn 2", exact=True)).to_have_value("88")
    expect(page.get_by_label("Turn 3", exact=True)).to_have_value("")
    page.get_by_label("Turn 3", exact=True).select_option("99")
    page.get_by_role("button", name="Clear the queue").click()
    expect(page.locator(".orders-now")).to_have_text("no card queued")
    for turn in (2, 3):
        expect(page.get_by_label(f"Turn {turn}", exact=True)).to_have_value("")


def test_bob_leaves_and_alices_open_page_tells_it(live: LiveSite, open_page: OpenPage) -> None:
    alice, bob = cast.person("AliceL"), cast.person("BobL")
    game = cast.running_game([alice, bob])
    hers, his = open_page(alice), open_page(bob)
    hers.goto(f"/games/{game.pk}/")
    his.goto(f"/games/{game.pk}/")
    his.get_by_role("link", name="Leave this game for good").click()
    expect(his.get_by_role("heading", level=1)).to_have_text(re.compile("for good"))
    his.get_by_role("button", name="Leave for good").click()
    expect(his.locator('[data-region="hand"]')).to_have_count(0)
    expect(hers.get_by_text("BobL has left")).to_be_visible()


def test_zoe_takes_the_seat_from_the_page(live: LiveSite, open_page: OpenPage) -> None:
    alice, bob, zoe = (cast.person(name) for name in ("AliceT", "BobT", "ZoeT"))
    game = cast.running_game([alice, bob])
    Seat.objects.filter(game=game, user=bob).update(misses=3, offered_at=game.started_at)
    page = open_page(zoe, viewport={"width": 320, "height": 640})
    page.goto(f"/games/{game.pk}/")
    page.get_by_role("button", name="Take this seat").click()
    expect(page.get_by_role("heading", name="Play a card")).to_be_visible()
    expect(page.locator('[data-region="hand"] label.held')).to_have_count(10)
