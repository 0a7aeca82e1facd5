"""One turn: the revealed cards go to the rows, from the lowest to the highest.

`settle` takes the cards as an ordered queue of (card, seat) and knows nothing about who had to
play how many; the order and the checks are made by its callers.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar

from games.engine.cards import BULLHEADS, check_distinct
from games.engine.errors import IllegalChoice, InvalidPlayers
from games.engine.options import CLASSIC, Options, Placing
from games.engine.rows import (
    ROW_COUNT,
    ROW_LIMIT,
    Place,
    Places,
    Row,
    Rows,
    Side,
    check_rows,
    nearest_places,
)

S = TypeVar("S", bound=Hashable)

Why = Literal["placed", "sixth", "low"]
MAX_PLAYERS = 10


class Placement(NamedTuple, Generic[S]):
    """What happened to one card.

    `why` is "placed" (it joined the row), "sixth" (it was the sixth card, its owner took the
    five there) or "low" (it had no place, its owner chose this row and took it).
    `row` is 0-based; `taken` lists the cards its owner took, in the order they lay.
    """

    seat: S
    card: int
    row: int
    side: Side
    taken: Row
    why: Why

    @property
    def bullheads(self) -> int:
        """The bullheads taken with this card."""
        return sum(BULLHEADS[card] for card in self.taken)


class TurnResult(NamedTuple, Generic[S]):
    """A whole turn: the rows after it, and every placement in the order it was made."""

    rows: Rows
    placements: tuple[Placement[S], ...]

    @property
    def taken(self) -> dict[S, Row]:
        """The cards each seat took in this turn; an empty tuple for none."""
        return {placement.seat: placement.taken for placement in self.placements}

    @property
    def bullheads(self) -> dict[S, int]:
        """The bullheads each seat took in this turn."""
        return {placement.seat: placement.bullheads for placement in self.placements}


@dataclass(frozen=True, slots=True)
class ChoiceNeeded(Generic[S]):
    """The turn waits: the owner of `card` must choose one of `rows_allowed` (0-based).

    `why` is "low" (no legal place: the chosen row is taken) or "tie" (two places equally near:
    the card goes to the chosen one). `rows` and `placements` are as they are at this moment.
    """

    seat: S
    card: int
    why: Literal["low", "tie"]
    rows_allowed: tuple[int, ...]
    rows: Rows
    placements: tuple[Placement[S], ...]


def resolve_turn(
    rows: Iterable[Iterable[int]],
    plays: Mapping[S, int],
    row_choices: Mapping[S, int] | None = None,
    options: Options = CLASSIC,
) -> TurnResult[S] | ChoiceNeeded[S]:
    """Resolve one turn of 1 to 10 seats on four rows, or say whose choice is missing.

    `plays` is the card of each seat, `row_choices` the row (0-based) of each seat that was
    asked; a choice of a seat that needs none is ignored. When a choice is missing nothing is
    kept: call again with one more choice. Only card numbers and places are checked here, not
    the deck in use. Raises `InvalidInput` for malformed rows or plays and `IllegalChoice` for
    a row its seat may not choose.

    >>> result = resolve_turn([[41, 60], [70], [80], [33]], {"Alice": 62, "Bob": 29}, {"Bob": 0})
    >>> result.rows
    ((29,), (70,), (80,), (33, 62))
    >>> resolve_turn([[41, 60], [70], [80], [33]], {"Alice": 62, "Bob": 29}).rows_allowed
    (0, 1, 2, 3)
    """
    checked = check_rows(rows)
    if not 1 <= len(plays) <= MAX_PLAYERS:
        raise InvalidPlayers(f"A turn has 1 to {MAX_PLAYERS} cards.")
    check_distinct(*checked, plays.values())
    return settle(checked, in_order(plays), row_choices or {}, options.placement)


def in_order(plays: Mapping[S, int]) -> list[tuple[int, S]]:
    """The revealed cards, all different, as (card, seat) in the order they are placed: ascending.

    >>> in_order({"Alice": 62, "Bob": 29})
    [(29, 'Bob'), (62, 'Alice')]
    """
    return sorted(zip(plays.values(), plays, strict=True))


def settle(
    rows: Rows, queue: Iterable[tuple[int, S]], choices: Mapping[S, int], placement: Placing
) -> TurnResult[S] | ChoiceNeeded[S]:
    """Place the queued cards one by one on checked rows. `resolve_turn` without its checks."""
    table = list(rows)
    placements: list[Placement[S]] = []
    for card, seat in queue:
        places = nearest_places(table, card, placement)
        if len(places) == 1:
            index, side = places[0]
        elif (choice := choices.get(seat)) is None:
            allowed = _allowed(places)
            why: Literal["low", "tie"] = "tie" if places else "low"
            return ChoiceNeeded(seat, card, why, allowed, tuple(table), tuple(placements))
        else:
            index, side = _chosen(places, choice)
        row = table[index]
        if places and len(row) < ROW_LIMIT:
            table[index] = (*row, card) if side == "right" else (card, *row)
            placements.append(Placement(seat, card, index, side, (), "placed"))
        else:
            table[index] = (card,)
            reason: Why = "sixth" if places else "low"
            placements.append(Placement(seat, card, index, side, row, reason))
    return TurnResult(tuple(table), tuple(placements))


def _allowed(places: Places) -> tuple[int, ...]:
    return tuple(index for index, _ in places) or tuple(range(ROW_COUNT))


def _chosen(places: Places, choice: int) -> Place:
    if type(choice) is not int or choice not in _allowed(places):
        raise IllegalChoice("That row cannot be chosen for this card.")
    return next((place for place in places if place[0] == choice), (choice, "right"))
