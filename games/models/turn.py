"""A turn: everybody picks, the cards are revealed and placed."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Turn(models.Model):
    """Picking → resolving ⇄ choosing → done.

    ``placements`` is the story in the order played, a list of
    ``{"seat", "card", "row", "side", "taken", "why", "by", "row_by"}`` (seat numbers, 0-based
    rows; who played the card, and who chose the row if one had to be chosen: Pick.By).
    While ``choosing``, ``chooser`` is the seat whose row choice is awaited.
    """

    class State(models.TextChoices):
        PICKING = "picking"
        RESOLVING = "resolving"
        CHOOSING = "choosing"
        DONE = "done"

    round = models.ForeignKey("games.Round", models.CASCADE, related_name="turns")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=State, default=State.PICKING)
    rows_before = models.JSONField()
    placements = models.JSONField(default=list)
    chooser = models.ForeignKey(
        "games.Seat", models.CASCADE, null=True, blank=True, related_name="+"
    )
    opened_at = models.DateTimeField(default=timezone.now)
    complete_at = models.DateTimeField(null=True, blank=True)  # when the last pick was in
    resolved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        indexes = (
            models.Index(
                fields=("complete_at",), condition=Q(state="resolving"), name="turn_resolving"
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("round", "number"),
                name="turn_number_once_a_round",
            ),
            models.UniqueConstraint(
                fields=("round",), condition=~Q(state="done"), name="turn_one_open_a_round"
            ),
            models.CheckConstraint(
                name="turn_number_in_range", condition=Q(number__gte=1, number__lte=10)
            ),
            models.CheckConstraint(
                name="turn_state_known",
                condition=Q(state__in=["picking", "resolving", "choosing", "done"]),
            ),
            models.CheckConstraint(
                name="turn_chooser_only_choosing",
                condition=Q(state="choosing", chooser__isnull=False)
                | (~Q(state="choosing") & Q(chooser__isnull=True)),
            ),
            models.CheckConstraint(
                name="turn_done_has_time",
                condition=Q(state="done", resolved_at__isnull=False)
                | (~Q(state="done") & Q(resolved_at__isnull=True)),
            ),
        )

    def __str__(self) -> str:
        return f"turn {self.number} of round {self.round_id}"

    @property
    def is_open(self) -> bool:
        """Picks may still come or change."""
        return self.state == self.State.PICKING
