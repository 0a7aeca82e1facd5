"""What a moderator did to a game, and why."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ModerationEntry(models.Model):
    class Action(models.TextChoices):
        PAUSE = "pause", _("paused")
        RESUME = "resume", _("resumed")
        CANCEL = "cancel", _("cancelled")
        VOID = "void", _("declared void")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="moderation")
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    action = models.CharField(max_length=6, choices=Action)
    reason = models.CharField(max_length=300)
    done_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("done_at",)
        verbose_name_plural = "moderation entries"
        constraints = (
            models.CheckConstraint(
                name="moderation_action_known",
                condition=models.Q(action__in=["pause", "resume", "cancel", "void"]),
            ),
            models.CheckConstraint(name="moderation_has_reason", condition=~models.Q(reason="")),
        )

    def __str__(self) -> str:
        return f"{self.action} game {self.game_id}"
