from __future__ import annotations

import html
import re
import smtplib
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

NEW = "eleven-times-five"
RESET = "/accounts/password/reset/"


def link_in(letter: EmailMessage, part: str) -> str:
    return next(word for word in str(letter.body).split() if part in word).split("testserver", 1)[1]


def ask_for_link(client: Client) -> str:
    client.post(RESET, {"email": "Alice@example.org"})
    return link_in(mail.outbox[-1], "/password/reset/key/")


def test_a_lost_password_is_replaced_by_mail(client: Client, alice: User) -> None:
    form = client.get(ask_for_link(client), follow=True)
    action = form.redirect_chain[-1][0]
    assert "set-password" in action  # the key itself does not stay in the address bar
    response = client.post(action, {"password1": NEW})
    assert response.status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_the_reset_mail_is_readable_as_text_and_as_html(client: Client, alice: User) -> None:
    link = ask_for_link(client)
    letter = mail.outbox[-1]
    assert letter.to == ["alice@example.org"]
    assert "Hello Alice," in letter.body
    assert "&" not in letter.body
    assert isinstance(letter, EmailMultiAlternatives)
    ((page, kind),) = letter.alternatives
    assert kind == "text/html"
    assert f'href="http://testserver{link}"' in str(page)
    assert "<script" not in str(page)


def test_the_link_works_once(client: Client, alice: User) -> None:
    link = ask_for_link(client)
    action = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(action, {"password1": NEW})
    again = Client().get(link, follow=True)
    assert "This link is used up" in again.content.decode()


@pytest.mark.parametrize("key", ["1-x", "zzzzzzzzzzzzz-x", "0-set-password", "1-" + "y" * 500])
def test_a_made_up_link_is_refused_in_words(client: Client, alice: User, key: str) -> None:
    response = client.get(f"{RESET}key/{key}/", follow=True)
    assert "This link is used up" in response.content.decode()


def test_a_bad_new_password_is_refused(client: Client, alice: User) -> None:
    action = client.get(ask_for_link(client), follow=True).redirect_chain[-1][0]
    response = client.post(action, {"password1": "short"})
    assert response.status_code == 400
    assert "This password is too short." in response.content.decode()


def test_an_unknown_address_is_answered_the_same(client: Client, alice: User) -> None:
    known = client.post(RESET, {"email": "alice@example.org"})
    unknown = client.post(RESET, {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert mail.outbox[-1].subject.endswith("No account with this address")


def test_alice_changes_her_password_and_is_told_by_mail(as_alice: Client, alice: User) -> None:
    body = {"oldpassword": PASSWORD, "password1": NEW}
    response = as_alice.post("/accounts/password/change/", body)
    assert response["Location"] == "/accounts/settings/"
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert as_alice.get(response["Location"]).status_code == 200  # still signed in
    assert mail.outbox[-1].subject.endswith("Your password was changed")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"oldpassword": "guess", "password1": NEW}, "That is not your present password."),
        ({"oldpassword": PASSWORD, "password1": "12345678"}, "This password is"),
        ({}, "This field is required."),
    ],
)
def test_a_refused_change_keeps_the_password(
    as_alice: Client, alice: User, body: dict[str, str], sentence: str
) -> None:
    response = as_alice.post("/accounts/password/change/", body)
    assert response.status_code == 400
    assert sentence in html.unescape(response.content.decode())
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_a_new_address_counts_once_it_is_confirmed(as_alice: Client, alice: User) -> None:
    as_alice.post("/accounts/email/", {"email": "alice@new.example", "action_add": "1"})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    (letter,) = mail.outbox
    assert letter.to == ["alice@new.example"]
    as_alice.post(link_in(letter, "/confirm-email/"))
    alice.refresh_from_db()
    assert alice.email == "alice@new.example"
    assert mail.outbox[-1].to == ["alice@example.org"]  # the old one learns of it


def test_the_letter_about_a_change_names_hour_and_zone(as_alice: Client, alice: User) -> None:
    """Field report B-20: an hour without its zone helps nobody."""
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Kathmandu")
    as_alice.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW})
    (letter,) = mail.outbox
    assert isinstance(letter, EmailMultiAlternatives)
    for text in (str(letter.body), str(letter.alternatives[0][0])):
        assert "Hello Alice," in text
        assert re.search(r"This happened on \w{3} \d+ \w{3}, \d\d:\d\d \(Asia/Kathmandu\)", text)


def test_letters_of_the_account_are_dressed_and_named_like_the_others(
    client: Client, alice: User
) -> None:
    ask_for_link(client)
    (letter,) = mail.outbox
    assert isinstance(letter, EmailMultiAlternatives)
    assert "prefers-color-scheme: dark" in str(letter.alternatives[0][0])
    assert letter.message()["Message-ID"].endswith("@127.0.0.1>")  # of SITE_URL
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"


def test_only_the_last_of_several_new_addresses_waits(as_alice: Client, alice: User) -> None:
    for address in ("typo@new.example", "alice@new.example"):
        as_alice.post("/accounts/email/", {"email": address, "action_add": "1"})
    text = as_alice.get("/accounts/email/").content.decode()
    assert 'value="typo@new.example"' not in text
    assert "Your mail goes to <strong>alice@example.org</strong>" in text
    assert "<strong>alice@new.example</strong> takes its place" in text


def test_alice_can_give_up_the_change_but_not_her_only_address(
    as_alice: Client, alice: User
) -> None:
    as_alice.post("/accounts/email/", {"email": "alice@new.example", "action_add": "1"})
    for address in ("alice@new.example", "alice@example.org"):
        as_alice.post("/accounts/email/", {"email": address, "action_remove": "1"})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert [a.email for a in EmailAddress.objects.all()] == ["alice@example.org"]


def test_an_address_somebody_took_meanwhile_cannot_be_confirmed(
    as_alice: Client, alice: User
) -> None:
    as_alice.post("/accounts/email/", {"email": "new@example.org", "action_add": "1"})
    User.objects.create_user("Mira", "new@example.org")
    link = link_in(mail.outbox[0], "/confirm-email/")
    response = as_alice.post(link, follow=True)
    assert "belongs to another account by now" in response.content.decode()
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("bob@example.org", "That address already has an account."),
        ("BOB@example.org", "That address already has an account."),
        ("alice@example.org", "That is already your address."),
        ("nonsense", "Enter a valid email address."),
        ("", "This field is required."),
    ],
)
def test_an_address_that_cannot_be_hers_is_refused(
    as_alice: Client, bob: User, address: str, sentence: str
) -> None:
    response = as_alice.post("/accounts/email/", {"email": address, "action_add": "1"})
    assert response.status_code == 400
    assert sentence in html.unescape(response.content.decode())
    assert mail.outbox == []


def test_when_the_mail_server_is_down_the_page_says_so(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **kwargs: Any) -> None:
        raise smtplib.SMTPServerDisconnected("gone")

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
    response = client.post(RESET, {"email": "alice@example.org"}, follow=True)
    assert response.status_code == 200
    assert "We could not send a mail just now." in response.content.decode()
