"""The outbox: what somebody should know, and how it reaches them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.notifications.events import Channel, Event


class Notification(models.Model):
    """One thing to tell one person, once: unique by (user, event, subject).

    ``subject`` names what it is about, e.g. "turn 81" (see games.notifications.telling). Written in
    the transaction in which the thing happened; the bell shows it, deliveries bring it elsewhere.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications")
    event = models.CharField(max_length=12, choices=Event)
    subject = models.CharField(max_length=40)
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, blank=True, related_name="+")
    data = models.JSONField(default=dict)  # never a card
    created_at = models.DateTimeField(default=timezone.now)
    planned_at = models.DateTimeField(null=True, blank=True)  # when its deliveries were made
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=("user", "-created_at"), name="notification_bell"),
            models.Index(
                fields=("created_at",), condition=Q(planned_at=None), name="notification_unplanned"
            ),
            models.Index(
                fields=("user", "game"), condition=Q(read_at=None), name="notification_unread"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("user", "event", "subject"), name="notification_once"),
        )

    def __str__(self) -> str:
        return f"{self.event} ({self.subject}) for user {self.user_id}"


class Delivery(models.Model):
    """A notification on its way through one channel to one endpoint: at most once each."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENDING = "sending"
        SENT = "sent"
        FAILED = "failed"
        DROPPED = "dropped"

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=8, choices=Channel)
    endpoint = models.CharField(max_length=40, blank=True, default="")  # a device, a hook; "" mail
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    next_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = (
            models.Index(
                fields=("next_at",),
                condition=Q(state__in=["waiting", "sending"]),
                name="delivery_due",
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("notification", "channel", "endpoint"), name="delivery_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.channel} of notification {self.notification_id}: {self.state}"
