"""A vote for more time in a turn."""

from __future__ import annotations

from django.db import models


class ExtensionVote(models.Model):
    """When everybody at the table has voted, the turn's open decisions get the pace once more."""

    turn = models.ForeignKey("games.Turn", models.CASCADE, related_name="extension_votes")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="+")
    voted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("turn", "seat"), name="vote_one_a_seat_and_turn"),
        )

    def __str__(self) -> str:
        return f"vote of seat {self.seat_id} in turn {self.turn_id}"
