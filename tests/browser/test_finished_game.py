"""When it is over: standings, the rematch, the deal checked in the browser, every turn as text."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games.models import Game, Seat
from games.services.drafting import set_wishes
from games.services.rehearsing import play_turns
from tests.browser.conftest import MOTION, OpenPage, People
from tests.browser.table_page import TablePage
from tests.games import cast


def finished_game(users: list[User], **fields: Any) -> Game:
    """One round, over."""
    game = cast.running_game(users, end="rounds", rounds_wanted=1, **fields)
    cast.play_round(game, users)
    game.refresh_from_db()
    assert game.state == Game.State.FINISHED
    return game


def test_the_standings_say_who_won_who_you_are_and_that_fewest_wins(
    people: People, open_page: OpenPage
) -> None:
    users = people(3)
    game = finished_game(users)
    table = TablePage(open_page(users[0]), game).open()
    winners = Seat.objects.filter(game=game, rank=1).select_related("user")
    for seat in winners:
        expect(table.bar).to_contain_text(seat.name)
    expect(table.bar).to_contain_text("win")
    expect(table.page.get_by_text("Fewest bullheads win.")).to_have_count(1)
    expect(table.page.locator("#region-result")).to_contain_text("Fewest bullheads win.")
    mine = table.page.locator(".standings tr.you")
    expect(mine).to_contain_text(f"{users[0].username} (you)")
    totals = table.page.locator(".standings td:nth-child(3) b").all_inner_texts()
    assert [int(total) for total in totals] == sorted(int(total) for total in totals)
    expect(table.page.locator("#region-hand")).to_have_count(0)


def test_on_a_narrow_phone_the_longest_names_leave_the_totals_in_sight(
    people: People, open_page: OpenPage
) -> None:
    users = people(3, suffix="_" + "W" * 20)
    game = finished_game(users)
    page = open_page(users[0], viewport={"width": 320, "height": 640})
    for path in (game.get_absolute_url(), f"{game.get_absolute_url()}record/"):
        page.goto(path)
        box = page.locator("table.data tbody tr").first.locator("td").nth(1).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 320


def test_however_many_rounds_there_were_the_standings_end_on_a_phones_screen(
    people: People, open_page: OpenPage
) -> None:
    users = people(4)
    game = play_turns(cast.running_game(users, end="rounds", rounds_wanted=9).pk)
    page = open_page(users[0], viewport={"width": 320, "height": 640})
    for path in (game.get_absolute_url(), f"{game.get_absolute_url()}record/"):
        page.goto(path)
        for cell in page.locator(".standings :is(th, td)").all():
            box = cell.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 320
        seat = game.seats.get(user=users[0])
        assert " + " in page.locator(".standings .you .rounds-told").inner_text()
        expect(page.locator(".standings .you .bulls b")).to_have_text(str(seat.total))


def test_the_seats_stand_in_the_order_of_the_result_and_the_bar_says_by_how_much(
    people: People, open_page: OpenPage
) -> None:
    users = people(4)
    game = play_turns(cast.running_game(users, end="rounds", rounds_wanted=2).pk)
    seats = list(game.seats.order_by("rank", "number"))
    page = TablePage(open_page(seats[0].user), game).open().page
    names = [seat.name for seat in seats]
    assert page.locator(".pip bdi").all_inner_texts() == names
    assert page.locator(".standings bdi").all_inner_texts() == names
    lanes, result = page.locator(".lanes").bounding_box(), page.locator(".result").bounding_box()
    assert lanes is not None
    assert result is not None
    assert lanes["y"] - result["y"] - result["height"] >= 16
    behind = next(seat for seat in seats if seat.rank != 1)
    gap = behind.total - seats[0].total
    expect(page.locator("#region-bar")).to_contain_text(f"{gap} fewer than {behind.name}")


def test_the_end_is_kept_back_until_its_last_turn_has_been_shown(
    people: People, open_page: OpenPage
) -> None:
    users = people(2)
    game = play_turns(cast.running_game(users, end="rounds", rounds_wanted=1).pk, turns=9)
    table = TablePage(open_page(users[0], reduced_motion=MOTION), game).open()
    cast.play_lowest(game, users)
    expect(table.stage).to_have_count(1)
    expect(table.page.locator(".result")).to_be_hidden()
    expect(table.bar).to_be_hidden()
    expect(table.page.get_by_text("The last cards turn over")).to_be_visible()
    table.page.mouse.click(5, 5)
    expect(table.stage).to_have_count(0)
    expect(table.page.locator(".result")).to_be_visible()
    expect(table.bar).to_be_visible()
    expect(table.announcer).to_contain_text(re.compile(r"The game is over\. .+ wins?.*: \d+ bull"))


@pytest.mark.parametrize("motion", ["reduce", MOTION])
def test_nothing_of_the_result_moves_where_motion_hurts(
    people: People, open_page: OpenPage, motion: str
) -> None:
    users = people(2)
    page = open_page(users[0], reduced_motion=motion)
    page.goto(finished_game(users).get_absolute_url())
    moving = page.evaluate("document.querySelector('#table').getAnimations({subtree: true}).length")
    assert (moving > 0) == (motion == MOTION)


def test_the_rematch_button_leads_everybody_to_the_same_new_table(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    game = finished_game([alice, bob])
    hers, his = TablePage(open_page(alice), game).open(), TablePage(open_page(bob), game).open()
    hers.page.get_by_role("button", name="Play again with the same people").click()
    hers.page.wait_for_url(lambda url: url.rstrip("/") != f"/games/{game.pk}")
    his.page.get_by_role("link", name="To the rematch").click()
    his.page.get_by_role("button", name="Sit down").click()
    expect(his.page.locator("#region-hand")).to_be_visible()
    expect(hers.page.locator("#region-hand")).to_be_visible()
    assert hers.page.url == his.page.url
    new = Game.objects.get(rematch_of=game)
    assert set(new.seats.values_list("user_id", flat=True)) == {alice.pk, bob.pk}


def check_deal(page: Page) -> None:
    page.locator("#deal-proof summary").click()
    page.get_by_role("button", name="Check this deal").click()


def test_the_browser_deals_the_cards_again_and_says_it_is_right(
    people: People, open_page: OpenPage
) -> None:
    users = people(2)
    page = TablePage(open_page(users[0]), finished_game(users)).open().page
    check_deal(page)
    expect(page.locator("[data-check-result]")).to_have_text(
        "Right: the seed fits the fingerprint, and the deal follows from it."
    )


@pytest.mark.parametrize(
    ("pattern", "forged", "verdict"),
    [
        (r'"seed": ?"[0-9a-f]{2}', '"seed": "00', "Wrong: the seed does not fit"),
        (r'("salts": ?\{ ?"0": ?")[0-9a-f]{4}', r"\g<1>0000", "Wrong: these cards do not follow"),
    ],
    ids=["seed", "salt"],
)
def test_a_forged_deal_is_found_out(
    people: People, open_page: OpenPage, pattern: str, forged: str, verdict: str
) -> None:
    users = people(2)
    game = finished_game(users)
    page = open_page(users[0])

    def forge(route: Route) -> None:
        answer = route.fetch()
        text, count = re.subn(pattern, forged, answer.text())
        assert count
        route.fulfill(response=answer, body=text)

    page.route(f"**{game.get_absolute_url()}", forge)
    page.route_web_socket("**/ws/**", lambda _socket: None)  # the page stays as it was forged
    page.goto(game.get_absolute_url())
    check_deal(page)
    expect(page.locator("[data-check-result]")).to_contain_text(verdict)


def test_a_drafts_deal_can_be_checked_too(people: People, open_page: OpenPage) -> None:
    users = people(2)
    game = cast.running_game(users, deal="draft", deck="tight", end="rounds", rounds_wanted=1)
    for user in users:
        set_wishes(game_id=game.pk, user=user, cards=list(range(1, 25)))
    cast.play_round(game, users)
    page = TablePage(open_page(users[0]), game).open().page
    check_deal(page)
    expect(page.locator("[data-check-result]")).to_contain_text("Right")


def test_history_and_record_tell_the_whole_game(people: People, open_page: OpenPage) -> None:
    users = people(2)
    game = finished_game(users, name="A herd to remember")
    page = open_page(users[0])
    page.goto("/history/")
    expect(page.locator(".finished")).to_have_count(1)
    expect(page.locator(".finished")).to_contain_text(users[1].username)
    page.get_by_role("link", name="A herd to remember", exact=True).click()
    page.get_by_role("link", name="Every turn as text").click()
    turns = page.locator(".record-turn")
    expect(turns).to_have_count(10)
    for step in game.rounds.get(number=1).turns.get(number=10).placements:
        expect(turns.last).to_contain_text(str(step["card"]))
    expect(page.locator(".record-standings")).to_contain_text("Fewest bullheads win.")
