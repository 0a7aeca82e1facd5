"""A mail that came back is read as it is (RFC 3464), and believed only with our letter in it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.models import Reach
from games.services.reaching import reach_of

pytestmark = pytest.mark.django_db
TOKEN = "a-secret-of-thirty-two-characters"

REPORT = """\
From: MAILER-DAEMON@mx.example.org
To: bounces@nimmt.example.org
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I am sorry to have to inform you.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {address}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} no such
    user here

--b
Content-Type: {back}

To: {address}
Subject: Your turn: Herd
List-Unsubscribe: <http://127.0.0.1:8000/letters/{secret}/your_turn/off/>

--b--
"""


@pytest.fixture(autouse=True)
def _token(settings: Settings) -> None:
    settings.BOUNCE_TOKEN = TOKEN


def came_back(alice: User, body: str = REPORT, **changes: str) -> Any:
    said = {
        "address": "Alice@Example.org",
        "action": "failed",
        "status": "5.1.1",
        "back": "text/rfc822-headers",
        "secret": reach_of(alice).unsubscribe_token,
    }
    return Client().post(
        "/letters/bounce/",
        body.format(**said | changes),
        content_type="message/rfc822",
        headers={"Authorization": f"Bearer {TOKEN}"},
    )


@pytest.mark.parametrize("back", ["text/rfc822-headers", "message/rfc822"])
@pytest.mark.parametrize("status", ["5.1.1", "5.1.10", "5.2.1"])
def test_a_dead_address_is_marked_with_what_its_server_said(
    alice: User, back: str, status: str
) -> None:
    assert came_back(alice, back=back, status=status).json() == {"ok": True, "marked": 1}
    reach = reach_of(alice)
    assert reach.bounced_at is not None
    assert reach.bounce_note == f"550 {status} no such user here"


@pytest.mark.parametrize(
    "changes",
    [
        {"action": "delayed", "status": "4.4.1"},
        {"status": "5.2.2"},  # full: there may be room tomorrow
        {"status": "5.7.1"},
        {"address": "bob@example.org"},
        {"secret": "made-up-by-a-stranger-0"},
        {"action": "delivered"},
    ],
)
def test_a_report_that_says_less_or_that_anybody_can_write_marks_nobody(
    alice: User, bob: User, changes: dict[str, str]
) -> None:
    assert came_back(alice, **changes).json() == {"ok": True, "marked": 0}
    assert not Reach.objects.filter(bounced_at__isnull=False).exists()


@pytest.mark.parametrize("body", ["", "Subject: hello\n\nI am on holiday.", "\0"])
def test_a_mail_that_is_no_report_is_refused_with_a_sentence(alice: User, body: str) -> None:
    answer = came_back(alice, body)
    assert (answer.status_code, answer.json()["ok"]) == (400, False)
    assert answer.json()["error"]
