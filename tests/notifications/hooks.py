"""Sending to hooks in tests, and reading what came."""

from __future__ import annotations

import json
from typing import Any

from accounts.models import User
from games.models import Delivery, Notification
from games.notifications.events import Channel, Event
from games.notifications.planning import plan_deliveries
from games.notifications.sending import deliver_due
from games.notifications.webhooks import Webhooks
from tests.notifications.outside import Letter


def news(user: User, event: Event = Event.YOUR_TURN) -> Notification:
    return Notification.objects.filter(user=user, event=event).latest("pk")


def send(notification: Notification, endpoint: str) -> Delivery:
    delivery, _made = Delivery.objects.get_or_create(
        notification=notification, channel=Channel.WEBHOOK, endpoint=endpoint
    )
    Webhooks().send(delivery)
    Delivery.objects.filter(pk=delivery.pk).update(state=Delivery.State.SENT)
    return delivery


def post_round() -> None:
    """The engine's own rounds: plan, then send what is due."""
    plan_deliveries()
    assert deliver_due(Channel.WEBHOOK) is not None


def data(letter: Letter) -> Any:
    return json.loads(letter.body)
