"""The learning table (`hints`): where a card would go if it were played alone now."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.options import Options
from games.engine.rows import ROW_LIMIT, Row, Side, nearest_places


@dataclass(frozen=True, slots=True)
class Hint:
    """The place of a card played alone: `difference` is its distance to `base`, the end card of
    row `row` (0-based) on that side; `would_take` are the cards its owner would take."""

    row: int
    side: Side
    base: int
    difference: int
    would_take: Row


def place_alone(rows: Sequence[Row], card: int, options: Options) -> Hint | None:
    """Where `card` would go alone on these rows; `None` when its owner would have to choose.

    >>> hint = place_alone(((10,), (20,), (42,), (90,)), 47, Options())
    >>> hint.row, hint.base, hint.difference, hint.would_take
    (2, 42, 5, ())
    >>> place_alone(((10,), (20,), (42,), (90,)), 9, Options()) is None
    True
    """
    places = nearest_places(rows, card, options.placement)
    if len(places) != 1:
        return None
    index, side = places[0]
    row = rows[index]
    base = row[-1] if side == "right" else row[0]
    return Hint(index, side, base, abs(card - base), row if len(row) == ROW_LIMIT else ())
