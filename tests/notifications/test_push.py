"""Web push: encrypted for one device, signed by the site, at most one message a game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from http_ece import ECEException
from pytest_django import Settings

from accounts.models import User
from games.models import Due, Game
from games.notifications.events import Event
from games.notifications.push import Pushes, public_key
from tests.notifications.outside import Receiver
from tests.notifications.push_service import Device, claims_of, delivery_for, device_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lan")]


def test_alices_phone_reads_what_nobody_else_can(
    game: Game, alice: User, service: Receiver
) -> None:
    phone = device_of(alice, service)
    Pushes().send(delivery_for(alice))
    letter = service.letters[0]
    message = phone.read(letter)
    assert message["title"] == "Your turn: Friday herd"
    assert "The table waits for your card." in message["sentence"]
    assert message["url"] == game.get_absolute_url()
    assert message["waiting"] == 1
    assert b"Friday" not in letter.body
    assert letter.headers["content-encoding"] == "aes128gcm"
    with pytest.raises(ECEException):
        Device(phone.endpoint).read(letter)


def test_the_site_signs_for_this_push_service(game: Game, alice: User, service: Receiver) -> None:
    device_of(alice, service)
    Pushes().send(delivery_for(alice))
    claims = claims_of(service.letters[0])
    assert claims["aud"] == f"http://127.0.0.1:{service.port}"
    assert claims["sub"] == "mailto:bulls@example.org"


def test_a_newer_message_of_a_game_takes_the_place_of_the_older(
    game: Game, alice: User, service: Receiver
) -> None:
    phone = device_of(alice, service)
    Pushes().send(delivery_for(alice, Event.STARTED))
    Pushes().send(delivery_for(alice, Event.YOUR_TURN))
    assert {letter.headers["topic"] for letter in service.letters} == {f"game-{game.pk}"}
    assert {phone.read(letter)["tag"] for letter in service.letters} == {f"game-{game.pk}"}


def test_a_message_is_kept_until_the_deadline_and_not_longer(
    game: Game, alice: User, service: Receiver
) -> None:
    device_of(alice, service)
    at = timezone.now() + timedelta(hours=3)
    Due.objects.filter(game=game, seat__user=alice).update(at=at)
    Pushes().send(delivery_for(alice))
    assert 3 * 3600 - 30 <= int(service.letters[0].headers["ttl"]) <= 3 * 3600
    assert service.letters[0].headers["urgency"] == "normal"


def test_no_card_is_ever_pushed(game: Game, alice: User, service: Receiver) -> None:
    phone = device_of(alice, service)
    Pushes().send(delivery_for(alice))
    shown = phone.read(service.letters[0])
    assert set(shown) == {"title", "sentence", "url", "tag", "waiting", "icon", "badge"}
    assert not any(word.isdigit() and int(word) > 31 for word in shown["sentence"].split())


def test_each_device_is_an_endpoint_of_its_own(
    game: Game, alice: User, bob: User, service: Receiver
) -> None:
    device_of(alice, service, "phone")
    device_of(alice, service, "desk")
    device_of(bob, service, "tablet")
    assert len(Pushes().endpoints(alice, game)) == 2
    assert len(Pushes().endpoints(bob, game)) == 1


def test_without_a_key_there_are_no_pushes(
    game: Game, alice: User, service: Receiver, settings: Settings
) -> None:
    device_of(alice, service)
    settings.VAPID_PRIVATE_KEY = ""
    assert Pushes().endpoints(alice, game) == []
    assert public_key() == ""
