"""Engine values as JSON values and back, with the version that wrote them.

Seats are written as they are, so they must be JSON strings or whole numbers. A reader raises
`UnknownVersion` for data of a version it does not know and `InvalidInput` for anything else that
is not what its writer writes.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast, get_args

from games.engine.cards import check_card
from games.engine.deal import Deal
from games.engine.draft import Draft
from games.engine.errors import InvalidInput, UnknownVersion
from games.engine.options import Options
from games.engine.round import RoundState
from games.engine.rows import ROW_COUNT, Row, Side, check_rows
from games.engine.turn import Placement, TurnResult, Why

ENGINE_VERSION = 1

Seat = int | str
Json = dict[str, Any]
T = TypeVar("T")


def encode_round(state: RoundState[Any]) -> Json:
    """A round between two turns; the turn that led to it is not part of it."""
    return {
        "v": ENGINE_VERSION,
        "options": state.options.to_json(),
        "rows": _lists(state.rows),
        "seats": list(state.hands),
        "hands": _lists(state.hands.values()),
        "taken": _lists(state.taken[seat] for seat in state.hands),
        "stock": list(state.stock),
    }


def encode_turn(result: TurnResult[Any]) -> Json:
    """A resolved turn."""
    return {
        "v": ENGINE_VERSION,
        "rows": _lists(result.rows),
        "placements": [encode_placement(placement) for placement in result.placements],
    }


def encode_placement(placement: Placement[Any]) -> Json:
    """One placement, as it stands in a turn and in the answers of `python -m games.engine`."""
    return {
        "seat": placement.seat,
        "card": placement.card,
        "row": placement.row,
        "side": placement.side,
        "taken": list(placement.taken),
        "why": placement.why,
    }


def encode_deal(deal: Deal) -> Json:
    """A deal.

    >>> encode_deal(Deal(hands=((1,), (2,)), rows=((3,), (4,), (5,), (6,)), stock=()))["rows"]
    [[3], [4], [5], [6]]
    """
    rows, hands = _lists(deal.rows), _lists(deal.hands)
    return {"v": ENGINE_VERSION, "rows": rows, "hands": hands, "stock": list(deal.stock)}


def encode_draft(draft: Draft) -> Json:
    """A draft so far.

    >>> decode_draft(encode_draft(Draft(2, 1, (5,)))) == Draft(2, 1, (5,))
    True
    """
    cards = list(draft.cards)
    return {"v": ENGINE_VERSION, "players": draft.players, "starter": draft.starter, "cards": cards}


def _reader(read: Callable[[Json], T]) -> Callable[[Mapping[str, object]], T]:
    """Look at the version first, and turn every kind of misfit into `InvalidInput`."""

    @wraps(read)
    def checked(data: Mapping[str, object]) -> T:
        if not isinstance(data, Mapping):
            raise InvalidInput("Stored engine data are an object.")
        if type(data.get("v")) is not int or data["v"] != ENGINE_VERSION:
            raise UnknownVersion(f"This engine reads version {ENGINE_VERSION} only.")
        try:
            return read(cast(Json, data))
        except (KeyError, TypeError, AttributeError) as error:
            raise InvalidInput("Stored engine data are incomplete or damaged.") from error

    return checked


@_reader
def decode_round(data: Json) -> RoundState[Seat]:
    """What `encode_round` wrote."""
    seats = [_seat(seat) for seat in data["seats"]]
    state = RoundState(
        options=Options.from_json(data["options"]),
        rows=_cards(data["rows"]),
        hands=_by_seat(seats, data["hands"]),
        taken=_by_seat(seats, data["taken"]),
        stock=tuple(data["stock"]),
    )
    return state.check()


@_reader
def decode_turn(data: Json) -> TurnResult[Seat]:
    """What `encode_turn` wrote."""
    placements = tuple(_placement(entry) for entry in data["placements"])
    return TurnResult(check_rows(data["rows"]), placements)


@_reader
def decode_deal(data: Json) -> Deal:
    """What `encode_deal` wrote."""
    return Deal(_cards(data["hands"]), check_rows(data["rows"]), tuple(data["stock"]))


@_reader
def decode_draft(data: Json) -> Draft:
    """What `encode_draft` wrote."""
    return Draft(data["players"], data["starter"], tuple(data["cards"]))


def _placement(entry: Json) -> Placement[Seat]:
    row, side, why = entry["row"], entry["side"], entry["why"]
    if type(row) is not int or not 0 <= row < ROW_COUNT:
        raise InvalidInput("A placement names one of the four rows.")
    if side not in get_args(Side) or why not in get_args(Why):
        raise InvalidInput("A placement names a side and a reason.")
    taken = _cards([entry["taken"]])[0]
    return Placement(_seat(entry["seat"]), check_card(entry["card"]), row, side, taken, why)


def _seat(seat: object) -> Seat:
    if type(seat) is int or isinstance(seat, str):
        return seat
    raise InvalidInput("A seat is a whole number or a string.")


def _by_seat(seats: list[Seat], piles: list[list[int]]) -> dict[Seat, Row]:
    if not len(set(seats)) == len(seats) == len(piles):
        raise InvalidInput("Every seat has one hand and one pile.")
    return dict(zip(seats, _cards(piles), strict=True))


def _cards(piles: Iterable[Iterable[object]]) -> tuple[Row, ...]:
    return tuple(tuple(check_card(card) for card in pile) for pile in piles)


def _lists(piles: Iterable[Row]) -> list[list[int]]:
    return [list(pile) for pile in piles]
