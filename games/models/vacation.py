"""A vacation: day-paced games that allow it wait for the person."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Vacation(models.Model):
    """Time that does not count against the person, planned ahead and never started unasked.

    The days used count against a yearly budget (services.vacations); coming back early moves
    ``ends_at`` to that moment.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("starts_at",)
        constraints = (
            models.CheckConstraint(
                name="vacation_ends_after_it_starts", condition=Q(ends_at__gt=F("starts_at"))
            ),
        )

    def __str__(self) -> str:
        return f"vacation of user {self.user_id}: {self.starts_at:%F} to {self.ends_at:%F}"
