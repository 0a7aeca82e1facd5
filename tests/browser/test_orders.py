"""Standing orders, seats and leaving as people do them, with scripts and without."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.models import QueuedPick, Seat
from tests.browser.conftest import OpenPage
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
