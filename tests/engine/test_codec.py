"""Engine values survive JSON, and a reader refuses what it cannot know."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    Draft,
    EngineError,
    InvalidInput,
    RoundState,
    UnknownVersion,
    deal_round,
    decode_deal,
    decode_draft,
    decode_round,
    decode_turn,
    encode_deal,
    encode_draft,
    encode_round,
    encode_turn,
)

DEAL = deal_round(range(1, 105), 3)
SEATS: list[str | int] = ["Alice", 1, "2"]
STATE = RoundState.from_deal(DEAL, seats=SEATS)


def played() -> RoundState[str | int]:
    after = STATE.play({"Alice": 1, 1: 11, "2": 21}, {"Alice": 3})
    assert isinstance(after, RoundState)
    return after


AFTER = played()
assert AFTER.last is not None
WRITTEN: list[tuple[Any, Callable[[Any], Any], Callable[[Any], Any]]] = [
    (DEAL, encode_deal, decode_deal),
    (STATE, encode_round, decode_round),
    (AFTER, encode_round, decode_round),
    (AFTER.last, encode_turn, decode_turn),
    (Draft(3, 2, (4, 5)), encode_draft, decode_draft),
]
EACH = pytest.mark.parametrize(
    ("value", "encode", "decode"), WRITTEN, ids=["deal", "start", "round", "turn", "draft"]
)


@EACH
def test_a_value_survives_json(value: Any, encode: Any, decode: Any) -> None:
    assert decode(json.loads(json.dumps(encode(value)))) == value


def test_seats_keep_their_kind() -> None:
    state = decode_round(json.loads(json.dumps(encode_round(AFTER))))
    assert list(state.hands) == ["Alice", 1, "2"]


@EACH
@pytest.mark.parametrize("version", [0, 2, "1", None, True])
def test_another_version_is_named_as_the_reason(
    value: Any, encode: Any, decode: Any, version: object
) -> None:
    with pytest.raises(UnknownVersion):
        decode(encode(value) | {"v": version})


@EACH
def test_missing_parts_and_other_things_are_invalid(value: Any, encode: Any, decode: Any) -> None:
    written = encode(value)
    for key in set(written) - {"v"}:
        with pytest.raises(InvalidInput):
            decode({k: v for k, v in written.items() if k != key})
    nothings: list[object] = [None, [], "text", 7]
    for nothing in nothings:
        with pytest.raises(EngineError):
            decode(nothing)


@pytest.mark.parametrize("seats", [[0, 0, 1], [0, 0, 1, -1], [0, 1], [0, 1, 2, 3]])
def test_every_seat_has_one_hand_and_one_pile(seats: list[int]) -> None:
    with pytest.raises(InvalidInput):
        decode_round(encode_round(STATE) | {"seats": seats})


GARBAGE = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 200) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@EACH
@settings(max_examples=60)
@given(data=st.data())
def test_damaged_data_are_refused_or_read_but_never_crash(
    value: Any, encode: Any, decode: Any, data: st.DataObject
) -> None:
    written = encode(value)
    written[data.draw(st.sampled_from(sorted(set(written) - {"v"})))] = data.draw(GARBAGE)
    try:
        read = decode(written)
    except EngineError:
        return
    assert decode(json.loads(json.dumps(encode(read)))) == read


@pytest.mark.parametrize(
    "change", [{"row": 4}, {"row": True}, {"side": "top"}, {"why": "luck"}, {"seat": 1.5}]
)
def test_a_placement_names_a_row_a_side_and_a_reason(change: dict[str, object]) -> None:
    assert AFTER.last is not None
    written = encode_turn(AFTER.last)
    written["placements"][0] |= change
    with pytest.raises(InvalidInput):
        decode_turn(written)
