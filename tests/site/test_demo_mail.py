"""The demo's letter box: mails are read on the very machine and nowhere else."""

from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_home(settings: Settings, tmp_path: Path) -> Client:
    """A browser on this machine, in demo mode, with two mails in the box."""
    settings.DEMO = True
    settings.MAIL_FOLDER = tmp_path
    backend = "django.core.mail.backends.filebased.EmailBackend"
    connection = get_connection(backend, file_path=str(tmp_path))
    mails = []
    for name in ("Alice", "Bob"):
        mail = EmailMultiAlternatives(f"Your turn, {name} ü", "Choose a card.", to=["a@b.example"])
        mail.attach_alternative(
            "<h1 style='color:red'>Choose</h1><script>x()</script>", "text/html"
        )
        mails.append(mail)
    connection.send_messages(mails)
    return Client(HTTP_HOST="127.0.0.1:8000", REMOTE_ADDR="127.0.0.1")


def names(client: Client) -> list[str]:
    return [letter.name for letter in client.get("/demo/mail/").context["letters"]]


def test_all_mails_are_listed_the_newest_first(at_home: Client) -> None:
    page = at_home.get("/demo/mail/").content.decode()
    assert page.index("Your turn, Bob ü") < page.index("Your turn, Alice ü")


def test_a_mail_is_shown_as_text_and_in_a_frame(at_home: Client) -> None:
    page = at_home.get(f"/demo/mail/{names(at_home)[0]}/").content.decode()
    assert "Choose a card." in page
    assert '<iframe sandbox="allow-popups allow-popups-to-escape-sandbox"' in page
    assert "<script>x()" not in page


def test_the_frame_may_show_styles_and_run_nothing(at_home: Client) -> None:
    answer = at_home.get(f"/demo/mail/{names(at_home)[0]}/html/")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


def test_a_letters_links_open_a_tab_of_their_own_as_in_a_mail_program(
    at_home: Client, settings: Settings
) -> None:
    (settings.MAIL_FOLDER / "whole.log").write_bytes(
        b"Subject: Hello\nContent-Type: text/html\n\n<html><head></head><body>Hay</body></html>\n"
    )
    whole = at_home.get("/demo/mail/whole.0/html/").content.decode()
    assert '<head><base target="_blank">' in whole


@pytest.mark.parametrize("name", ["nothing.0", "..%2F..%2Fsecret_key", "20260101-000000-1"])
def test_what_is_no_mail_is_not_found(at_home: Client, name: str) -> None:
    assert at_home.get(f"/demo/mail/{name}/").status_code == 404


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"HTTP_HOST": "nimmt.example.org"},
        {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"HTTP_FORWARDED": "for=192.0.2.7"},
    ],
)
def test_nobody_reads_it_from_elsewhere(
    at_home: Client, settings: Settings, elsewhere: dict[str, str]
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert at_home.get("/demo/mail/", **elsewhere).status_code == 404  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "value"), [("DEMO", False), ("TRUSTED_PROXIES", 1)])
def test_a_real_site_has_no_letter_box(
    at_home: Client, settings: Settings, name: str, value: object
) -> None:
    setattr(settings, name, value)
    assert at_home.get("/demo/mail/").status_code == 404
