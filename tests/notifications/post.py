"""The post office's rounds in tests: plan, send, and what became of it."""

from __future__ import annotations

from accounts.models import User
from games.models import Delivery
from games.notifications.events import Channel
from games.notifications.planning import plan_deliveries
from games.notifications.sending import deliver_due


def post_round() -> int:
    """Plan and send what is due by mail; how many letters were sent."""
    plan_deliveries()
    sent = deliver_due(Channel.EMAIL)
    assert sent is not None
    return sent


def fates(user: User, event: str = "") -> list[str]:
    """The states of this person's letters, oldest first."""
    mine = Delivery.objects.filter(notification__user=user, channel=Channel.EMAIL)
    if event:
        mine = mine.filter(notification__event=event)
    return list(mine.order_by("pk").values_list("state", flat=True))


def letter_of(user: User, event: str = "") -> Delivery:
    """This person's newest letter."""
    mine = Delivery.objects.filter(notification__user=user, channel=Channel.EMAIL)
    if event:
        mine = mine.filter(notification__event=event)
    return mine.latest("pk")
