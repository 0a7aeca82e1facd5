"""What reaches somebody by which way: the matrix, quiet hours, the daily letter."""

from __future__ import annotations

from datetime import time

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Preference, Reach
from games.notifications.events import WANTED_BY_DEFAULT, Channel, Event
from games.selectors.preferences import cell_name, wanted
from games.services.errors import BadRequest
from games.services.reaching import CELLS, reach_of, set_hours, set_preferences
from tests.games import cast
from tests.games.doors import browser, page

pytestmark = pytest.mark.django_db

PAGE = "/accounts/notifications/"
DEFAULTS = [cell_name(*cell) for cell in WANTED_BY_DEFAULT]
FORM = {"wanted": DEFAULTS, "digest_at": "at once", "quiet_from": "", "quiet_until": ""}


def test_a_new_account_has_the_defaults_and_stores_nothing(alice: User) -> None:
    assert wanted(alice.pk) == WANTED_BY_DEFAULT
    assert browser(alice).post(PAGE, FORM).status_code == 303
    assert not Preference.objects.exists()


def test_only_what_differs_from_the_default_is_kept(alice: User) -> None:
    changed = (WANTED_BY_DEFAULT - {(Event.YOUR_TURN, Channel.EMAIL)}) | {
        (Event.ROUND_OVER, Channel.PUSH)
    }
    set_preferences(user=alice, wanted=changed)
    assert wanted(alice.pk) == changed
    kept = set(alice.preferences.values_list("event", "channel", "wanted"))
    assert kept == {("your_turn", "email", False), ("round_over", "push", True)}
    set_preferences(user=alice, wanted=WANTED_BY_DEFAULT)
    assert not Preference.objects.exists()


def test_alice_changes_nothing_of_bobs(alice: User) -> None:
    bob = cast.person("Bob")
    set_preferences(user=bob, wanted=frozenset())
    browser(alice).post(PAGE, FORM)
    assert wanted(bob.pk) == frozenset()


def test_everything_can_be_off_and_everything_on(alice: User) -> None:
    client = browser(alice)
    assert client.post(PAGE, {"digest_at": "at once"}).status_code == 303
    assert wanted(alice.pk) == frozenset()
    everything = [cell_name(*cell) for cell in CELLS]
    client.post(PAGE, FORM | {"wanted": everything})
    assert wanted(alice.pk) == frozenset(CELLS)
    assert client.post(f"{PAGE}defaults/").status_code == 303
    assert wanted(alice.pk) == WANTED_BY_DEFAULT


def test_the_page_shows_what_is_on(alice: User) -> None:
    set_preferences(user=alice, wanted=frozenset({(Event.REMINDER, Channel.PUSH)}))
    text = page(browser(alice), PAGE)
    assert text.count('name="wanted"') == len(CELLS)
    assert text.count(" checked") == 1
    assert 'value="reminder.push" checked' in text


def test_quiet_hours_and_the_daily_letter_are_kept(alice: User) -> None:
    sent = FORM | {"quiet_from": "22:30", "quiet_until": "07:00", "digest_at": "18:00"}
    assert browser(alice).post(PAGE, sent).status_code == 303
    reach = Reach.objects.get(user=alice)
    assert (reach.quiet_from, reach.quiet_until) == (time(22, 30), time(7))
    assert reach.digest_at == time(18)
    text = page(browser(alice), PAGE)
    assert 'value="22:30"' in text
    assert '<option value="18:00" selected>' in text
    browser(alice).post(PAGE, FORM)
    reach.refresh_from_db()
    assert {reach.quiet_from, reach.quiet_until, reach.digest_at} == {None}


@pytest.mark.parametrize(
    "bad",
    [
        {"wanted": ["your_turn.pigeon"]},
        {"wanted": ["your_turn"]},
        {"wanted": ["nothing.email", *DEFAULTS]},
        {"digest_at": ""},
        {"digest_at": "25:00"},
        {"digest_at": "18:01"},
        {"quiet_from": "22:00"},
        {"quiet_until": "07:00"},
        {"quiet_from": "07:00", "quiet_until": "07:00"},
        {"quiet_from": "late", "quiet_until": "07:00"},
        {"quiet_from": "24:00", "quiet_until": "07:00"},
        {"quiet_from": "\0", "quiet_until": "07:00"},
    ],
)
def test_nonsense_is_refused_and_changes_nothing(alice: User, bad: dict[str, str]) -> None:
    set_preferences(user=alice, wanted=frozenset({(Event.REMINDER, Channel.PUSH)}))
    set_hours(user=alice, quiet_from=time(1), quiet_until=time(2), digest_at=time(3))
    response = browser(alice).post(PAGE, FORM | bad)
    assert response.status_code == 400
    assert "errorlist" in response.content.decode()
    assert wanted(alice.pk) == {(Event.REMINDER, Channel.PUSH)}
    reach = Reach.objects.get(user=alice)
    assert (reach.quiet_from, reach.quiet_until, reach.digest_at) == (time(1), time(2), time(3))


def test_an_empty_request_is_no_wish_for_silence(alice: User) -> None:
    assert browser(alice).post(PAGE, {}).status_code == 400
    assert wanted(alice.pk) == WANTED_BY_DEFAULT


def test_the_service_knows_no_other_cells(alice: User) -> None:
    with pytest.raises(BadRequest):
        set_preferences(user=alice, wanted={(Event.YOUR_TURN, "pigeon")})  # type: ignore[arg-type]


def test_the_rule_about_presence_stands_in_plain_words(alice: User) -> None:
    text = page(browser(alice), PAGE)
    assert "within the last minute" in text
    assert "merely open in some tab holds nothing back" in text


def test_an_address_that_bounced_is_said_and_can_be_given_again(alice: User) -> None:
    client, reach = browser(alice), reach_of(alice)
    assert "letter to" not in page(client, PAGE)
    reach.bounced_at, reach.bounce_note = timezone.now(), "550 <no such user>"
    reach.save()
    text = page(client, PAGE)
    assert "letter to" in text
    assert "550 &lt;no such user&gt;" in text
    assert client.post(f"{PAGE}address/").status_code == 303
    reach.refresh_from_db()
    assert not reach.bounced_at and not reach.bounce_note


@pytest.mark.parametrize("path", ["defaults/", "links/", "address/"])
def test_nothing_acts_on_a_link_that_is_followed(alice: User, path: str) -> None:
    assert browser(alice).get(PAGE + path).status_code == 405


@pytest.mark.parametrize("path", [PAGE, "/accounts/time/", "/notifications/"])
def test_a_stranger_is_sent_to_sign_in(path: str) -> None:
    assert browser().get(path)["Location"] == f"/accounts/login/?next={path}"


def test_the_page_takes_a_constant_number_of_queries(
    alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    set_preferences(user=alice, wanted=frozenset())
    client = browser(alice)
    with django_assert_max_num_queries(10):
        client.get(PAGE)
