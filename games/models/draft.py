"""A card taken from the open cards in a draft ("Logic", rules.md)."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.pick import Pick


class DraftTake(models.Model):
    """The ``number``-th take of a round's draft (0-based); everybody sees it."""

    round = models.ForeignKey("games.Round", models.CASCADE, related_name="takes")
    number = models.PositiveSmallIntegerField()
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="takes")
    card = models.PositiveSmallIntegerField()
    by = models.CharField(max_length=7, choices=Pick.By, default=Pick.By.PLAYER)
    taken_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("round", "number"),
                name="take_number_once_a_round",
            ),
            models.UniqueConstraint(
                fields=("round", "card"),
                name="take_card_once_a_round",
            ),
            models.CheckConstraint(
                name="take_card_in_range", condition=models.Q(card__gte=1, card__lte=104)
            ),
        )

    def __str__(self) -> str:
        return f"take {self.number} of round {self.round_id}: {self.card}"
