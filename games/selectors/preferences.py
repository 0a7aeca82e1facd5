"""The matrix event × channel: what is on by default and what the person changed."""

from __future__ import annotations

from games.models import Preference
from games.notifications.events import WANTED_BY_DEFAULT, Channel, Event
from games.services.reaching import CELLS, Cell


def wanted(user_id: int) -> frozenset[Cell]:
    """The cells that are on for this person; one query."""
    changed = {
        (event, channel): on
        for event, channel, on in Preference.objects.filter(user=user_id).values_list(
            "event", "channel", "wanted"
        )
    }
    return frozenset(cell for cell in CELLS if changed.get(cell, cell in WANTED_BY_DEFAULT))


def cell_name(event: Event, channel: Channel) -> str:
    """What a form calls a cell: "your_turn.email"."""
    return f"{event}.{channel}"
