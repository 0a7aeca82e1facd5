"""What a card may cost: the chances of the others' cards, counted from what is still unseen."""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

from games.bots.choosing import cost_of_joining
from games.engine import ROW_LIMIT, Row, Rows, View, cheapest_row, total_bullheads
from games.engine.options import Placing
from games.engine.rows import nearest_places


@dataclass(frozen=True, slots=True)
class Table:
    """One turn from one seat: the rows, and for each other seat the cards it may hold, ascending.

    Where hands are public these are the hands; otherwise all unseen cards.
    """

    rows: Rows
    placement: Placing
    others: tuple[Row, ...]

    @classmethod
    def of(cls, view: View[Any]) -> "Table":
        """The table of a view."""
        others = tuple(
            view.open_hands.get(seat, view.unseen) for seat in view.seats if seat != view.seat
        )
        return cls(view.rows, view.options.placement, others)

    def risk(self, card: int) -> float:
        """The bullheads to expect from playing `card` now.

        >>> Table(((10,), (20,), (30,), (40,)), "right", ((1, 50),)).risk(5)
        1.5
        """
        places = nearest_places(self.rows, card, self.placement)
        if not places:
            nobody_lower = self._chances(0, card)[0]
            cheapest = self.rows[cheapest_row(self.rows, range(len(self.rows)))]
            return nobody_lower * total_bullheads(cheapest)
        return min(
            self._risk_right(self.rows[index], card)
            if side == "right"
            else float(cost_of_joining(self.rows[index]))
            for index, side in places
        )

    def distance(self, card: int) -> int:
        """How far the card is from the end it would go to alone; 0 without a place."""
        places = nearest_places(self.rows, card, self.placement)
        ends = [self.rows[index][-1 if side == "right" else 0] for index, side in places]
        return min((abs(card - end) for end in ends), default=0)

    def _risk_right(self, row: Row, card: int) -> float:
        """The card is the sixth exactly when as many cards fall between as the row has room for.

        With more of them somebody else took the row; lower cards that rob it are left out.
        """
        room = ROW_LIMIT - len(row)
        between = range(row[-1] + 1, card)
        if room > min(len(between), len(self.others)):
            return 0.0
        caught = room * total_bullheads(between) / len(between) if room else 0.0
        return self._chances(row[-1] + 1, card)[room] * (total_bullheads(row) + caught)

    def _chances(self, low: int, high: int) -> list[float]:
        """The chances of exactly 0, 1, 2, … others playing a card from `low` to `high` - 1."""
        chances = [1.0]
        for hand in self.others:
            share = (bisect_left(hand, high) - bisect_left(hand, low)) / (len(hand) or 1)
            miss = 1 - share
            chances = [
                miss * stay + share * come
                for stay, come in zip([*chances, 0.0], [0.0, *chances], strict=True)
            ]
        return chances
