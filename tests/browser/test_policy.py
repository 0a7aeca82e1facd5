"""No page complains, calls anybody else, or weighs more than it may."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, Response, expect

from accounts.models import User
from games.models import Game
from games.services.tables import create_game
from tests.browser.conftest import MOTION, PASSWORD, OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.table_page import TablePage
from tests.games import cast
from tests.live import LiveSite

LIGHT_ENOUGH = 80 * 1024  # bytes over the line for the whole table page (look.md)


def addresses(page: Page) -> list[str]:
    """Every address this page asks, from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    return asked


def strangers(live: LiveSite, asked: list[str]) -> list[str]:
    home = urlsplit(live.url).netloc
    return [url for url in asked if not url.startswith("data:") and urlsplit(url).netloc != home]


def test_signed_out_pages_are_quiet_and_call_nobody(
    live: LiveSite, page: Page, complaints: list[str]
) -> None:
    asked = addresses(page)
    for path in ("/", "/games/", "/rules/", "/about/", "/accounts/login/", "/accounts/signup/"):
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
    assert complaints == []
    assert strangers(live, asked) == []


def test_pages_of_people_who_play_are_quiet_and_call_nobody(
    live: LiveSite, people: People, open_page: OpenPage, complaints: list[str]
) -> None:
    users = people(4, password=PASSWORD)
    running, opened, draft, over = all_kinds_of_games(users)
    page = open_page(users[0], reduced_motion=MOTION)
    asked = addresses(page)
    for path in ("/", "/games/", "/games/new/", "/history/", "/accounts/settings/"):
        page.goto(path)
    for game in (running, opened, draft, over):
        TablePage(page, game).open()
        page.goto(f"{game.get_absolute_url()}record/")
    table = TablePage(page, running).open()
    table.play(1, wish="ask")
    cast.pick(running, users[1], 13)
    cast.pick(running, users[2], 24)
    cast.pick(running, users[3], 74)
    table.take_row(2)
    table.expect_turn(2)
    expect(table.stage).to_have_count(0)
    assert complaints == []
    assert strangers(live, asked) == []


def all_kinds_of_games(people: list[User]) -> list[Game]:
    running = known_game(people)
    opened = create_game(creator=people[0], name="Open")
    draft = cast.running_game(people[:2], deal="draft", deck="tight")
    over = cast.running_game(people[:2], end="rounds", rounds_wanted=1)
    cast.play_round(over, people[:2])
    return [running, opened, draft, over]


def test_the_whole_table_page_is_light(people: People, open_page: OpenPage) -> None:
    users = people(10)
    game = cast.running_game(users)
    for _turn in range(9):
        cast.play_lowest(game, users)
    page = open_page(users[0])
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    TablePage(page, game).open()
    page.wait_for_load_state("networkidle")
    sizes = {answer.url: answer.request.sizes()["responseBodySize"] for answer in answers}
    assert len(sizes) > 10
    assert sum(sizes.values()) < LIGHT_ENOUGH, sizes


def test_errors_are_pages_of_the_site(page: Page) -> None:
    answer = page.goto("/games/999999999/")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("banner")).to_be_visible()
    expect(page.locator("main")).not_to_be_empty()
