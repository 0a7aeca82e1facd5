"""A pick made ahead for a coming turn of this round, with a guard."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.pick import Pick


class QueuedPick(models.Model):
    """``position`` counts from 0 among the seat's queue. A guard that fails drops the queue."""

    class Guard(models.TextChoices):
        NONE = "", _("in any case")
        NOT_SIXTH = "not_sixth", _("unless it would be the sixth card")
        NOT_LOW = "not_low", _("unless it fits no row")
        ROW_NOT_FULL = "row_not_full", _("unless that row is full")

    round = models.ForeignKey("games.Round", models.CASCADE, related_name="queued")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="queued")
    position = models.PositiveSmallIntegerField()
    card = models.PositiveSmallIntegerField()
    wish = models.CharField(max_length=8, choices=Pick.Wish, default=Pick.Wish.RULE)
    guard = models.CharField(max_length=12, choices=Guard, blank=True, default="")
    guard_row = models.PositiveSmallIntegerField(null=True, blank=True)  # 0..3, of ROW_NOT_FULL

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("round", "seat", "position"), name="queued_position_once_a_seat"
            ),
            models.UniqueConstraint(
                fields=("round", "seat", "card"), name="queued_card_once_a_seat"
            ),
            models.CheckConstraint(
                name="queued_guard_row",
                condition=Q(guard="row_not_full", guard_row__gte=0, guard_row__lte=3)
                | (~Q(guard="row_not_full") & Q(guard_row=None)),
            ),
        )

    def __str__(self) -> str:
        return f"queued pick {self.position} of seat {self.seat_id}"  # never the card
