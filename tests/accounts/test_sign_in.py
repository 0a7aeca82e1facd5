from __future__ import annotations

import html
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

SIGN_IN = "/accounts/login/"
TOO_MANY = "Too many tries that did not fit."


def is_signed_in(client: Client) -> bool:
    request = HttpRequest()
    request.session = client.session
    return get_user(request).is_authenticated


@pytest.mark.parametrize("login", ["Alice", "aLiCe", "alice@example.org", " ALICE@Example.org "])
def test_alice_signs_in_by_name_or_address_in_any_case(
    client: Client, alice: User, login: str
) -> None:
    response = client.post(SIGN_IN, {"login": login, "password": PASSWORD})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert is_signed_in(client)


@pytest.mark.parametrize(
    ("login", "sentence"),
    [
        ("Alice", "This name and this password do not belong together."),
        ("Nobody", "This name and this password do not belong together."),
        ("alice@example.org", "This address and this password do not belong together."),
        ("", "This field is required."),
        ("\0", "Null characters are not allowed."),
    ],
)
def test_a_wrong_password_is_told_in_a_sentence(
    client: Client, alice: User, login: str, sentence: str
) -> None:
    response = client.post(SIGN_IN, {"login": login, "password": "not-hers-at-all"})
    assert response.status_code == 400
    assert sentence in html.unescape(response.content.decode())
    assert not is_signed_in(client)


def test_a_closed_account_cannot_sign_in(client: Client, alice: User) -> None:
    User.objects.update(is_active=False)
    response = client.post(SIGN_IN, {"login": "Alice", "password": PASSWORD}, follow=True)
    assert "This account is closed" in response.content.decode()
    assert not is_signed_in(client)


def test_signing_in_leads_back_to_the_invitation(client: Client, alice: User) -> None:
    body = {"login": "Alice", "password": PASSWORD, "next": "/i/secret/"}
    assert client.post(SIGN_IN, body)["Location"] == "/i/secret/"


def test_signing_in_leads_to_no_foreign_site(client: Client, alice: User) -> None:
    body = {"login": "Alice", "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post(SIGN_IN, body)["Location"] == "/"


def test_signing_out_takes_a_post(as_alice: Client) -> None:
    assert as_alice.get("/accounts/logout/").status_code == 200
    assert is_signed_in(as_alice)
    assert as_alice.post("/accounts/logout/")["Location"] == "/"
    assert not is_signed_in(as_alice)


def fail_as(client: Client, login: str, times: int, **environ: Any) -> str:
    text = ""
    for _ in range(times):
        body = {"login": login, "password": "guess"}
        text = client.post(SIGN_IN, body, **environ).content.decode()
    return text


def test_after_five_wrong_guesses_the_sixth_is_not_even_tried(client: Client, alice: User) -> None:
    assert TOO_MANY not in fail_as(client, "Alice", 5)
    assert TOO_MANY in fail_as(client, "Alice", 1)
    right = client.post(SIGN_IN, {"login": "Alice", "password": PASSWORD})
    assert right.status_code == 400


def test_a_stranger_cannot_lock_alice_out(client: Client, alice: User) -> None:
    fail_as(client, "Alice", 12, REMOTE_ADDR="203.0.113.9")
    right = Client().post(
        SIGN_IN, {"login": "Alice", "password": PASSWORD}, REMOTE_ADDR="198.51.100.7"
    )
    assert right.status_code == 302


def test_a_forged_forwarding_header_buys_no_more_guesses(client: Client, alice: User) -> None:
    fail_as(client, "Alice", 3, HTTP_X_FORWARDED_FOR="192.0.2.1")
    fail_as(client, "Alice", 2, HTTP_X_FORWARDED_FOR="192.0.2.2")
    assert TOO_MANY in fail_as(client, "Alice", 1, HTTP_X_FORWARDED_FOR="192.0.2.3")


def test_an_empty_name_locks_nobody(client: Client, alice: User) -> None:
    fail_as(client, "", 20)
    right = client.post(SIGN_IN, {"login": "Alice", "password": PASSWORD})
    assert right.status_code == 302


def test_the_admin_has_no_second_door(client: Client, alice: User) -> None:
    assert client.get("/admin/", follow=True).redirect_chain[-1][0].startswith(SIGN_IN)


def test_alice_is_no_admin(as_alice: Client) -> None:
    response = as_alice.get("/admin/", follow=True)
    assert response.status_code == 403
    assert "Not yours" in response.content.decode()
