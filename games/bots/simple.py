"""The simple bot: a newcomer who looks at the rows as if nobody else played."""

import random
from collections.abc import Sequence
from typing import Any

from games.bots.bot import hand_of, table_of
from games.bots.choosing import least_costly_row
from games.engine import Draft, View, cheapest_row, place_alone, total_bullheads


class SimpleBot:
    """Takes the fewest bullheads it can see, then prefers the smallest difference."""

    name = "simple"

    def pick(self, view: View[Any], rng: random.Random) -> int:
        """The card that costs least if played alone; among equals the one closest to a row."""
        return min(hand_of(view), key=lambda card: (*_alone(view, card), rng.random()))

    def choose_row(self, view: View[Any], allowed: Sequence[int], rng: random.Random) -> int:
        """The row that costs least."""
        return least_costly_row(view, allowed)

    def draft(self, draft: Draft, rng: random.Random) -> int:
        """Any card on the table."""
        return rng.choice(table_of(draft))


def _alone(view: View[Any], card: int) -> tuple[int, int]:
    """The bullheads and the difference of a card that is played alone now."""
    hint = place_alone(view.rows, card, view.options)
    if hint is None:
        return total_bullheads(view.rows[cheapest_row(view.rows, range(len(view.rows)))]), 0
    return total_bullheads(hint.would_take), hint.difference
