"""What one seat holds and has taken in one round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models


class HandQuerySet(models.QuerySet["Hand"]):
    def save_all(self, hands: Iterable[Any], fields: list[str]) -> None:
        """Store these columns of hands that exist, in one statement.

        An upsert of rows that are all there: it costs a third of ``bulk_update``.
        """
        self.bulk_create(
            hands, update_conflicts=True, unique_fields=["round", "seat"], update_fields=fields
        )


class Hand(models.Model):
    """``cards`` are still in the hand (an unrevealed pick included), ``taken`` the penalty pile."""

    round = models.ForeignKey("games.Round", models.CASCADE, related_name="hands")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="hands")
    dealt = ArrayField(models.PositiveSmallIntegerField(), default=list, size=10)
    cards = ArrayField(models.PositiveSmallIntegerField(), default=list, size=10)
    taken = ArrayField(models.PositiveSmallIntegerField(), default=list)
    bullheads = models.PositiveSmallIntegerField(default=0)  # of ``taken``
    wishes = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True)  # draft

    objects = HandQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("round", "seat"),
                name="hand_one_a_seat_and_round",
            ),
            models.CheckConstraint(
                name="hand_cards_at_most_ten",
                condition=models.Q(dealt__len__lte=10) & models.Q(cards__len__lte=10),
            ),
            models.CheckConstraint(
                name="hand_cards_were_dealt",
                condition=models.Q(dealt__contains=models.F("cards")),
            ),
        )

    def __str__(self) -> str:
        return f"hand {self.pk} of seat {self.seat_id}"
