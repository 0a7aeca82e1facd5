"""The counting bot: it knows which cards are still out and weighs what the others may play."""

import random
from collections.abc import Sequence
from typing import Any

from games.bots.bot import hand_of, table_of
from games.bots.choosing import least_costly_row
from games.bots.risk import Table
from games.engine import Draft, View

FAR = 0.02
"""Bullheads that one more number between the row and the card is worth: gaps fill up."""
HIGH = 0.01
"""Bullheads that one number higher is worth getting rid of, where only the right side is open:
the rows climb, and the high cards that are kept are caught in full rows."""


class CounterBot:
    """Takes the fewest bullheads to be expected, and parts early with cards that age badly.

    The two weights were found by playing some thousand rounds against the simple bot.
    """

    name = "counter"

    def pick(self, view: View[Any], rng: random.Random) -> int:
        """The card with the smallest expected cost. No chance is involved."""
        table = Table.of(view)
        return min(hand_of(view), key=lambda card: (_cost(table, card), card))

    def choose_row(self, view: View[Any], allowed: Sequence[int], rng: random.Random) -> int:
        """The row that costs least."""
        return least_costly_row(view, allowed)

    def draft(self, draft: Draft, rng: random.Random) -> int:
        """The card furthest from those it holds: a spread hand fits some row in every turn."""
        table = table_of(draft)
        own = draft.hands[draft.turn_seat or 0]
        return max(table, key=lambda card: (_distance(card, own), rng.random()))


def _cost(table: Table, card: int) -> float:
    ageing = HIGH * card if table.placement == "right" else 0.0
    return table.risk(card) + FAR * table.distance(card) - ageing


def _distance(card: int, own: Sequence[int]) -> int:
    return min((abs(card - held) for held in own), default=0)
