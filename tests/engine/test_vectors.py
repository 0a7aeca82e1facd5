"""The shared vectors: results on which independent implementations of the game agree."""

import json
from pathlib import Path
from typing import Any

from games.engine import RoundState, TurnResult, resolve_turn
from games.engine.door import answer

VECTORS = Path(__file__).with_name("vectors")


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines()]


def as_lists(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_all_300_turns_come_out_as_written() -> None:
    vectors = lines("turns.jsonl")
    assert len(vectors) == 300
    for vector in vectors:
        result = resolve_turn(vector["rows"], vector["plays"], vector["row_choices"])
        assert isinstance(result, TurnResult)
        assert as_lists(result.rows) == vector["rows_after"]
        assert as_lists(result.taken) == vector["taken"]
        assert result.bullheads == vector["bullheads"]


def test_all_50_rounds_come_out_as_written() -> None:
    vectors = lines("rounds.jsonl")
    assert len(vectors) == 50
    for vector in vectors:
        state = RoundState.start(vector["rows"], vector["hands"])
        for turn in vector["turns"]:
            after = state.play(turn["plays"], turn["row_choices"])
            assert isinstance(after, RoundState)
            state = after
            assert as_lists(state.rows) == turn["rows_after"]
        assert state.is_over
        assert as_lists(state.rows) == vector["final_rows"]
        assert as_lists(state.taken) == vector["taken"]
        assert state.bullheads == vector["bullheads"]


def test_the_door_gives_every_written_turn_and_round_back() -> None:
    for name in ("turns.jsonl", "rounds.jsonl"):
        for vector in lines(name):
            answered = json.loads(answer(json.dumps(vector).encode(), 1))
            for turn in [answered, *answered.get("turns", ())]:
                turn.pop("placements", None)
            assert answered == vector
