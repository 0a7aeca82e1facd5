"""A time in which nobody swept, and how far it has been given back."""

from __future__ import annotations

from django.db import models


class Outage(models.Model):
    """Every open deadline moves by it, some games at a time; it is history once all have."""

    since = models.DateTimeField()
    until = models.DateTimeField()
    given_to = models.BigIntegerField(default=0)  # the last game that has it back, by id
    moved = models.PositiveIntegerField(default=0)  # deadlines
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("since",), name="outage_began_once"),
            models.CheckConstraint(
                name="outage_begins_before_it_ends",
                condition=models.Q(since__lt=models.F("until")),
            ),
        )

    def __str__(self) -> str:
        return f"outage from {self.since:%Y-%m-%d %H:%M:%S} to {self.until:%Y-%m-%d %H:%M:%S}"
