"""How somebody wants to be reached: what by which channel, when not, and where."""

from __future__ import annotations

import re
import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.notifications.events import Channel, Event

TOKEN = re.compile(r"[A-Za-z0-9_-]{20,32}")  # what such a word looks like


def new_token() -> str:
    """An unguessable word for a secret link (128 bits)."""
    return secrets.token_urlsafe(16)


class Reach(models.Model):
    """One person's quiet hours, digest, feeds and the health of their address."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reach")
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    digest_at = models.TimeField(null=True, blank=True)  # local; None: letters come at once
    digest_sent_on = models.DateField(null=True, blank=True)
    digest_lease_until = models.DateTimeField(null=True, blank=True)  # while a worker sends it
    digest_unclear_on = models.DateField(null=True, blank=True)  # its letter may have arrived
    feed_token = models.CharField(max_length=32, unique=True, default=new_token)
    unsubscribe_token = models.CharField(max_length=32, unique=True, default=new_token)
    bounced_at = models.DateTimeField(null=True, blank=True)
    bounce_note = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name_plural = "reaches"
        constraints = (
            models.CheckConstraint(
                name="reach_quiet_hours_are_two",
                condition=Q(quiet_from=None, quiet_until=None)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"reach of user {self.user_id}"


class Preference(models.Model):
    """A cell of the matrix event × channel that differs from the default."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")
    event = models.CharField(max_length=12, choices=Event)
    channel = models.CharField(max_length=8, choices=Channel)
    wanted = models.BooleanField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("user", "event", "channel"), name="preference_one_a_cell"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event} by {self.channel} for user {self.user_id}: {self.wanted}"


class GameMute(models.Model):
    """Nothing of this game reaches this person outside the site."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="mutes")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "game"), name="mute_once"),)

    def __str__(self) -> str:
        return f"user {self.user_id} mutes game {self.game_id}"


class PushDevice(models.Model):
    """A browser that takes web pushes (RFC 8030, 8291)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices")
    endpoint = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    label = models.CharField(max_length=80)
    added_at = models.DateTimeField(default=timezone.now)
    worked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.label} of user {self.user_id}"


class Webhook(models.Model):
    """An address of a chat or a program, of one person or of one table."""

    class Kind(models.TextChoices):
        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack")
        JSON = "json", _("a program (signed JSON)")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    game = models.ForeignKey(
        "games.Game", models.CASCADE, null=True, blank=True, related_name="webhooks"
    )
    kind = models.CharField(max_length=7, choices=Kind)
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=32, default=new_token)
    failing_since = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("user", "game", "url"), name="webhook_url_once", nulls_distinct=False
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} hook {self.pk} of user {self.user_id}"
