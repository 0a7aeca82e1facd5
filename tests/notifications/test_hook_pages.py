"""Adding, trying and removing hooks."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.models import Game, Webhook
from games.services.errors import BadRequest
from games.services.hooks import MOST_HOOKS, add_hook
from tests.notifications.hooks import data
from tests.notifications.outside import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lan")]
Kind = Webhook.Kind


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_alice_adds_tries_and_removes_a_hook(alice: User, receiver: Receiver) -> None:
    browser = signed_in(alice)
    form = {"kind": "json", "url": receiver.url}
    page = browser.post("/accounts/hooks/", form, follow=True).content.decode()
    hook = Webhook.objects.get()
    assert hook.secret in page
    page = browser.post(f"/accounts/hooks/{hook.pk}/test/", follow=True).content.decode()
    assert "It answered well" in page
    assert data(receiver.letters[0])["event"] == "test"
    assert browser.post(f"/accounts/hooks/{hook.pk}/test/").status_code == 400  # at once again
    assert browser.get(f"/accounts/hooks/{hook.pk}/remove/").status_code == 405
    browser.post(f"/accounts/hooks/{hook.pk}/remove/")
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    "url",
    ["http://example.org/", "https://localhost/", "https://169.254.169.254/", "https://[::1]/", ""],
)
def test_an_address_we_will_not_call_is_refused_with_a_sentence(
    alice: User, settings: Settings, url: str
) -> None:
    settings.WEBHOOK_ALLOW_PRIVATE = False
    answer = signed_in(alice).post("/accounts/hooks/", {"kind": "json", "url": url})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not Webhook.objects.exists()


def test_the_same_address_in_another_spelling_is_the_same(alice: User, receiver: Receiver) -> None:
    url = f"http://LocalHost:{receiver.port}/x"
    add_hook(user=alice, kind=Kind.JSON, url=url)
    with pytest.raises(BadRequest):
        add_hook(user=alice, kind=Kind.JSON, url=url.lower() + "#again")


def test_there_is_an_end_to_the_hooks_of_one_person(alice: User, receiver: Receiver) -> None:
    for number in range(MOST_HOOKS):
        add_hook(user=alice, kind=Kind.JSON, url=f"{receiver.url}/{number}")
    with pytest.raises(BadRequest):
        add_hook(user=alice, kind=Kind.JSON, url=f"{receiver.url}/one-more")


def test_bob_neither_sees_nor_touches_alices_hooks(
    game: Game, alice: User, bob: User, receiver: Receiver
) -> None:
    hook = add_hook(user=alice, kind=Kind.JSON, url=receiver.url)
    add_hook(user=alice, kind=Kind.JSON, url=receiver.url, game=game)
    browser = signed_in(bob)
    assert receiver.url not in browser.get("/accounts/hooks/").content.decode()
    assert browser.post(f"/accounts/hooks/{hook.pk}/test/").status_code == 404
    assert browser.post(f"/accounts/hooks/{hook.pk}/remove/").status_code == 404
    assert browser.get(f"/games/{game.pk}/hooks/").status_code == 403
    assert receiver.letters == []
    assert receiver.url in signed_in(alice).get(f"/games/{game.pk}/hooks/").content.decode()


def test_a_hook_that_was_switched_off_says_so_on_the_page(alice: User, receiver: Receiver) -> None:
    add_hook(user=alice, kind=Kind.SLACK, url=receiver.url)
    Webhook.objects.update(off_at=timezone.now(), note="404 <no_service>")
    page = signed_in(alice).get("/accounts/hooks/").content.decode()
    assert "Switched off" in page
    assert "404 &lt;no_service&gt;" in page
