"""The header, the bell and the account's pages in a real browser."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Notification, Reach, Vacation
from games.notifications.events import Channel, Event
from games.selectors.preferences import wanted
from sixnimmt_site.processes import wait_until
from tests.browser.conftest import OpenPage
from tests.games import cast

PAGES = ("/accounts/notifications/", "/accounts/time/", "/notifications/", "/accounts/settings/")


def pair(at: str) -> tuple[User, User]:
    return cast.person(f"Alice-{at}"), cast.person(f"Bob-{at}")


def test_badge_bell_and_title_move_on_an_open_table(open_page: OpenPage) -> None:
    """Field reports B-06, B-52."""
    alice, bob = pair("bell")
    here = cast.running_game([alice, bob])
    page = open_page(alice)
    page.goto(f"/games/{here.pk}/")
    expect(page.locator("[data-waiting] [data-count]")).to_have_text("1")
    expect(page).to_have_title(re.compile(r"^\(1\) ● "))
    cast.pick(here, alice, cast.hand_of(here, alice)[0], "cheapest")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    expect(page).to_have_title(re.compile(r"^Friday herd"))
    expect(page.locator("[data-next]")).to_be_hidden()
    there = cast.running_game([alice, bob])
    expect(page.locator("[data-waiting]")).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(1\) Friday herd"))
    expect(page.locator("[data-bell] [data-count]")).to_have_text("2")
    page.get_by_role("link", name="Next game").click()
    expect(page).to_have_url(re.compile(rf"/games/{there.pk}/$"))


def test_who_is_at_the_table_has_read_what_it_tells(open_page: OpenPage) -> None:
    alice, bob = pair("read")
    game = cast.running_game([alice, bob])
    assert Notification.objects.filter(user=alice, read_at=None).count() == 2
    page = open_page(alice)
    page.goto(f"/games/{game.pk}/")
    expect(page.locator("[data-bell] [data-count]")).to_be_hidden()
    assert not Notification.objects.filter(user=alice, read_at=None).exists()
    assert Notification.objects.filter(user=bob, read_at=None).count() == 2


def test_the_list_is_read_when_it_is_seen_and_says_what_was_new(open_page: OpenPage) -> None:
    alice, bob = pair("list")
    cast.running_game([alice, bob])
    page = open_page(alice)
    page.goto("/notifications/")
    expect(page.locator(".notice.new")).to_have_count(2)
    expect(page.locator("[data-bell] [data-count]")).to_be_hidden()
    page.reload()
    expect(page.locator(".notice.new")).to_have_count(0)


def test_a_page_without_a_socket_asks_when_it_comes_back(open_page: OpenPage) -> None:
    """Field report B-52."""
    alice, bob = pair("back")
    page = open_page(alice)
    page.goto("/rules/")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    cast.running_game([alice, bob])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("[data-waiting] [data-count]")).to_have_text("1")


def test_the_matrix_is_set_by_keyboard(open_page: OpenPage) -> None:
    alice = cast.person("Alice-keys")
    page = open_page(alice, viewport={"width": 320, "height": 640})
    page.goto("/accounts/notifications/")
    box = page.get_by_role("checkbox", name="Your turn by e-mail")
    expect(box).to_be_checked()
    box.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.get_by_role("checkbox", name="Your turn by push")).to_be_focused()
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Saved.")
    assert (Event.YOUR_TURN, Channel.EMAIL) not in wanted(alice.pk)
    assert (Event.YOUR_TURN, Channel.PUSH) in wanted(alice.pk)


def test_a_vacation_is_planned_in_local_hours(open_page: OpenPage) -> None:
    alice = cast.person("Alice-away", time_zone="Asia/Kathmandu")
    page = open_page(alice, timezone_id="Europe/Berlin")
    page.goto("/accounts/time/")
    page.get_by_label("From", exact=True).fill(f"{timezone.now():%Y-%m-%d}T00:00")
    day = (timezone.now() + timedelta(days=3)).date()
    page.locator("#id_ends_at").fill(f"{day}T12:00")
    page.get_by_role("button", name="Plan it").click()
    expect(page.locator("#vacations")).to_contain_text("12:00 (Asia/Kathmandu)")
    assert f"{Vacation.objects.get(user=alice).ends_at:%H:%M}" == "06:15"


def test_times_are_the_accounts_and_name_a_zone_that_is_not_the_devices(
    open_page: OpenPage,
) -> None:
    """Field report B-20."""
    alice = cast.person("Alice-zone", time_zone="Asia/Kathmandu")
    game = cast.running_game([alice, cast.person("Bob-zone")])
    abroad = open_page(alice, timezone_id="Europe/Berlin")
    abroad.goto(f"/games/{game.pk}/")
    expect(abroad.locator("#region-bar")).to_contain_text("Kathmandu", use_inner_text=True)
    told = abroad.locator("#region-bar time").inner_text()
    at_home = open_page(alice, timezone_id="Asia/Kathmandu")
    at_home.goto(f"/games/{game.pk}/")
    expect(at_home.locator("#region-bar time")).to_have_text(told)
    expect(at_home.locator("#region-bar")).not_to_contain_text("Kathmandu", use_inner_text=True)


@pytest.mark.parametrize("width", [320, 768, 1440])
def test_nothing_sticks_out(open_page: OpenPage, width: int) -> None:
    alice, bob = pair(f"w{width}")
    for number in range(3):
        cast.running_game([alice, bob], name=f"A very long name of a table {number}")
    page = open_page(alice, viewport={"width": width, "height": 640})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for path in PAGES:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    assert complaints == []


EDGES = """(selector) => { const box = document.querySelector(selector).getBoundingClientRect();
  return [Math.round(box.left), Math.round(box.right)]; }"""


@pytest.mark.parametrize("width", [320, 768, 1440])
def test_a_dead_address_is_told_within_the_page_whatever_its_width(
    open_page: OpenPage, width: int
) -> None:
    alice, bob = pair(f"dead{width}")
    game = cast.running_game([alice, bob])
    Reach.objects.create(user=alice, bounced_at=timezone.now())
    page = open_page(alice, viewport={"width": width, "height": 900})
    for path in ("/accounts/settings/", f"/games/{game.pk}/"):
        page.goto(path)
        expect(page.locator(".address-banner")).to_be_visible()
        assert page.evaluate(EDGES, ".messages") == page.evaluate(EDGES, ".site-header"), path
        left, right = page.evaluate(EDGES, ".address-banner")
        assert 0 < left < right < width


def test_the_badge_of_a_table_on_a_phone_is_no_taller_than_its_line(open_page: OpenPage) -> None:
    alice, bob = pair("badge")
    game = cast.running_game([alice, bob])
    page = open_page(alice, viewport={"width": 320, "height": 640})
    page.goto(f"/games/{game.pk}/")
    box = page.locator("[data-waiting]").bounding_box()
    assert box is not None
    assert box["height"] <= 24


def test_who_opened_a_table_finds_its_hooks_among_its_rules(open_page: OpenPage) -> None:
    alice, bob = pair("hooks")
    game = cast.running_game([alice, bob])
    page = open_page(alice, viewport={"width": 320, "height": 640})
    page.goto(f"/games/{game.pk}/")
    link = page.get_by_role("link", name="Webhooks of this table")
    expect(link).to_be_hidden()  # a seldom thing takes no line of a phone
    page.get_by_text("Rules here").click()
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Webhooks of Friday herd")
    his = open_page(bob)
    his.goto(f"/games/{game.pk}/")
    his.get_by_text("Rules here").click()
    expect(his.get_by_role("link", name="Webhooks of this table")).to_have_count(0)


def test_the_language_and_its_button_are_one_line_where_there_is_room(open_page: OpenPage) -> None:
    alice, _bob = pair("tongue")
    page = open_page(alice, viewport={"width": 768, "height": 900})
    page.goto("/accounts/settings/")
    field = page.get_by_label("Language of letters").bounding_box()
    button = page.get_by_role("button", name="Save").bounding_box()
    assert field and button
    assert field["y"] + field["height"] == pytest.approx(button["y"] + button["height"], abs=2)
    assert field["x"] + field["width"] < button["x"]


def test_without_scripts_everything_is_there(open_page: OpenPage) -> None:
    alice, bob = pair("plain")
    game: Game = cast.running_game([alice, bob])
    page = open_page(alice, java_script_enabled=False)
    page.goto("/notifications/")
    page.get_by_role("button", name="Mark all read").click()
    wait_until(
        lambda: not Notification.objects.filter(user=alice, read_at=None).exists(),
        seconds=5,
        what="Marking read without scripts",
    )
    page.goto(f"/games/{game.pk}/")
    expect(page.locator("#region-bar")).to_contain_text("(UTC)")
    page.get_by_role("button", name="Mute").click()
    expect(page.get_by_role("button", name="Muted")).to_be_visible()
