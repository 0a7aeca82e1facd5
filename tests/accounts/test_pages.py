from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User

FOR_ALL = ["/rules/", "/about/", "/people/Alice/", "/accounts/logout/"]
SIGNED_OUT = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
SIGNED_IN = [
    "/accounts/settings/",
    "/accounts/notifications/",
    "/accounts/time/",
    "/accounts/email/",
    "/accounts/password/change/",
]
QUIET = ["/accounts/password/reset/done/", "/accounts/confirm-email/", "/accounts/inactive/"]


def check_markup(response: Any) -> None:
    text = response.content.decode()
    assert text.count("<h1") == 1
    assert len(re.findall(r"<title>\S", text)) == 1
    assert " style=" not in text
    assert " on" + "click=" not in text
    ids = re.findall(r' id="([^"]+)"', text)
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("path", [*FOR_ALL, *SIGNED_OUT, *QUIET])
def test_the_page_opens_for_a_stranger(client: Client, alice: User, path: str) -> None:
    response = client.get(path, follow=path == "/accounts/logout/")
    assert response.status_code == 200
    check_markup(response)


@pytest.mark.parametrize("path", [*FOR_ALL, *SIGNED_IN, *QUIET])
def test_the_page_opens_for_alice(as_alice: Client, path: str) -> None:
    response = as_alice.get(path)
    assert response.status_code == 200
    check_markup(response)


@pytest.mark.parametrize("path", SIGNED_IN)
def test_a_stranger_is_sent_to_sign_in_and_back(client: Client, db: None, path: str) -> None:
    assert client.get(path)["Location"] == f"/accounts/login/?next={path}"


def test_home_tells_a_stranger_what_this_is(client: Client, db: None) -> None:
    response = client.get("/")
    check_markup(response)
    text = response.content.decode()
    assert "/accounts/signup/" in text
    assert "unofficial" in text.lower()


def test_a_profile_is_found_in_any_case_and_shown_under_its_own(
    client: Client, alice: User
) -> None:
    assert client.get("/people/aLICE/")["Location"] == "/people/Alice/"


@pytest.mark.parametrize(
    "name", ["Nobody", "%00", "x" * 300, "%F0%9F%90%82", "Ali%20ce", "'%22<b>"]
)
def test_a_profile_of_nobody_is_not_there(client: Client, alice: User, name: str) -> None:
    response = client.get(f"/people/{name}/")
    assert response.status_code == 404
    assert "No such gate" in response.content.decode()


def test_a_closed_account_has_no_profile(client: Client, alice: User) -> None:
    User.objects.update(is_active=False)
    assert client.get("/people/Alice/").status_code == 404


def test_a_profile_keeps_the_address_to_itself(client: Client, alice: User) -> None:
    assert "example.org" not in client.get("/people/Alice/").content.decode()


def test_the_settings_are_only_looked_at(as_alice: Client, alice: User) -> None:
    body = {"time_zone": "Asia/Tokyo", "username": "Admin", "is_staff": "on"}
    assert as_alice.post("/accounts/settings/", body).status_code == 405
    as_alice.post("/accounts/time/", body)
    alice.refresh_from_db()
    assert (alice.username, alice.is_staff, alice.email) == ("Alice", False, "alice@example.org")


@pytest.mark.parametrize("path", SIGNED_IN)
def test_every_page_of_the_account_leads_to_the_others(as_alice: Client, path: str) -> None:
    text = as_alice.get(path).content.decode()
    assert f'href="{path}" aria-current="page"' in text
    assert all(f'href="{other}"' in text for other in SIGNED_IN)


def test_a_zone_of_former_days_stays_on_offer(as_alice: Client, alice: User) -> None:
    User.objects.update(time_zone="US/Eastern")
    text = as_alice.get("/accounts/time/").content.decode()
    assert '<option value="US/Eastern" selected>' in text


def test_pages_ask_the_database_the_same_however_many_people_there_are(
    as_alice: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    User.objects.bulk_create(User(username=f"Guest-{number}") for number in range(200))
    for path in ("/people/Guest-7/", "/accounts/settings/", "/rules/"):
        with django_assert_max_num_queries(6):
            as_alice.get(path)


@pytest.mark.parametrize("path", ["/rules/", "/about/", "/people/Alice/"])
def test_pages_to_read_take_no_post(as_alice: Client, path: str) -> None:
    assert as_alice.post(path).status_code == 405


def test_contact_is_what_the_operator_set(client: Client, db: None, settings: Any) -> None:
    settings.OPERATOR_CONTACT = "herd@example.org"
    text = html.unescape(client.get("/about/").content.decode())
    assert 'href="mailto:herd@example.org"' in text
    settings.OPERATOR_CONTACT = ""
    assert "has left no address yet" in client.get("/about/").content.decode()
