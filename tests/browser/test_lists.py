"""My games move by themselves; the lobby filters and seats; a new table takes every option."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Game, Pick, Salt
from games.services.tables import create_game, join_game
from tests.browser.conftest import OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.wire import Wire
from tests.games import cast


def open_list(page: Page) -> Page:
    """My games, with its socket talking."""
    with page.expect_websocket() as opened:
        page.goto("/")
    socket = opened.value
    socket.wait_for_event("framereceived")
    return page


def test_my_games_badge_and_title_follow_a_turn_that_resolves_elsewhere(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    game = known_game([alice, bob])
    page = open_list(open_page(alice))
    expect(page).to_have_title("(1) My games · sixnimmt")
    expect(page.locator("[data-waiting] [data-count]")).to_have_text("1")
    cast.pick(game, alice, 42)
    expect(page.get_by_role("heading", name="Waiting for others")).to_be_visible()
    expect(page).to_have_title("My games · sixnimmt")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    cast.pick(game, bob, 13, Pick.Wish.CHEAPEST)
    expect(page).to_have_title("(1) My games · sixnimmt")
    expect(page.locator(".game-row")).to_contain_text("turn 2 of 10")
    expect(page.locator("#announcer")).to_have_text("A game waits for you.")


def test_my_games_are_right_after_a_lost_line_and_by_the_back_button(
    people: People, open_page: OpenPage, wire: Wire
) -> None:
    alice, bob = people(2)
    game = known_game([alice, bob])
    page = open_list(open_page(alice, base_url=wire.url))
    wire.cut()
    expect(page.locator("#connection")).to_contain_text("Connection lost")
    cast.pick(game, alice, 42)
    wire.mend()
    expect(page.get_by_role("heading", name="Waiting for others")).to_be_visible()
    expect(page.locator("#connection")).to_be_empty()
    page.goto("/rules/")
    cast.pick(game, bob, 13, Pick.Wish.CHEAPEST)
    page.go_back()
    expect(page.locator(".game-row")).to_contain_text("turn 2 of 10")


def test_an_older_list_never_replaces_a_newer_one(people: People, open_page: OpenPage) -> None:
    alice, bob = people(2)
    game = known_game([alice, bob])
    page = open_page(alice)
    with page.expect_websocket() as opened:
        open_list(page)
    late = page.evaluate("fetch('/games/mine/fragment/').then((answer) => answer.json())")
    cast.pick(game, alice, 42)
    expect(page.get_by_role("heading", name="Waiting for others")).to_be_visible()
    asked: list[Route] = []
    page.route("**/games/mine/fragment/*", lambda route: asked.append(route))
    with opened.value.expect_event("framereceived"):
        page.evaluate("dispatchEvent(new Event('online'))")
    with page.expect_response("**/games/mine/fragment/*"):
        asked[0].fulfill(json=late)
    page.wait_for_function("new Promise((done) => requestAnimationFrame(() => done(true)))")
    expect(page).to_have_title("My games · sixnimmt")
    expect(page.get_by_role("heading", name="Waiting for others")).to_be_visible()


def test_the_lobby_filters_and_one_sits_down_with_a_salt_of_ones_own(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    classic = create_game(creator=alice, name="Lobby classic", pace_seconds=60, seats_wanted=3)
    create_game(creator=alice, name="Lobby draft", deal="draft", deck="tight", seats_wanted=3)
    page = open_page(bob)
    page.goto("/games/")
    expect(page.get_by_role("link", name="Lobby draft")).to_be_visible()
    page.get_by_label("Pace").select_option("live")
    page.get_by_label("Rules").select_option("classic")
    page.locator("#id_players").select_option("3")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("link", name="Lobby draft")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Sit down.*Lobby classic")).click()
    expect(page.locator(".chair", has_text=bob.username)).to_contain_text("(you)")
    assert Salt.objects.get(round__game=classic, seat__user=bob).by_page


def test_the_creators_own_salt_comes_with_starting(people: People, open_page: OpenPage) -> None:
    alice, bob = people(2)
    game = create_game(name="Salted", creator=alice, seats_wanted=3)
    join_game(game_id=game.pk, user=bob)
    page = open_page(alice)
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Start now").click()
    expect(page.locator("#region-hand")).to_be_visible()
    assert Salt.objects.get(round__game=game, round__number=1, seat__user=alice).by_page


OPTIONS = [
    {"end": "exceeds", "target": 30, "deck": "tight", "deal": "shuffled", "placement": "both"},
    {"end": "reaches", "target": 100, "deck": "full", "deal": "stock", "placement": "right"},
    {"end": "rounds", "rounds_wanted": 3, "deck": "tight", "deal": "draft", "placement": "right"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: str(options["end"]))
def test_a_new_table_takes_every_option(
    people: People, open_page: OpenPage, options: dict[str, object]
) -> None:
    (alice,) = people(1)
    page = open_page(alice)
    page.goto("/games/new/")
    page.get_by_label("Name").fill("All options")
    page.locator("label.chip", has_text=re.compile("^7$")).click()
    page.get_by_label("Pace").select_option("3600")
    for name in ("end", "deck", "deal", "placement"):
        value = options[name]
        page.locator(f'.option:has(input[name="{name}"][value="{value}"])').click()
    for name, label in (("target", "Target"), ("rounds_wanted", "Rounds")):
        if name in options:
            page.get_by_label(label, exact=True).fill(str(options[name]))
    page.locator(".option:has(input[name=hints])").click()
    page.get_by_role("button", name="Open the table").first.click()
    expect(page.locator("#region-waiting")).to_contain_text("Set up by")
    game = Game.objects.get(creator=alice)
    assert {name: getattr(game, name) for name in options} == options
    assert (game.seats_wanted, game.pace_seconds, game.hints) == (7, 3600, True)


def test_nonsense_in_the_form_gets_a_sentence_and_keeps_what_was_typed(
    people: People, open_page: OpenPage
) -> None:
    (alice,) = people(1)
    page = open_page(alice)
    page.goto("/games/new/")
    page.get_by_label("Name").fill("Too much")
    page.get_by_label("Target", exact=True).fill("9999")
    page.get_by_role("button", name="Open the table").first.click()
    expect(page.get_by_text("Choose a whole number from 10 to 500.").first).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("Too much")
    assert not Game.objects.filter(creator=alice).exists()
