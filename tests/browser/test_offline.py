"""Lines break, phones sleep, sockets are refused: the page says so and is right again by itself."""

from __future__ import annotations

from typing import Any

import pytest
import redis
from django.conf import settings
from playwright.sync_api import Page, expect

from accounts.models import User
from games.hints import game_group
from games.models import Game, Pick
from tests.browser.conftest import OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.table_page import TablePage, wait_version
from tests.browser.wire import Wire
from tests.games import cast

IN_TEN_SECONDS = 10_000
IN_THREE_SECONDS = 3_000


def play_turns(game: Game, users: list[User], count: int) -> int:
    """So many turns while a page is away; the version it must come to."""
    for _turn in range(count):
        cast.play_lowest(game, users)
    game.refresh_from_db()
    return game.version


@pytest.mark.parametrize("how", ["cut", "silence"])
def test_a_lost_line_is_told_within_ten_seconds_and_forgotten_when_it_is_back(
    people: People, open_page: OpenPage, wire: Wire, how: str
) -> None:
    users = people(2)
    table = TablePage(open_page(users[0], base_url=wire.url), known_game(users)).open()
    expect(table.connection).to_have_attribute("role", "status")
    getattr(wire, how)()
    expect(table.connection).to_contain_text("Connection lost", timeout=IN_TEN_SECONDS)
    version = play_turns(table.game, users, 2)
    wire.mend()
    table.expect_version(version)
    table.expect_turn(3)
    expect(table.connection).to_be_empty()


def test_without_a_line_a_phone_still_shows_the_button_and_promises_nothing(
    people: People, open_page: OpenPage
) -> None:
    users = people(2)
    page = open_page(users[0], viewport={"width": 320, "height": 640})
    table = TablePage(page, known_game(users)).open()
    page.context.set_offline(True)
    expect(table.connection).to_contain_text("Connection lost", timeout=IN_TEN_SECONDS)
    table.mark(42)
    table.button.click(timeout=IN_THREE_SECONDS)  # nothing lies above it
    expect(table.problem).to_contain_text("Your card did not get through")
    assert "goes through" not in table.connection.inner_text()
    words, button = table.connection.bounding_box(), table.button.bounding_box()
    assert words and button
    assert words["y"] + words["height"] <= button["y"]
    page.context.set_offline(False)
    expect(table.connection).to_be_empty(timeout=IN_TEN_SECONDS)


def freeze(page: Page, state: str) -> None:
    """What a phone does with a page in the background ("frozen") and on return ("active")."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": state})


def test_after_sleep_with_a_dead_socket_the_page_is_right_within_three_seconds(
    people: People, open_page: OpenPage, wire: Wire
) -> None:
    users = people(2)
    table = TablePage(open_page(users[0], base_url=wire.url), known_game(users)).open()
    freeze(table.page, "frozen")
    wire.cut()
    version = play_turns(table.game, users, 2)
    wire.mend()
    freeze(table.page, "active")
    table.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    table.page.wait_for_function(
        "(version) => Number(document.getElementById('table').dataset.version) >= version",
        arg=version,
        timeout=IN_THREE_SECONDS,
    )
    table.play(max(table.hand()))


def test_where_sockets_are_refused_the_page_asks_and_picks_go_through(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    page = open_page(alice)
    page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1011))
    table = TablePage(page, known_game([alice, bob])).load()
    expect(table.connection).to_contain_text("No live connection")
    table.play(42)
    cast.pick(table.game, bob, 13, Pick.Wish.CHEAPEST)
    table.expect_turn(2)
    assert table.hand() == [1, 2, 17, 56, 66, 77, 88, 99, 104]


def test_a_pick_made_on_a_dead_line_is_not_lost_silently(
    people: People, open_page: OpenPage, wire: Wire
) -> None:
    users = people(2)
    table = TablePage(open_page(users[0], base_url=wire.url), known_game(users)).open()
    wire.cut()
    table.mark(42)
    table.button.click()
    expect(table.problem).to_contain_text("did not get through")
    expect(table.problem).to_be_focused()
    wire.mend()
    expect(table.connection).to_be_empty()
    expect(table.held(42).locator("input")).to_be_checked()
    table.button.click()
    expect(table.held(42).locator(".mark")).to_have_text("picked")


def test_back_and_forward_show_the_table_as_it_is_now(people: People, open_page: OpenPage) -> None:
    users = people(2)
    table = TablePage(open_page(users[0]), known_game(users)).open()
    table.page.goto("/rules/")
    version = play_turns(table.game, users, 1)
    table.page.go_back()
    table.expect_version(version)
    table.expect_turn(2)


def test_another_device_has_the_same_seat_at_once(
    people: People, open_page: OpenPage, wire: Wire
) -> None:
    alice, bob = people(2)
    phone = TablePage(open_page(alice, base_url=wire.url), known_game([alice, bob])).open()
    phone.mark(42)
    wire.cut()
    desk = TablePage(open_page(alice), phone.game).open()
    desk.play(17)
    wire.mend()
    expect(phone.held(17).locator(".mark")).to_have_text("picked")


def test_five_reconnections_leave_one_socket_and_one_announcement(
    people: People, open_page: OpenPage, wire: Wire
) -> None:
    alice, bob = people(2)
    page = open_page(alice, base_url=wire.url)
    table = TablePage(page, known_game([alice, bob])).open()
    for _time in range(5):
        with page.expect_websocket() as opened:
            wire.cut()
            wire.mend()
        socket = opened.value
        socket.wait_for_event("framereceived")
    page.evaluate("""() => {
      window.said = [];
      new MutationObserver(() => said.push(document.getElementById('announcer').textContent))
        .observe(document.getElementById('announcer'), {childList: true});
    }""")
    version = table.game.version
    cast.pick(table.game, bob, 13, Pick.Wish.CHEAPEST)
    cast.pick(table.game, alice, 42)
    table.expect_version(wait_version(table.game, version + 1))
    table.expect_turn(2)
    assert len([text for text in page.evaluate("said") if "Turn 1" in text]) == 1
    assert sockets_in_group(table.game) == 1


def sockets_in_group(game: Game) -> int:
    """How many sockets the server counts at this table."""
    config: Any = settings.CHANNEL_LAYERS["default"]["CONFIG"]
    with redis.Redis.from_url(config["hosts"][0]["address"]) as valkey:
        return int(valkey.zcard(f"{config['prefix']}:group:{game_group(game.pk)}"))


def test_who_loses_the_right_to_look_is_told(people: People, open_page: OpenPage) -> None:
    users = people(2)
    table = TablePage(open_page(users[0]), known_game(users)).open()
    table.page.context.clear_cookies()
    users[0].is_active = False
    users[0].save()
    cast.pick(table.game, users[1], 13)
    expect(table.connection).to_contain_text("You may no longer see this table")
