"""What a push service says, and what becomes of the message and of the device."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.models import Delivery, Game, PushDevice
from games.notifications.addresses import is_public
from games.notifications.events import Channel, Event
from games.notifications.planning import plan_deliveries
from games.notifications.push import Pushes
from games.notifications.sender import GiveUp, Retry, Unclear
from games.notifications.sending import deliver_due
from tests.games.cast import play_lowest
from tests.notifications.outside import Receiver
from tests.notifications.push_service import delivery_for, device_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lan")]


def test_201_means_that_the_device_works(game: Game, alice: User, service: Receiver) -> None:
    device_of(alice, service)
    Pushes().send(delivery_for(alice))
    assert PushDevice.objects.get().worked_at is not None


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten_and_the_others_are_not(
    game: Game, alice: User, service: Receiver, status: int
) -> None:
    device_of(alice, service, "phone")
    device_of(alice, service, "desk")
    service.status, service.answer = status, b"push subscription has unsubscribed"
    with pytest.raises(GiveUp, match="has unsubscribed"):
        Pushes().send(delivery_for(alice))
    assert [device.label for device in PushDevice.objects.all()] == ["desk"]


@pytest.mark.parametrize(
    ("status", "headers", "wait"),
    [
        (429, {"Retry-After": "120"}, timedelta(minutes=2)),
        (429, {}, None),
        (500, {}, None),
        (503, {"Retry-After": "7"}, timedelta(seconds=7)),
    ],
)
def test_a_busy_push_service_is_asked_again_when_it_says(
    game: Game,
    alice: User,
    service: Receiver,
    status: int,
    headers: dict[str, str],
    wait: timedelta | None,
) -> None:
    device_of(alice, service)
    service.status, service.headers = status, headers
    with pytest.raises(Retry) as retry:
        Pushes().send(delivery_for(alice))
    assert retry.value.after == wait
    assert PushDevice.objects.get().worked_at is None


@pytest.mark.parametrize("status", [302, 400, 401, 403, 413])
def test_what_will_never_work_is_given_up_with_the_services_words(
    game: Game, alice: User, service: Receiver, status: int
) -> None:
    device_of(alice, service)
    service.status, service.answer = status, b"{'reason':\n 'BadJwtToken'}"
    service.headers = {"Location": service.url}
    with pytest.raises(GiveUp, match=rf"{status} .'reason': 'BadJwtToken'"):
        Pushes().send(delivery_for(alice))
    assert len(service.letters) == 1
    assert PushDevice.objects.exists()


def test_one_dead_device_poisons_none_of_the_others(
    game: Game, alice: User, service: Receiver
) -> None:
    """Field report C-37, by the engine itself: 404 and 410 go, 500 stays and is tried again."""
    devices = {name: device_of(alice, service, name) for name in ("a", "b", "c", "d", "e")}
    service.statuses = {"/push/a": 410, "/push/b": 500, "/push/c": 404, "/push/d": 400}
    plan_deliveries()
    deliver_due(Channel.PUSH)
    service.statuses = {}
    asked = Delivery.objects.filter(channel=Channel.PUSH, notification__event=Event.YOUR_TURN)
    states = Delivery.State
    assert list(asked.order_by("pk").values_list("state", flat=True)) == [
        states.FAILED,
        states.WAITING,
        states.FAILED,
        states.FAILED,
        states.SENT,
    ]
    left = PushDevice.objects.order_by("label").values_list("label", flat=True)
    assert list(left) == ["b", "d", "e"]
    asked.filter(state=states.WAITING).update(next_at=timezone.now())
    deliver_due(Channel.PUSH)
    assert asked.filter(state=states.SENT).count() == 2
    told = [letter for letter in service.letters if letter.path == "/push/b"]
    assert devices["b"].read(told[-1])["title"].startswith("Your turn")


def test_a_turn_that_has_passed_is_not_pushed(
    game: Game, alice: User, bob: User, service: Receiver
) -> None:
    phone = device_of(alice, service)
    plan_deliveries()
    play_lowest(game, [alice, bob])
    plan_deliveries()
    deliver_due(Channel.PUSH)
    titles = [phone.read(letter)["title"] for letter in service.letters]
    assert titles.count("Your turn: Friday herd") == 1


def test_a_service_that_is_away_is_asked_again(game: Game, alice: User) -> None:
    with Receiver().listening() as service:
        device_of(alice, service)
    with pytest.raises(Retry):
        Pushes().send(delivery_for(alice))


def test_an_endpoint_in_our_own_network_is_never_called(
    game: Game, alice: User, service: Receiver, settings: Settings
) -> None:
    device_of(alice, service)
    delivery = delivery_for(alice)
    settings.WEBHOOK_ALLOW_PRIVATE = False
    with pytest.raises(GiveUp):
        Pushes().send(delivery)
    assert service.letters == []
    assert not is_public("127.0.0.1")


def test_a_removed_device_hears_nothing_of_what_was_on_its_way(
    game: Game, alice: User, service: Receiver
) -> None:
    device_of(alice, service)
    delivery = delivery_for(alice)
    PushDevice.objects.all().delete()
    with pytest.raises(GiveUp):
        Pushes().send(delivery)
    assert service.letters == []


def test_what_was_for_alice_does_not_reach_the_browser_that_is_bobs_now(
    game: Game, alice: User, bob: User, service: Receiver
) -> None:
    device_of(alice, service, "kitchen")
    delivery = delivery_for(alice)
    device_of(bob, service, "kitchen")
    with pytest.raises(GiveUp):
        Pushes().send(delivery)
    assert service.letters == []


def test_an_answer_that_never_comes_is_unclear(
    game: Game, alice: User, service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.notifications.posting.SECONDS", 0.3)
    device_of(alice, service)
    service.wait = 0.8
    with pytest.raises(Unclear):
        Pushes().send(delivery_for(alice))
