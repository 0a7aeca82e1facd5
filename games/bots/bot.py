"""What every bot is: a player made of code that sees a viewer's view and nothing more."""

import random
from collections.abc import Sequence
from typing import Any, Protocol

from games.engine import Draft, IllegalMove, Row, View


class NoCards(IllegalMove):
    """A bot is asked for a card, but there is none it could name."""


class Bot(Protocol):
    """Picks from a view. With the same view and the same state of `rng` it picks the same.

    A bot needs at most 5 ms for an answer and keeps nothing between two of them.
    """

    name: str

    def pick(self, view: View[Any], rng: random.Random) -> int:
        """A card of the view's hand. Raises `NoCards` when the hand is empty."""

    def choose_row(self, view: View[Any], allowed: Sequence[int], rng: random.Random) -> int:
        """One of the `allowed` rows (0-based) for the bot's card.

        `view.rows` are the rows at that moment; with `view.choice` missing the rows are taken
        to be those of a card without a place. Raises `IllegalChoice` when none is allowed.
        """

    def draft(self, draft: Draft, rng: random.Random) -> int:
        """A card from the draft's table for the seat whose turn it is.

        Raises `NoCards` when the draft is over.
        """


def hand_of(view: View[Any]) -> Row:
    """The viewer's hand; raises `NoCards` when it is empty."""
    if not view.hand:
        raise NoCards("There is no card left to pick.")
    return view.hand


def table_of(draft: Draft) -> Row:
    """The cards that can be taken now; raises `NoCards` when the draft is over."""
    if draft.turn_seat is None:
        raise NoCards("There is no card left to take.")
    return draft.table
