"""A card below every row: the wish comes with the pick, or the table asks its owner."""

from __future__ import annotations

from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Pick
from tests.browser.conftest import OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.table_page import TablePage
from tests.games import cast


def test_a_low_card_turns_the_lanes_into_choices_with_their_prices(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    table = TablePage(open_page(alice), known_game([alice, bob])).open()
    offers = table.page.locator(".row-radio.wish")
    expect(offers.first).to_be_hidden()
    table.mark(1)
    expect(offers).to_have_text(["10 bullheads", "11 bullheads", "3 bullheads", "13 bullheads"])
    for offer in offers.all():
        expect(offer).to_be_visible()
    expect(table.page.get_by_label("ask me then")).to_be_checked()
    expect(table.page.get_by_label("the cheapest", exact=True)).to_be_visible()
    table.mark(42)
    expect(offers.first).to_be_hidden()
    expect(table.page.get_by_label("ask me then")).to_be_hidden()


def test_a_row_wished_for_with_the_pick_is_taken_without_asking(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    table = TablePage(open_page(alice), known_game([alice, bob])).open()
    table.play(1, wish="3")
    assert Pick.objects.get(seat__user=alice).wish == "3"
    cast.pick(table.game, bob, 13)
    table.expect_turn(2)
    assert table.seen()["rows"][3] == [1, 13]
    expect(table.page.locator(".turn").first).to_contain_text("13 bullheads")


def choosing_game(alice: User, bob: User) -> Game:
    """Alice's 1 fits nowhere and she wants to be asked."""
    game = known_game([alice, bob])
    cast.pick(game, alice, 1, Pick.Wish.ASK)
    cast.pick(game, bob, 13)
    return game


def test_only_the_chooser_gets_the_controls_and_everybody_else_reads_the_name(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    game = choosing_game(alice, bob)
    chooser, waiting = TablePage(open_page(alice), game).open(), TablePage(open_page(bob), game)
    watching = TablePage(open_page(), game)
    expect(chooser.bar).to_have_text("Choose a row for your 1")
    expect(chooser.page).to_have_title("(1) ● Friday herd · sixnimmt")
    expect(chooser.choice.get_by_role("button")).to_be_visible()
    for other in (waiting.open(), watching.open()):
        expect(other.bar).to_have_text(f"{alice.username} chooses a row")
        expect(other.choice).to_have_count(0)
        expect(other.page.locator("input[name=row], input[name=wish]")).to_have_count(0)
        expect(other.page).to_have_title("Friday herd · sixnimmt")
    chooser.take_row(2)
    for table in (chooser, waiting, watching):
        table.expect_turn(2)
        assert table.seen()["rows"][2] == [1, 13]


def test_the_chooser_hears_it_politely_and_once(people: People, open_page: OpenPage) -> None:
    alice, bob = people(2)
    game = known_game([alice, bob])
    table = TablePage(open_page(alice), game).open()
    table.play(1, wish="ask")
    cast.pick(game, bob, 13)
    expect(table.announcer).to_have_text("Your 1 fits no row: choose the row you take.")
    expect(table.announcer).to_have_attribute("role", "status")
