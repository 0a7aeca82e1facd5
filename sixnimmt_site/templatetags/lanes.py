from __future__ import annotations

from typing import TypedDict

from django import template

from games.engine import ROW_LIMIT, total_bullheads

register = template.Library()


class LaneContext(TypedDict):
    cards: list[tuple[int, str]]
    free: range
    bullheads: int
    says: str
    biting: int | None


@register.inclusion_tag("pages/_lane.html")
def lane(*cards: int, played: int | None = None, says: str = "") -> LaneContext:
    """One lane as the rules page draws it: up to five cards, then the biting sixth place.

    `played` is the card that comes to the right end now and is marked as such; on a full
    lane it stands on the sixth place. `says` is a caption.
    """
    biting = played if len(cards) == ROW_LIMIT else None
    arriving = [] if biting or played is None else [played]
    shown = [(card, "") for card in cards] + [(card, "new") for card in arriving]
    return {
        "cards": shown,
        "free": range(ROW_LIMIT - len(shown)),
        "bullheads": total_bullheads(cards),
        "says": says,
        "biting": biting,
    }
