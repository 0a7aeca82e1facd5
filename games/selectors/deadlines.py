"""What is asked of a person now, and until when: one query for all their games."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import Due, Game


def open_deadlines(user_id: int) -> QuerySet[Due]:
    """The decisions that wait for this person, the most urgent first; games are loaded.

    What a paused game asks for is not due.
    """
    return (
        Due.objects.filter(
            seat__user=user_id,
            settled_at=None,
            game__state=Game.State.RUNNING,
            game__paused_at=None,
        )
        .select_related("game")
        .order_by("at", "pk")
    )
