"""A vote for more time."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class ExtensionVote(models.Model):
    """When everybody at the table has voted, the open decisions get the pace once more.

    It is about a turn, whoever is still asked in it, or about one card to take in a draft.
    """

    turn = models.ForeignKey(
        "games.Turn", models.CASCADE, null=True, blank=True, related_name="extension_votes"
    )
    due = models.ForeignKey(
        "games.Due", models.CASCADE, null=True, blank=True, related_name="extension_votes"
    )
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="+")
    voted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("turn", "seat"), name="vote_one_a_seat_and_turn"),
            models.UniqueConstraint(fields=("due", "seat"), name="vote_one_a_seat_and_due"),
            models.CheckConstraint(
                name="vote_is_about_a_turn_or_a_draft",
                condition=Q(turn__isnull=False, due=None) | Q(turn=None, due__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"vote of seat {self.seat_id} on turn {self.turn_id} or due {self.due_id}"
