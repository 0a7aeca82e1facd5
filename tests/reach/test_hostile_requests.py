"""Requests that no page of ours sends: a sentence, the right status, and nothing changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.models import Reach
from games.services.reaching import reach_of
from tests.games.doors import browser

pytestmark = pytest.mark.django_db
TOKEN = "a-secret-of-thirty-two-characters"


def report(client: Client, body: str) -> Any:
    return client.post(
        "/letters/bounce/",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {TOKEN}"},
    )


@pytest.mark.parametrize("path", ["/letters/%s/all/off/", "/feeds/%s/turns.atom", "/i/%s/"])
@pytest.mark.parametrize(
    "token", ["%00", "a%00b", "%ED%A0%80", "%F0%9F%90%82", "a" * 5000, "..%2F"]
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_token_that_is_none_leads_nowhere(path: str, token: str, method: str) -> None:
    response = getattr(browser(), method)(path % token)
    assert response.status_code in (404, 405)


@pytest.mark.parametrize(
    "body",
    [
        json.dumps({"address": "alice@example.org\0", "note": ""}),
        json.dumps({"address": "\ud800@example.org"}),
        json.dumps({"address": "nobody@example.org", "note": "\ud800\0"}),
        "[" * 100_000,
        "1e999",
        "[]",
        '"address"',
        '{"address": {"$ne": ""}}',
    ],
    ids=str.__len__,
)
def test_a_report_that_makes_no_sense_marks_nobody(
    client: Client, alice: User, settings: Settings, body: str
) -> None:
    settings.BOUNCE_TOKEN = TOKEN
    answer = report(client, body)
    assert answer.status_code in (200, 400)
    assert answer.json().get("marked", 0) == 0
    assert not Reach.objects.filter(bounced_at__isnull=False).exists()


def test_what_the_mail_server_said_is_kept_as_a_line(
    client: Client, alice: User, settings: Settings
) -> None:
    settings.BOUNCE_TOKEN = TOKEN
    body = json.dumps({"address": alice.email, "note": "550\0no such\nuser \ud800"})
    assert report(client, body).json() == {"ok": True, "marked": 1}
    assert reach_of(alice).bounce_note == "550 no such user"


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati"])
@pytest.mark.parametrize("begin", ["9999-12-31T23:58", "0001-01-01T00:01"])
def test_a_vacation_at_the_end_of_the_calendar_is_refused(
    alice: User, zone: str, begin: str
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone=zone)
    sent = {"starts_at": begin, "ends_at": "9999-12-31T23:59"}
    assert browser(alice).post("/accounts/time/vacations/", sent).status_code in (400, 409)
    assert not alice.vacations.exists()
