"""A round: its deal, provable, and the rows as they stand."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class Round(models.Model):
    """Planned (seed committed, salts still coming) → [drafting →] playing → finished.

    ``seed`` stays secret until the round is finished; ``commitment`` is its SHA-256 and public
    from the start. See docs/deal.md.
    """

    class State(models.TextChoices):
        PLANNED = "planned"
        DRAFTING = "drafting"
        PLAYING = "playing"
        FINISHED = "finished"

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.PLANNED)
    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    shuffled_from = ArrayField(models.PositiveSmallIntegerField(), default=list)
    start_rows = ArrayField(models.PositiveSmallIntegerField(), default=list)
    stock = ArrayField(models.PositiveSmallIntegerField(), default=list)
    rows = models.JSONField(default=list)  # four lists of cards, as they stand now
    draft_starter = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("game", "number"),
                name="round_number_once_a_game",
            ),
            models.CheckConstraint(
                name="round_state_known",
                condition=Q(state__in=["planned", "drafting", "playing", "finished"]),
            ),
            models.CheckConstraint(name="round_number_positive", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="round_starts_with_four_rows",
                condition=Q(state__in=["planned", "drafting"]) | Q(start_rows__len=4),
            ),
        )

    def __str__(self) -> str:
        return f"round {self.number} of game {self.game_id}"
