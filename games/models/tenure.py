"""Who sat on a seat, from when to when: what happened is told of the right person."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Tenure(models.Model):
    class End(models.TextChoices):
        NONE = "", _("still there")
        RESIGNED = "resigned", _("resigned")
        REPLACED = "replaced", _("replaced after missing turns")

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="tenures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tenures")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    end = models.CharField(max_length=8, choices=End, blank=True, default="")

    class Meta:
        ordering = ("began_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("seat",), condition=Q(ended_at=None), name="tenure_one_open_a_seat"
            ),
        )

    def __str__(self) -> str:
        return f"user {self.user_id} on seat {self.seat_id}"
