"""`python -m games.engine` as other programs meet it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.door import LINE_LIMIT, answer

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "games.engine"]
ROWS = [[41, 60], [70, 75], [80, 85], [33, 44, 50, 55, 58]]
TURN = {"rows": ROWS, "plays": {"Alice": 62, "Bob": 61}, "row_choices": {}}
HANDS = {"Alice": [62, 3], "Bob": [61, 90]}


def through(given_bytes: bytes) -> list[Any]:
    """The answers of one run of the door."""
    done = subprocess.run(COMMAND, cwd=ROOT, input=given_bytes, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def asked(given_value: object) -> Any:
    return json.loads(answer(json.dumps(given_value).encode(), 1))


def test_a_turn_comes_back_with_its_result() -> None:
    [told] = through(json.dumps(TURN | {"id": 7}).encode())
    assert told == {
        **TURN,
        "id": 7,
        "rows_after": [[41, 60, 61, 62], [70, 75], [80, 85], [33, 44, 50, 55, 58]],
        "taken": {"Alice": [], "Bob": []},
        "bullheads": {"Alice": 0, "Bob": 0},
        "placements": [
            {"seat": "Bob", "card": 61, "row": 0, "side": "right", "taken": [], "why": "placed"},
            {"seat": "Alice", "card": 62, "row": 0, "side": "right", "taken": [], "why": "placed"},
        ],
    }


def test_a_round_comes_back_with_each_turn_and_the_whole() -> None:
    turns = [
        {"plays": {"Alice": 62, "Bob": 61}},
        {"plays": {"Alice": 3, "Bob": 90}, "row_choices": {"Alice": 1}},
    ]
    told = asked({"rows": ROWS, "hands": HANDS, "turns": turns})
    assert told["final_rows"] == [[41, 60, 61, 62], [3], [80, 85, 90], [33, 44, 50, 55, 58]]
    assert told["taken"] == {"Alice": [70, 75], "Bob": []}
    assert told["bullheads"] == {"Alice": 5, "Bob": 0}
    assert told["turns"][0]["rows_after"][0] == [41, 60, 61, 62]
    assert [p["card"] for p in told["turns"][1]["placements"]] == [3, 90]
    assert told["turns"][1]["placements"][0]["taken"] == [70, 75]


def test_a_missing_choice_is_asked_for() -> None:
    told = asked({"rows": ROWS, "plays": {"Alice": 62, "Bob": 29}})
    assert told["needs_choice"] == {
        "seat": "Bob",
        "card": 29,
        "rows": [0, 1, 2, 3],
        "rows_now": ROWS,
    }
    assert told["plays"] == {"Alice": 62, "Bob": 29}
    assert "rows_after" not in told


def test_a_missing_choice_in_a_round_names_its_turn() -> None:
    turns = [{"plays": {"Alice": 62, "Bob": 61}}, {"plays": {"Alice": 3, "Bob": 90}}]
    told = asked({"rows": ROWS, "hands": HANDS, "turns": turns})
    assert (told["needs_choice"]["turn"], told["needs_choice"]["seat"]) == (2, "Alice")
    assert "rows_after" in told["turns"][0]
    assert told["turns"][1] == turns[1]
    assert "final_rows" not in told


def test_options_are_the_names_of_the_rules() -> None:
    rows = [[30], [2], [20], [90]]
    line = {"rows": rows, "plays": {"0": 25}, "options": {"placement": "both", "hints": "on"}}
    assert asked(line)["needs_choice"]["rows"] == [0, 2]
    placed = asked(line | {"row_choices": {"0": 0}})["placements"][0]
    assert (placed["side"], placed["row"]) == ("left", 0)
    assert "placement" in asked(line | {"options": {"placement": "up"}})["error"]


def test_an_answer_can_be_fed_in_again() -> None:
    told = asked(TURN)
    assert asked(told) == told
    awaited = asked({"rows": ROWS, "plays": {"Alice": 29}})
    done = asked(awaited | {"row_choices": {"Alice": 0}})
    assert "needs_choice" not in done
    assert done["rows_after"][0] == [29]


GOOD = json.dumps(TURN).encode()
BAD_LINES = {
    "blank": b"",
    "spaces": b"   \t",
    "not json": b"{rows:",
    "not utf-8": b'{"rows": "\xff\xfe"}',
    "nul bytes": b"\x00\x00",
    "a list": b"[1, 2]",
    "a number": b"7",
    "empty object": b"{}",
    "nan": b'{"plays": NaN}',
    "infinity": b'{"plays": 1e999}',
    "huge integer": b'{"plays": ' + b"9" * 5000 + b"}",
    "large integer": b'{"plays": {"0": 123456789012345678901234567890}}',
    "deep": b"[" * 50_000,
    "deep and closed": b'{"plays": ' + b"[" * 990 + b"]" * 990 + b"}",
    "same key twice": b'{"rows": [[1],[2],[3],[4]], "plays": {"0": 5, "0": 6}}',
    "very long": b'{"plays": "' + b"x" * (3 * LINE_LIMIT) + b'"}',
    "half an emoji": b'{"rows": [[1],[2],[3],[4]], "plays": {"\\ud83d": 0}}',
}


def test_a_bad_line_gets_a_sentence_and_never_stops_the_stream() -> None:
    lines = [line for bad in BAD_LINES.values() for line in (bad, GOOD)]
    answers = through(b"\n".join(lines))
    assert len(answers) == len(lines)
    for number, (name, told, good) in enumerate(
        zip(BAD_LINES, answers[::2], answers[1::2], strict=True)
    ):
        assert told.keys() == {"error", "line"}, name
        assert told["error"].endswith("."), name
        assert told["line"] == 2 * number + 1
        assert good["bullheads"] == {"Alice": 0, "Bob": 0}


@pytest.mark.parametrize(
    "change",
    [
        {"rows": None},
        {"rows": [[1], [2], [3]]},
        {"rows": [1, 2, 3, 4]},
        {"rows": [[1], [2], [3], [4.5]]},
        {"rows": {"0": [1]}},
        {"plays": []},
        {"plays": {}},
        {"plays": {"0": "62"}},
        {"plays": {"0": True}},
        {"plays": {"0": 41}},
        {"plays": {"0": 5, "1": 5}},
        {"plays": {str(seat): 90 + seat for seat in range(11)}},
        {"plays": {"x" * 101: 62}},
        {"row_choices": None},
        {"row_choices": {"Alice": 4}},
        {"row_choices": {"Alice": "0"}},
        {"options": None},
        {"options": {"colour": "red"}},
        {"hands": {}, "turns": []},
        {"hands": HANDS},
        {"hands": HANDS, "turns": [7]},
        {"hands": HANDS, "turns": [{"plays": {"Alice": 62}}]},
        {"hands": HANDS, "turns": [{"plays": {"Alice": 61, "Bob": 62}}]},
        {"hands": HANDS | {"Bob": [62, 90]}, "turns": []},
        {"hands": {"Alice": [1], "Bob": [2, 3]}, "turns": []},
    ],
)
def test_what_makes_no_sense_is_refused(change: dict[str, object]) -> None:
    told = asked(TURN | change)
    assert told.keys() == {"error", "line"}
    assert told["error"].endswith(".")


def test_answers_come_line_by_line_so_that_it_can_be_a_co_process() -> None:
    with subprocess.Popen(COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as door:
        assert door.stdin
        assert door.stdout
        for _ in range(3):
            door.stdin.write(GOOD + b"\n")
            door.stdin.flush()
            assert b"rows_after" in door.stdout.readline()
        door.stdin.close()
        assert door.wait(timeout=60) == 0


def test_a_reader_that_goes_away_ends_it_without_a_complaint() -> None:
    read_end, write_end = os.pipe()
    with subprocess.Popen(
        COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=write_end, stderr=subprocess.PIPE
    ) as door:
        os.close(write_end)
        os.close(read_end)
        _, complaint = door.communicate(GOOD + b"\n", timeout=60)
    assert complaint == b""


GARBAGE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["plays", "rows", "turns", "0"]) | st.text(), inner)
    ),
    max_leaves=10,
)
KEYS = st.sampled_from(["rows", "plays", "row_choices", "hands", "turns", "options"])


@settings(max_examples=200)
@given(st.dictionaries(KEYS, GARBAGE))
def test_no_object_makes_the_door_stumble(change: dict[str, object]) -> None:
    assert isinstance(asked(TURN | change), dict)


@settings(max_examples=200)
@given(st.binary(max_size=200))
def test_no_bytes_make_the_door_stumble(line: bytes) -> None:
    assert "error" in json.loads(answer(line, 1))
