"""A push service and its devices, as the tests play them: they decrypt and check the signature."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import jwt

from accounts.models import User
from games.models import Delivery, Notification
from games.notifications.events import Channel, Event
from games.notifications.push import Pushes, public_key
from games.services.devices import add_device
from tests.notifications.outside import Letter, Receiver


class Device:
    """A browser's side of a subscription: its private key, and what the site is told."""

    def __init__(self, endpoint: str, label: str = "Firefox, Linux") -> None:
        self.endpoint, self.label = endpoint, label
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen bulls ok"

    @property
    def form(self) -> dict[str, str]:
        """What push.js posts."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.endpoint,
            "p256dh": coded(point),
            "auth": coded(self.secret),
            "label": self.label,
        }

    def read(self, letter: Letter) -> dict[str, Any]:
        """Decrypt what arrived (RFC 8291)."""
        plain = http_ece.decrypt(
            letter.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        message: dict[str, Any] = json.loads(plain)
        return message


def coded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def claims_of(letter: Letter) -> dict[str, Any]:
    """The VAPID claims (RFC 8292), once their signature by the site's key is checked."""
    scheme, _blank, parts = letter.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    given = dict(part.split("=", 1) for part in parts.split(","))
    assert given["k"] == public_key()
    claims: dict[str, Any] = jwt.decode(given["t"], given["k"])
    assert time.time() < claims["exp"] <= time.time() + 86400
    return claims


def device_of(user: User, service: Receiver, name: str = "phone") -> Device:
    device = Device(f"http://127.0.0.1:{service.port}/push/{name.split()[0]}", label=name)
    add_device(user=user, **device.form)
    return device


def delivery_for(user: User, event: Event = Event.YOUR_TURN) -> Delivery:
    """A delivery to the first of the person's devices, as the planner makes it."""
    notification = Notification.objects.filter(user=user, event=event).latest("pk")
    endpoint = Pushes().endpoints(user, notification.game)[0]
    return Delivery.objects.create(
        notification=notification, channel=Channel.PUSH, endpoint=endpoint
    )
