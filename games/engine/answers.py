"""What the door answers to one line's object; the keys are explained in `door`."""

from typing import Any

from games.engine.cards import check_card
from games.engine.codec import encode_placement
from games.engine.errors import EngineError, IllegalChoice, InvalidInput
from games.engine.options import Options
from games.engine.round import RoundState
from games.engine.rows import ROW_COUNT
from games.engine.turn import ChoiceNeeded, TurnResult, resolve_turn

RESULTS = frozenset(
    ("rows_after", "final_rows", "taken", "bullheads", "placements", "needs_choice", "error")
)
SEAT_LENGTH = 100

Json = dict[str, Any]


def answer_to(data: Json) -> Json:
    """The answer to a turn or a round. Raises `EngineError` for anything else.

    >>> answer_to({"rows": [[1], [2], [3], [4]], "plays": {"Alice": 5}, "id": 9})["id"]
    9
    """
    if "hands" in data or "turns" in data:
        return {**_given(data), **_round(data)}
    if "plays" in data:
        return {**_given(data), **_turn(data)}
    raise InvalidInput('A line has "plays" (a turn), or "hands" and "turns" (a round).')


def _given(data: Json) -> Json:
    """The input without what an earlier answer may have put there."""
    return {key: value for key, value in data.items() if key not in RESULTS}


def _turn(data: Json) -> Json:
    result = resolve_turn(_rows(data), _plays(data), _choices(data), _options(data))
    if isinstance(result, ChoiceNeeded):
        return {"needs_choice": _needs(result)}
    taken, bullheads = result.taken, result.bullheads
    return {
        **_told(result),
        "taken": {seat: taken[seat] for seat in data["plays"]},
        "bullheads": {seat: bullheads[seat] for seat in data["plays"]},
    }


def _round(data: Json) -> Json:
    hands = {seat: _card_list(hand, "hands") for seat, hand in _seats(data, "hands").items()}
    turns = [_given(_object(turn, "turns")) for turn in _list(data.get("turns"), "turns")]
    state = RoundState.start(_rows(data), hands, options=_options(data))
    for number, turn in enumerate(turns, start=1):
        try:
            after = state.play(_plays(turn), _choices(turn))
        except EngineError as error:
            raise InvalidInput(f"In turn {number}: {error}") from error
        if isinstance(after, ChoiceNeeded):
            return {"turns": turns, "needs_choice": {**_needs(after), "turn": number}}
        state = after
        if state.last:
            turn.update(_told(state.last))
    return {
        "turns": turns,
        "final_rows": state.rows,
        "taken": state.taken,
        "bullheads": state.bullheads,
    }


def _told(result: TurnResult[str]) -> Json:
    placements = [encode_placement(placement) for placement in result.placements]
    return {"rows_after": result.rows, "placements": placements}


def _needs(choice: ChoiceNeeded[str]) -> Json:
    return {
        "seat": choice.seat,
        "card": choice.card,
        "rows": choice.rows_allowed,
        "rows_now": choice.rows,
    }


def _options(data: Json) -> Options:
    return Options.from_json(data.get("options", {}))


def _rows(data: Json) -> list[list[int]]:
    return [_card_list(row, "rows") for row in _list(data.get("rows"), "rows")]


def _plays(data: Json) -> dict[str, int]:
    return {seat: check_card(card) for seat, card in _seats(data, "plays").items()}


def _choices(data: Json) -> dict[str, int]:
    given = _seats(data, "row_choices") if "row_choices" in data else {}
    return {seat: _row_index(row) for seat, row in given.items()}


def _seats(data: Json, key: str) -> Json:
    by_seat = _object(data.get(key), key)
    if any(len(seat) > SEAT_LENGTH for seat in by_seat):
        raise InvalidInput(f"A seat has a name of at most {SEAT_LENGTH} characters.")
    return by_seat


def _row_index(value: object) -> int:
    if type(value) is not int or not 0 <= value < ROW_COUNT:
        raise IllegalChoice(f"A row is chosen by a whole number from 0 to {ROW_COUNT - 1}.")
    return value


def _card_list(value: object, key: str) -> list[int]:
    return [check_card(card) for card in _list(value, key)]


def _list(value: object, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidInput(f'"{key}" is missing or has something else in place of a list.')
    return value


def _object(value: object, key: str) -> Json:
    if not isinstance(value, dict):
        raise InvalidInput(f'"{key}" is missing or has something else in place of an object.')
    return value
