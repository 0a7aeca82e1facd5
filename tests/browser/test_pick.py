"""Two taps a turn: mark, confirm, change your mind until the last card is in."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Route, expect

from accounts.models import User
from games.models import Due, Pick
from tests.browser.conftest import OpenPage, People
from tests.browser.scenes import known_game
from tests.browser.table_page import TablePage, wait_version
from tests.games import cast


def lying(table: TablePage, user: User) -> int:
    """The card that lies face down for this person, as stored."""
    pick = Pick.objects.get(turn__round__game=table.game, seat__user=user)
    return pick.card


def test_two_taps_lay_a_card_face_down_with_a_word_on_changing_it(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    table = TablePage(open_page(alice), known_game([alice, bob])).open()
    table.expect_button("Play a card")
    table.mark(42)
    table.expect_button("Play 42")
    table.mark(17)
    table.expect_button("Play 17")
    table.mark(42)
    table.button.click()
    expect(table.held(42).locator(".mark")).to_have_text("picked")
    expect(table.page.locator("#play-words")).to_contain_text("42 lies face down in front of you")
    expect(table.page.locator("#play-words")).to_contain_text("Mark another to change it")
    expect(table.bar).to_have_text(f"Waiting for {bob.username}")
    assert lying(table, alice) == 42
    assert len(table.hand()) == 10


def test_the_pick_can_change_until_the_reveal_and_only_the_last_one_leaves_the_hand(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    table = TablePage(open_page(alice), known_game([alice, bob])).open()
    table.play(42)
    table.mark(56)
    table.expect_button("Change to 56")
    table.button.click()
    expect(table.held(56).locator(".mark")).to_have_text("picked")
    expect(table.held(42).locator(".mark")).to_have_count(0)
    cast.pick(table.game, bob, 13, Pick.Wish.CHEAPEST)
    table.expect_turn(2)
    assert table.hand() == [1, 2, 17, 42, 66, 77, 88, 99, 104]


def test_quick_changes_of_mind_on_a_slow_line_end_with_the_last_one(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    table = TablePage(open_page(alice), known_game([alice, bob])).open()
    held_up: list[Route] = []
    table.page.route("**/pick/", lambda route: held_up.append(route))
    for card in (17, 42, 17):
        table.mark(card)
        table.button.click()
    while held_up or lying_nothing(table):
        if held_up:
            held_up.pop().continue_()
        table.page.wait_for_function("true")
    expect(table.held(17).locator(".mark")).to_have_text("picked")
    assert lying(table, alice) == 17
    cast.pick(table.game, bob, 13, Pick.Wish.CHEAPEST)
    table.expect_turn(2)
    assert table.hand() == [1, 2, 42, 56, 66, 77, 88, 99, 104]


def lying_nothing(table: TablePage) -> bool:
    return not Pick.objects.filter(turn__round__game=table.game).exists()


def test_reloading_and_a_second_tab_show_the_same_pick(people: People, open_page: OpenPage) -> None:
    alice, bob = people(2)
    table = TablePage(open_page(alice), known_game([alice, bob])).open()
    table.play(42)
    other = TablePage(table.page.context.new_page(), table.game).open()
    for page in (table, other):
        page.page.reload()
        expect(page.held(42).locator(".mark")).to_have_text("picked")
        assert len(page.hand()) == 10
    other.play(17)
    expect(table.held(17).locator(".mark")).to_have_text("picked")
    table.button.click()
    expect(table.announcer).to_contain_text("You play 17.")
    assert lying(table, alice) == 17
    assert Pick.objects.filter(turn__round__game=table.game).count() == 1


def test_a_marked_card_stays_marked_into_the_next_turn_but_never_plays_itself(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    table = TablePage(open_page(alice), known_game([alice, bob])).open()
    table.play(42)
    table.mark(77)
    cast.pick(table.game, bob, 13, Pick.Wish.CHEAPEST)
    table.expect_turn(2)
    expect(table.held(77).locator("input")).to_be_checked()
    table.expect_button("Play 77")
    turn = cast.open_turn(table.game)
    cast.pick(table.game, bob, 12)
    expect(table.bar).to_have_text("Play a card")
    assert not Pick.objects.filter(turn=turn, seat__user=alice).exists()


def test_a_pick_that_comes_too_late_is_told_in_words_which_get_the_focus(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    table = TablePage(open_page(alice), known_game([alice, bob])).open()
    table.mark(42)
    table.page.evaluate("document.querySelector('#pick-form [name=turn]').value = '1.9'")
    table.button.click()
    expect(table.problem).to_contain_text("That turn is over")
    expect(table.problem).to_be_focused()
    assert lying_nothing(table)


def test_what_was_pressed_is_said_together_with_what_the_table_waits_for(
    people: People, open_page: OpenPage
) -> None:
    alice, bob, charlie = people(3)
    table = TablePage(open_page(alice), known_game([alice, bob, charlie])).open()
    table.play(42)
    said = f"You play 42. Waiting for {bob.username} and {charlie.username}"
    expect(table.announcer).to_have_text(said)


def test_everybody_sees_at_once_who_has_picked_and_whom_the_table_waits_for(
    people: People, open_page: OpenPage
) -> None:
    alice, bob, charlie = people(3)
    game = known_game([alice, bob, charlie])
    watching = TablePage(open_page(), game).open()
    others = TablePage(open_page(bob), game).open()
    TablePage(open_page(alice), game).open().play(42)
    seat = watching.page.locator(".pip").first
    expect(seat).to_have_attribute("data-status", "picked")
    expect(watching.bar).to_have_text(f"Waiting for {bob.username} and {charlie.username}")
    expect(others.page.locator(".pip").first.locator(".slot .card.back")).to_be_visible()
    assert "42" not in watching.page.locator(".seats").inner_text()


def test_the_clock_follows_the_server_and_starts_anew_with_each_turn(
    people: People, open_page: OpenPage
) -> None:
    alice, bob = people(2)
    game = known_game([alice, bob], pace_seconds=300)
    soon = timezone.now() + timedelta(seconds=110)
    Due.objects.filter(game=game, settled_at=None).update(at=soon)
    page = open_page(alice)
    page.add_init_script("const now = Date.now; Date.now = () => now() + 600_000;")
    table = TablePage(page, game).open()
    left = page.locator("#region-bar [data-remaining]")
    expect(left).to_have_text("1 min")
    version = game.version
    cast.play(game, {alice: 42, bob: 13}, {bob: "cheapest"})
    table.expect_version(wait_version(game, version))
    table.expect_turn(2)
    expect(left).to_have_text("4 min")


def test_a_device_that_slept_asks_how_much_time_is_left(
    people: People, open_page: OpenPage
) -> None:
    """Asleep it counts no seconds, and the table it comes back to may be the same as before."""
    users = people(2)
    game = known_game(users, pace_seconds=300)
    table = TablePage(open_page(users[0]), game).open()
    left = table.page.locator("#region-bar [data-remaining]")
    expect(left).to_have_text("4 min")
    soon = timezone.now() + timedelta(seconds=110)
    Due.objects.filter(game=game, settled_at=None).update(at=soon)
    table.page.evaluate("const now = Date.now; Date.now = () => now() + 190_000;")
    expect(left).to_have_text("1 min")
