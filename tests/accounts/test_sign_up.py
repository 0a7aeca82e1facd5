from __future__ import annotations

import html
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test import Client

from accounts.forms import SignUpForm
from accounts.models import User
from tests.accounts.conftest import PASSWORD

SIGN_UP = "/accounts/signup/"
MIRA = {"username": "Mira", "email": "mira@example.org", "password1": PASSWORD}


def page_after(client: Client, **changes: str) -> Any:
    return client.post(SIGN_UP, MIRA | changes)


def test_mira_joins_and_is_home_at_once(client: Client, db: None) -> None:
    response = page_after(client, time_zone="Europe/Berlin")
    assert (response.status_code, response["Location"]) == (302, "/")
    mira = User.objects.get()
    assert (mira.username, mira.email, mira.time_zone) == (
        "Mira",
        "mira@example.org",
        "Europe/Berlin",
    )
    assert client.session["_auth_user_id"] == str(mira.pk)


def test_mira_gets_a_link_that_confirms_her_address(client: Client, db: None) -> None:
    page_after(client)
    (letter,) = mail.outbox
    assert letter.to == ["mira@example.org"]
    assert "/accounts/confirm-email/" in letter.body
    assert isinstance(letter, EmailMultiAlternatives)
    assert letter.alternatives[0][1] == "text/html"
    link = next(word for word in str(letter.body).split() if "/confirm-email/" in word)
    path = link.split("testserver", 1)[1]
    assert "Yes, it is mine" in client.get(path).content.decode()
    client.post(path)
    assert EmailAddress.objects.get().verified


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"username": ""}, "This field is required."),
        ({"username": "Al"}, "A name has 3 to 20 characters."),
        ({"username": "x" * 9000}, "A name has 3 to 20 characters."),
        ({"username": "Mi ra"}, "A name is made of letters, digits, “-” and “_”, without spaces."),
        ({"username": "Mod_erator"}, "That name is kept for the site itself."),
        ({"username": "M\N{CYRILLIC SMALL LETTER I}ra"}, "mixes letters of several alphabets"),
        ({"username": "aLICE"}, "Somebody already has that name."),
        ({"username": "A1ice"}, "That name looks too much like one already taken."),
        ({"username": "Mi\0ra"}, "Null characters are not allowed."),
        ({"email": "ALICE@example.org"}, "That address already has an account."),
        ({"email": "nonsense"}, "Enter a valid email address."),
        ({"password1": "short"}, "This password is too short."),
        ({"password1": "password1234"}, "This password is too common."),
        ({"password1": "mira@example"}, "The password is too similar to the"),
    ],
)
def test_a_refused_sign_up_says_why_once_and_makes_nobody(
    client: Client, alice: User, changes: dict[str, str], sentence: str
) -> None:
    response = page_after(client, **changes)
    text = html.unescape(response.content.decode())
    assert response.status_code == 400
    assert text.count(sentence) == 1
    assert list(User.objects.all()) == [alice]
    assert PASSWORD not in text


def test_an_error_is_tied_to_its_field(client: Client, db: None) -> None:
    text = page_after(client, username="Al").content.decode()
    assert 'aria-invalid="true"' in text
    assert 'aria-describedby="id_username_helptext id_username_error"' in text
    assert 'id="id_username_error"' in text
    assert 'id="id_username_helptext"' in text


@pytest.mark.parametrize("zone", ["", "Nowhere/Land", "../../etc/passwd", "x" * 5000])
def test_a_zone_nobody_knows_is_utc(client: Client, db: None, zone: str) -> None:
    assert page_after(client, time_zone=zone).status_code == 302
    assert User.objects.get().time_zone == "UTC"


def test_a_name_typed_in_pieces_is_stored_as_one(client: Client, db: None) -> None:
    page_after(client, username="Zoe\N{COMBINING DIAERESIS}")
    assert User.objects.get().username == "Zoë"


def test_an_invitation_survives_joining(client: Client, db: None) -> None:
    form = client.get(f"{SIGN_UP}?next=/i/secret/").content.decode()
    assert '<input type="hidden" name="next" value="/i/secret/">' in form
    assert "/accounts/login/?next=%2Fi%2Fsecret%2F" in form
    assert page_after(client, next="/i/secret/")["Location"] == "/i/secret/"


@pytest.mark.parametrize("away", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_joining_leads_to_no_foreign_site(client: Client, db: None, away: str) -> None:
    assert page_after(client, next=away)["Location"] == "/"


def test_a_dead_mail_server_does_not_undo_a_sign_up(
    client: Client, db: None, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "sixnimmt_site.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert page_after(client).status_code == 302
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("twins", [("Mira", "mira"), ("Alice", "A1ice")])
def test_of_two_people_who_send_one_name_at_once_one_gets_in(
    monkeypatch: pytest.MonkeyPatch, twins: tuple[str, str]
) -> None:
    barrier = Barrier(2)
    save = SignUpForm.save

    def save_together(form: SignUpForm, request: Any) -> Any:
        barrier.wait(timeout=10)  # both have been told that the name is free
        return save(form, request)

    monkeypatch.setattr(SignUpForm, "save", save_together)

    def join(name: str) -> tuple[int, str]:
        try:
            response = page_after(Client(), username=name, email=f"{name}@example.org")
            return response.status_code, html.unescape(response.content.decode())
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(join, twins))
    assert [status for status, _ in answers] == [302, 400]
    assert "Somebody took that name or address a moment ago." in answers[1][1]
    assert User.objects.count() == 1
