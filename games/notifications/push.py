"""Web push (RFC 8030): encrypted for the device (8291), signed by the site (VAPID, 8292).

pywebpush encrypts and py_vapid signs; the request itself leaves by the guarded door, since the
endpoint is an address that a browser, or somebody in its name, gave us.
"""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone
from py_vapid import Vapid
from pywebpush import WebPusher

from accounts.languages import in_language_of
from accounts.models import User
from games.models import Delivery, Game, Notification, PushDevice
from games.notifications.addresses import read
from games.notifications.events import Event
from games.notifications.posting import Answer, as_undelivered, host_in, post
from games.notifications.sender import GiveUp, Retry, Sender
from games.notifications.still import due_of
from games.notifications.words import words
from games.selectors.deadlines import open_deadlines

SIGNED_FOR = 12 * 3600  # seconds; a day is the most that push services take
KEPT = timedelta(days=1)  # by the push service, for a device that is off, without a deadline
LONGEST_KEPT = timedelta(days=28)
LONGEST_SENTENCE = 400  # characters: a push holds 4096 bytes
GONE = frozenset({404, 410})
URGENT = frozenset({Event.CHOOSE_ROW, Event.REMINDER})
NOT_URGENT = frozenset({Event.ROUND_OVER, Event.GAME_OVER, Event.ORDER})


@dataclass(frozen=True, slots=True)
class Handling:
    """How the push service treats a message: how long it is kept for a device that is off, how
    urgent it is, and under which topic a newer one takes its place."""

    kept: timedelta = KEPT
    urgency: str = "normal"
    topic: str = ""

    @property
    def headers(self) -> dict[str, str]:
        headers = {"TTL": str(int(self.kept.total_seconds())), "Urgency": self.urgency}
        return headers | ({"Topic": self.topic} if self.topic else {})


class Pushes(Sender):
    """To all devices of a person. Repeatable: a device shows one message a game, the last one."""

    repeatable = True

    def endpoints(self, user: User, game: Game | None) -> list[str]:
        """The devices; none on a site without a key."""
        if not settings.VAPID_PRIVATE_KEY:
            return []
        devices = PushDevice.objects.filter(user=user).order_by("pk")
        return [str(pk) for pk in devices.values_list("pk", flat=True)]

    def endpoints_of(self, users: Iterable[User]) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {user.pk: [] for user in users}
        if settings.VAPID_PRIVATE_KEY:
            devices = PushDevice.objects.filter(user__in=found).order_by("pk")
            for user, device in devices.values_list("user", "pk"):
                found[user].append(str(device))
        return found

    def host_of(self, delivery: Delivery) -> str:
        device = PushDevice.objects.filter(pk=delivery.endpoint).first()
        return host_in(device.endpoint) if device is not None else ""

    def send(self, delivery: Delivery) -> None:
        notification = delivery.notification
        mine = PushDevice.objects.filter(user=notification.user_id)
        device = mine.filter(pk=delivery.endpoint).first()
        if device is None:
            raise GiveUp("The device was removed.")
        with in_language_of(notification.user):
            message = message_about(notification)
        push(device, message, handling_of(notification))


def push(device: PushDevice, message: dict[str, object], handling: Handling) -> None:
    """Push one message to one device. Raises Retry, Unclear, GiveUp; who is gone is deleted."""
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}
    with as_undelivered():
        headers |= handling.headers | authorization(read(device.endpoint).origin)
        _judge(device, post(device.endpoint, encrypted(device, body), headers))


def encrypted(device: PushDevice, body: bytes) -> bytes:
    """The body as only this device can read it (aes128gcm). Raises GiveUp for impossible keys."""
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    try:
        pusher = WebPusher({"endpoint": device.endpoint, "keys": keys})
        return bytes(pusher.encode(body)["body"])
    except ValueError as error:
        raise GiveUp(f"The keys of the device make no sense: {error}") from error


def authorization(origin: str) -> dict[str, str]:
    """The header that says which site is sending, signed for this push service."""
    expires = int(time.time()) + SIGNED_FOR
    claims = {"sub": settings.VAPID_CONTACT, "aud": origin, "exp": expires}
    headers: dict[str, str] = _vapid(settings.VAPID_PRIVATE_KEY).sign(claims)
    return headers


def public_key() -> str:
    """What browsers must know of our key to accept a subscription; "" without one."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    numbers = _vapid(settings.VAPID_PRIVATE_KEY).public_key.public_numbers()
    point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


@cache
def _vapid(key: str) -> Vapid:
    return Vapid.from_raw(key.encode())


def message_about(notification: Notification) -> dict[str, object]:
    """What the service worker shows. Never a card: it may appear on a locked screen."""
    told = words(notification, notification.user)
    return {
        "title": told.title,
        "sentence": told.sentence[:LONGEST_SENTENCE],
        "url": told.path,
        "tag": topic_of(notification),
        "waiting": open_deadlines(notification.user_id).count(),
        "icon": static("sixnimmt/img/icon-192.png"),
        "badge": static("sixnimmt/img/badge-96.png"),
    }


def topic_of(notification: Notification) -> str:
    """One name a game: a newer message takes the place of the older one."""
    return f"game-{notification.game_id}" if notification.game_id else f"note-{notification.pk}"


def handling_of(notification: Notification) -> Handling:
    """Kept until the deadline, and as urgent as it is."""
    kept, due = KEPT, due_of(notification)
    if due is not None:
        kept = min(max(due.at - timezone.now(), timedelta(0)), LONGEST_KEPT)
    urgency = "low" if notification.event in NOT_URGENT else "normal"
    if notification.event in URGENT or (notification.game and notification.game.is_live):
        urgency = "high"
    return Handling(kept, urgency, topic_of(notification))


def _judge(device: PushDevice, answer: Answer) -> None:
    """Note that the device works, or raise what its push service's answer means."""
    mine = PushDevice.objects.filter(pk=device.pk, endpoint=device.endpoint)
    if answer.is_good:
        mine.update(worked_at=timezone.now())
        return
    if answer.status in GONE:
        mine.delete()
        raise GiveUp(f"The device is gone: {answer.said}")
    if answer.is_passing:
        raise Retry(answer.said, answer.retry_after)
    raise GiveUp(answer.said)
