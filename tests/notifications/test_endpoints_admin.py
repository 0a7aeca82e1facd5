"""Staff see whether devices and hooks work, and never what would let them call one."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import PushDevice, Webhook
from tests.games.cast import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def herder() -> Client:
    client = Client()
    client.force_login(person("Herder", is_staff=True, is_superuser=True))
    return client


def test_staff_see_hosts_and_failures_but_no_keys(herder: Client, alice: User) -> None:
    hook = Webhook.objects.create(
        user=alice, kind="slack", url="https://hooks.example.org/T0/pasture-key", note="500 asleep"
    )
    device = PushDevice.objects.create(
        user=alice,
        endpoint="https://push.example.org/endpoint-key",
        p256dh="curve-key",
        auth="auth-key",
        label="Firefox, Android",
    )
    pages = [
        "/admin/games/webhook/",
        f"/admin/games/webhook/{hook.pk}/change/",
        "/admin/games/pushdevice/",
        f"/admin/games/pushdevice/{device.pk}/change/",
    ]
    seen = "".join(herder.get(page).content.decode() for page in pages)
    for shown in ("hooks.example.org", "500 asleep", "push.example.org", "Firefox, Android"):
        assert shown in seen
    for key in ("pasture-key", hook.secret, "endpoint-key", "curve-key", "auth-key"):
        assert key not in seen


@pytest.mark.parametrize("guess", ["secret__startswith=a", "url__startswith=https"])
def test_staff_cannot_guess_a_key_sign_by_sign(herder: Client, guess: str) -> None:
    assert herder.get(f"/admin/games/webhook/?{guess}").status_code == 400
