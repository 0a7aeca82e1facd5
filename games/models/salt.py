"""The players' share in a shuffle: see docs/deal.md."""

from __future__ import annotations

from django.db import models


class Salt(models.Model):
    """One seat's salt (32 hex digits) for one round; the first one given counts.

    ``by_page`` is false when the server had to make it for a page without JavaScript: such a
    salt proves nothing, and the page says so.
    """

    round = models.ForeignKey("games.Round", models.CASCADE, related_name="salts")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="salts")
    value = models.CharField(max_length=32)
    by_page = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("round", "seat"),
                name="salt_one_a_seat_and_round",
            ),
            models.CheckConstraint(
                name="salt_is_hex", condition=models.Q(value__regex=r"^[0-9a-f]{32}$")
            ),
        )

    def __str__(self) -> str:
        return f"salt of seat {self.seat_id} for round {self.round_id}"
