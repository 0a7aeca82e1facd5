"""Letters that come back: how the site learns of it, what it does, how that ends (C-22)."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, email_confirmed
from django.test import Client

from games.models import Reach
from games.notifications.bounces import mark_bounced
from games.notifications.planning import plan_deliveries
from games.services.reaching import reach_of
from tests.games import cast
from tests.notifications.mail_server import MailServer
from tests.notifications.post import fates, post_round

pytestmark = pytest.mark.django_db

TOKEN = "a-secret-of-thirty-two-characters"
NOTE = "550 5.1.1 no such user"


def report(client: Client, body: object, authorisation: str = f"Bearer {TOKEN}") -> Any:
    return client.post(
        "/letters/bounce/",
        body,
        content_type="application/json",
        headers={"Authorization": authorisation},
    )


@pytest.fixture(autouse=True)
def _token(settings: Any) -> None:
    settings.BOUNCE_TOKEN = TOKEN


def test_a_report_marks_the_address_and_no_further_letter_goes_there(
    mail: MailServer, client: Client
) -> None:
    alice, bob = cast.people(2)
    answer = report(client, {"address": "ALICE@example.org", "note": NOTE})
    assert answer.json() == {"ok": True, "marked": 1}
    cast.running_game([alice, bob])
    post_round()
    assert mail.recipients == [bob.email]
    assert fates(alice) == []


def test_a_letter_on_its_way_stops_when_the_report_comes(mail: MailServer, client: Client) -> None:
    alice, bob = cast.people(2)
    cast.running_game([alice, bob])
    plan_deliveries()
    report(client, {"address": alice.email})
    post_round()
    assert mail.recipients == [bob.email]
    assert set(fates(alice)) == {"dropped"}


def test_an_address_nobody_has_is_no_error(client: Client) -> None:
    assert report(client, {"address": "nobody@example.org"}).json()["marked"] == 0
    cast.person("Noaddress")
    assert report(client, {"address": ""}).json()["marked"] == 0


@pytest.mark.parametrize(
    "authorisation",
    ["", "Bearer", "Bearer wrong", "Basic !!!", "Basic " + b64encode(b"a:wrong").decode()],
)
def test_without_the_token_nothing_is_marked(client: Client, authorisation: str) -> None:
    alice = cast.person("Alice")
    assert report(client, {"address": alice.email}, authorisation).status_code == 401
    assert not Reach.objects.exists()


def test_the_token_may_be_a_basic_password(client: Client) -> None:
    alice = cast.person("Alice")
    basic = "Basic " + b64encode(f"any:{TOKEN}".encode()).decode()
    assert report(client, {"address": alice.email}, basic).json()["marked"] == 1


def test_without_a_setting_there_is_no_such_page(client: Client, settings: Any) -> None:
    settings.BOUNCE_TOKEN = ""
    assert report(client, {"address": "a@example.org"}, "Bearer ").status_code == 404
    assert client.get("/letters/bounce/").status_code == 405


@pytest.mark.parametrize(
    "body",
    ["{", "[]", '"x"', "{}", '{"address": 5}', '{"address": "a@b", "note": 5}', b"\xff\xfe"],
)
def test_nonsense_is_refused_with_a_sentence(client: Client, body: object) -> None:
    answer = report(client, body)
    assert answer.status_code == 400
    assert "must be JSON" in answer.json()["error"]


def test_the_person_reads_it_on_every_page_until_it_is_mended(client: Client) -> None:
    alice = cast.person("Alice")
    client.force_login(alice)
    banner = "Letters to alice@example.org come back"
    assert banner not in client.get("/").content.decode()
    mark_bounced(alice, NOTE)
    for page in ("/", "/games/", "/rules/"):
        assert banner in client.get(page).content.decode()
    assert banner not in Client().get("/").content.decode()


@pytest.mark.parametrize("signal", ["confirmed", "changed"])
def test_confirming_or_changing_the_address_ends_it(mail: MailServer, signal: str) -> None:
    alice = cast.person("Alice")
    mark_bounced(alice, NOTE)
    address = EmailAddress.objects.create(user=alice, email=alice.email, primary=True)
    if signal == "confirmed":
        email_confirmed.send(EmailAddress, request=None, email_address=address)
    else:
        new = {"from_email_address": address, "to_email_address": address}
        email_changed.send(type(alice), request=None, user=alice, **new)
    reach = reach_of(alice)
    assert (reach.bounced_at, reach.bounce_note) == (None, "")
    cast.running_game([alice, cast.person("Bob")])
    post_round()
    assert alice.email in mail.recipients


def test_an_admin_marks_and_clears_an_address(client: Client) -> None:
    alice, judge = cast.person("Alice"), cast.person("Judge", is_staff=True, is_superuser=True)
    reach = reach_of(alice)
    client.force_login(judge)
    for action, marked in (("bounced", True), ("works", False)):
        client.post("/admin/games/reach/", {"action": action, "_selected_action": reach.pk})
        reach.refresh_from_db()
        assert (reach.bounced_at is not None) is marked


def test_the_admin_shows_deliveries_with_their_error_and_tries_them_again(
    mail: MailServer, client: Client
) -> None:
    """Field report B-09."""
    alice, bob = cast.people(2)
    mail.refusals[alice.email] = "550 5.7.1 we do not relay"
    cast.running_game([alice, bob])
    post_round()
    client.force_login(cast.person("Judge", is_staff=True, is_superuser=True))
    page = client.get("/admin/games/delivery/?state__exact=failed").content.decode()
    assert "we do not relay" in page
    assert client.get("/admin/games/delivery/add/").status_code == 403
    failed = alice.notifications.get(event="your_turn").deliveries.get(channel="email")
    assert client.get(f"/admin/games/delivery/{failed.pk}/change/").status_code == 200
    assert (
        client.get(f"/admin/games/notification/{failed.notification_id}/change/").status_code == 200
    )
    mail.refusals.clear()
    client.post("/admin/games/delivery/", {"action": "try_again", "_selected_action": failed.pk})
    post_round()
    assert alice.email in mail.recipients


def test_the_admin_shows_no_secret_link(client: Client) -> None:
    reach = reach_of(cast.person("Alice"))
    client.force_login(cast.person("Judge", is_staff=True, is_superuser=True))
    for page in ("/admin/games/reach/", f"/admin/games/reach/{reach.pk}/change/"):
        text = client.get(page).content.decode()
        assert reach.feed_token not in text
        assert reach.unsubscribe_token not in text
