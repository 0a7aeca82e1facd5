"""The four rows, and where a card may go in them (rules.md, "Classic round", "Variants")."""

from collections.abc import Iterable, Sequence
from typing import Literal

from games.engine.cards import BULLHEADS, check_distinct
from games.engine.errors import IllegalChoice, InvalidRows
from games.engine.options import Options, Placing

ROW_COUNT = 4
ROW_LIMIT = 5

Row = tuple[int, ...]
Rows = tuple[Row, ...]
Side = Literal["right", "left"]
Place = tuple[int, Side]
"""One place for a card: a row (0-based) and the side of it."""
Places = tuple[Place, ...]

_RIGHT: tuple[Places, ...] = (*(((row, "right"),) for row in range(ROW_COUNT)), ())
"""The right place of each row, made once; the last, at index -1, is no place."""


def check_rows(rows: Iterable[Iterable[int]]) -> Rows:
    """The rows as tuples. Raises `InvalidRows` (or `UnknownCard`, `DuplicateCard`) unless they
    are four rows of one to five different cards, each strictly ascending.

    >>> check_rows([[1], [2, 3], [4], [5]])
    ((1,), (2, 3), (4,), (5,))
    """
    checked = tuple(tuple(row) for row in rows)
    check_distinct(*checked)
    check_shape(checked)
    return checked


def check_shape(rows: Rows) -> None:
    """Raises `InvalidRows` unless cards that are checked already lie in proper rows."""
    if len(rows) != ROW_COUNT:
        raise InvalidRows(f"A table has {ROW_COUNT} rows.")
    for row in rows:
        if not 1 <= len(row) <= ROW_LIMIT:
            raise InvalidRows(f"A row holds 1 to {ROW_LIMIT} cards.")
        if len(row) > 1 and list(row) != sorted(row):
            raise InvalidRows("The cards of a row ascend from left to right.")


def nearest_places(rows: Sequence[Row], card: int, placement: Placing) -> Places:
    """The legal places of `card` with the smallest difference, by row index.

    None: the owner chooses any row and takes it. One: the card goes there. Two (only in
    `placement="both"`: a right and a left end equally far away): the owner chooses one.

    >>> nearest_places(((10,), (20,), (30,), (40,)), 25, "right")
    ((1, 'right'),)
    >>> nearest_places(((10,), (20,), (30,), (40,)), 25, "both")
    ((1, 'right'), (2, 'left'))
    """
    best, end = -1, 0
    for index, row in enumerate(rows):
        if end < row[-1] < card:
            best, end = index, row[-1]
    rights = _RIGHT[best]
    if placement == "right":
        return rights
    beyond = [(row[0], index) for index, row in enumerate(rows) if row[0] > card]
    if not beyond:
        return rights
    first, index = min(beyond)
    lefts: Places = ((index, "left"),)
    if not rights or first - card < card - end:
        return lefts
    return tuple(sorted(rights + lefts)) if first - card == card - end else rights


def needs_wish(rows: Sequence[Row], card: int, options: Options) -> bool:
    """Whether playing `card` on these rows may end in a row choice of its owner.

    Only `False` is a promise. Classic: `True` exactly when the card lies below all four row
    ends, and then the choice comes unless somebody plays a lower card. Two-sided: lower cards
    are placed first and never take away a right place, so `False` when the card has one and
    no lower number could tie with a left place; `True` otherwise.

    >>> rows = ((10,), (20,), (30,), (40,))
    >>> needs_wish(rows, 9, Options()), needs_wish(rows, 11, Options())
    (True, False)
    >>> both = Options(placement="both")
    >>> needs_wish(rows, 25, both), needs_wish(rows, 41, both)
    (True, False)
    """
    if all(row[-1] > card for row in rows):
        return True
    if options.placement == "right":
        return False
    return any(row[0] > card and 2 * card - row[0] >= 1 for row in rows)


def cheapest_row(rows: Sequence[Row], allowed: Iterable[int]) -> int:
    """The index of the row with the fewest bullheads among `allowed`; the first of equals.

    Raises `IllegalChoice` when no row is allowed.

    >>> cheapest_row(((11,), (5, 10), (20, 21, 22), (55,)), range(4))
    0
    """
    candidates = sorted(allowed)
    if not candidates:
        raise IllegalChoice("There is no row to choose from.")
    return min(candidates, key=lambda index: (sum(BULLHEADS[card] for card in rows[index]), index))
