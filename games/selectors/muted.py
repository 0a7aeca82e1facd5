"""Whether a person has muted a game."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef

from games.models import GameMute


def muted_by(user_id: int | None) -> Exists:
    """For ``annotate(muted=...)`` on games; nobody has muted anything when ``user_id`` is None."""
    return Exists(GameMute.objects.filter(user=user_id, game=OuterRef("pk")))


def is_muted(game: Any) -> bool:
    """What ``muted_by`` found; False on games that were loaded without asking."""
    return bool(getattr(game, "muted", False))
