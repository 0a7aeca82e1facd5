"""Which row a bot takes, or puts its card on, when it has to choose."""

from collections.abc import Sequence
from typing import Any

from games.engine import ROW_LIMIT, IllegalChoice, Row, View, cheapest_row, total_bullheads


def least_costly_row(view: View[Any], allowed: Sequence[int]) -> int:
    """The allowed row that costs the fewest bullheads now; the first of equals.

    A tie of two places costs nothing on a row with room; a row that is taken costs all of it.
    Raises `IllegalChoice` when no row is allowed.
    """
    if not allowed:
        raise IllegalChoice("There is no row to choose from.")
    if view.choice is None or view.choice.why == "low":
        return cheapest_row(view.rows, allowed)
    return min(allowed, key=lambda index: (cost_of_joining(view.rows[index]), index))


def cost_of_joining(row: Row) -> int:
    """The bullheads taken by a card that is put at an end of this row.

    >>> cost_of_joining((1, 2, 3, 4)), cost_of_joining((1, 2, 3, 4, 5))
    (0, 6)
    """
    return total_bullheads(row) if len(row) == ROW_LIMIT else 0
