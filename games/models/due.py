"""What one seat is asked for, and until when."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q


class Due(models.Model):
    """A decision asked of one person: until ``at``, reminded at ``remind_at``, over when settled.

    ``at`` follows from ``started_at``, ``length`` and ``shifted`` (seconds; the latter is what
    pauses and outages cost) and from the person's absences and sleep: games.services.asking
    computes it.
    """

    class Kind(models.TextChoices):
        PICK = "pick"
        CHOOSE = "choose"
        DRAFT = "draft"

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="dues")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="dues")
    turn = models.ForeignKey(
        "games.Turn", models.CASCADE, null=True, blank=True, related_name="dues"
    )
    kind = models.CharField(max_length=6, choices=Kind)
    started_at = models.DateTimeField()
    length = models.PositiveIntegerField()
    shifted = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    remind_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=("at",), condition=Q(settled_at=None), name="due_open"),
            models.Index(
                fields=("remind_at",),
                condition=Q(settled_at=None, remind_at__isnull=False),
                name="due_to_remind",
            ),
            models.Index(fields=("game",), condition=Q(settled_at=None), name="due_open_of_game"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("turn", "seat", "kind"), name="due_one_a_turn_seat_and_kind"
            ),
            models.UniqueConstraint(
                fields=("seat",), condition=Q(settled_at=None), name="due_one_open_a_seat"
            ),
            models.CheckConstraint(
                name="due_has_a_turn_or_is_a_draft",
                condition=Q(kind="draft", turn=None)
                | Q(kind__in=["pick", "choose"], turn__isnull=False),
            ),
            models.CheckConstraint(
                name="due_not_before_it_starts", condition=Q(at__gte=models.F("started_at"))
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of seat {self.seat_id} until {self.at}"

    @property
    def time(self) -> timedelta:
        """The time the person has, pauses and outages of the site included."""
        return timedelta(seconds=self.length + self.shifted)
