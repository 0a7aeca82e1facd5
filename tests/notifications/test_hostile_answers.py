"""Answers of servers that wish us ill: whatever they say, the others' messages go on."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Delivery, Game, Webhook
from games.notifications.events import Channel
from games.notifications.planning import plan_deliveries
from games.notifications.posting import post
from games.notifications.sending import deliver_due
from games.services.hooks import add_hook, try_hook
from tests.games.doors import browser
from tests.notifications.outside import Receiver
from tests.notifications.push_service import device_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lan")]
NASTY = "no\0such\x1b[2J bull\u202e\x07".encode()
SAID = "400 no such [2J bull"


@pytest.fixture
def hostile(service: Receiver) -> Receiver:
    service.statuses["/push/trap"], service.answer = 400, NASTY
    return service


def test_an_answer_the_database_does_not_take_holds_up_nobody(
    game: Game, alice: User, bob: User, hostile: Receiver
) -> None:
    """The whole run ended with a zero byte in an answer, and everybody's pushes with it."""
    device_of(alice, hostile, "trap")
    device_of(bob, hostile, "phone")
    plan_deliveries()
    assert deliver_due(Channel.PUSH) == 1  # Bob's
    tried = Delivery.objects.filter(channel=Channel.PUSH, notification__user=alice, attempts=1)
    assert [(one.state, one.error) for one in tried] == [("failed", SAID)]


@pytest.mark.parametrize("kind", Webhook.Kind.values)
def test_a_hooks_answer_is_shown_as_one_line_of_text(
    game: Game, alice: User, receiver: Receiver, kind: str
) -> None:
    hook = add_hook(user=alice, kind=kind, url=receiver.url)
    receiver.status, receiver.answer = 400, NASTY
    assert try_hook(user=alice, hook_id=hook.pk) == SAID
    hook.refresh_from_db()
    assert hook.note == SAID
    response = browser(alice).post(f"/accounts/hooks/{hook.pk}/test/", follow=True)
    assert SAID in response.content.decode()


@pytest.mark.parametrize(
    "value",
    [
        "Mon, 01 Jan 2029 00:00:00 +99999999999999999999",
        "Mon, 01 Jan 0001 00:00:00 +2359",
        "Fri, 31 Dec 99999 23:59:59 GMT",
        "soon",
        "-7",
        "1" * 500,
        "\x0b",
    ],
)
def test_a_senseless_time_to_wait_is_no_error(receiver: Receiver, value: str) -> None:
    receiver.status, receiver.headers = 429, {"Retry-After": value}
    assert post(receiver.url, b"", {}).status == 429
