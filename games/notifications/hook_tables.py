"""Which hooks there are for a delivery: a person's own, a table's."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Delivery, Game, Notification, Seat, Webhook
from games.notifications.events import ASKING, Channel
from games.notifications.hook_words import concerns_table
from games.notifications.sender import SHARED


def table_hooks() -> QuerySet[Webhook]:
    """Hooks of tables that may post: the table's creator may still look at it."""
    seated = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"))
    may_look = Q(game__visibility=Game.Visibility.PUBLIC) | Exists(seated)
    alive = Webhook.objects.filter(off_at=None, user__is_active=True, game__isnull=False)
    return alive.filter(may_look).order_by("pk")


def endpoint_of(hook: Webhook) -> str:
    """What a delivery calls this hook."""
    return str(hook.pk) if hook.game_id is None else f"{SHARED}{hook.pk}"


def hook_at(endpoint: str) -> Webhook | None:
    """The hook of a delivery, while it may be called."""
    if endpoint.startswith(SHARED):
        shared = table_hooks().filter(pk=endpoint.removeprefix(SHARED))
        return shared.select_related("user").first()
    own = Webhook.objects.filter(pk=endpoint, game=None, off_at=None)
    return own.select_related("user").first()


def told_already(hook: Webhook, delivery: Delivery) -> bool:
    """Whether this very address has had this event by another hook: friends share a channel.

    A question to one person is a matter of its own, so it is told all the same.
    """
    notification = delivery.notification
    if hook.game_id is None and notification.event in ASKING:
        return False
    twins = Webhook.objects.filter(url=hook.url).exclude(pk=hook.pk)
    return Delivery.objects.filter(
        channel=Channel.WEBHOOK,
        endpoint__in=[endpoint_of(twin) for twin in twins],
        notification__event=notification.event,
        notification__subject=notification.subject,
        state=Delivery.State.SENT,
    ).exists()


def table_deliveries(batch: Iterable[Notification], now: datetime) -> list[Delivery]:
    """What the tables' own hooks post of these notifications: once for each thing that happened.

    It rides on the first of the notifications about it, so that the database knows it from a
    second one, whoever is told later.
    """
    told = [one for one in batch if concerns_table(one)]
    hooks: dict[int | None, list[Webhook]] = {}
    for hook in table_hooks().filter(game__in={one.game_id for one in told}):
        hooks.setdefault(hook.game_id, []).append(hook)
    things = {(one.game_id, one.event, one.subject) for one in told if one.game_id in hooks}
    made = []
    for game_id, event, subject in sorted(things):
        alike = Notification.objects.filter(game=game_id, event=event, subject=subject)
        first = alike.earliest("pk")
        made += [
            Delivery(
                notification=first,
                channel=Channel.WEBHOOK,
                endpoint=endpoint_of(hook),
                next_at=now,
            )
            for hook in hooks[game_id]
        ]
    return made
