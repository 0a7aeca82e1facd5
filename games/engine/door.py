"""The engine's door for other programs: JSON Lines in, one JSON line out for each.

    python -m games.engine < turns.jsonl

A line is one of

* a turn: `{"rows", "plays", "row_choices"?, "options"?}`
* a round: `{"rows", "hands", "turns": [{"plays", "row_choices"?}, …], "options"?}`

with seats as strings, rows 0-based, cards as numbers, and `options` by the names of rules.md. Of
`options` only `placement` changes an answer; the deck in use is not checked, so that positions
can be tried freely. A round may stop before its last turn, and its hands may be smaller than ten.
The answer has the same keys (others, like an `id`, are handed through) and

* turn: `rows_after`; `taken` and `bullheads` by seat; `placements`, in the order they were made,
  each `{"seat", "card", "row", "side", "taken", "why"}`, why being "placed", "sixth" or "low"
* round: `final_rows`; `taken` and `bullheads` by seat over the whole round; and in each of
  `turns` its own `rows_after` and `placements`
* instead, when a row choice is missing: `needs_choice`, `{"seat", "card", "rows", "rows_now"}`:
  the rows it may choose (numbers) and the four rows at that moment; for a round also `turn`,
  counted from 1, and the turns before it carry their results
* instead, when something is wrong: only `{"error": "a sentence", "line": its number}`

Result keys in the input are ignored and replaced, so answers can be fed in again. Every line
gets exactly one answer, at once; none stops the stream, not even an empty one.
"""

import json
import math
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from games.engine.answers import Json, answer_to
from games.engine.errors import EngineError, InvalidInput

LINE_LIMIT = 1_000_000
"""Bytes of the longest line that is read; the rest of a longer one is passed over."""
DIGIT_LIMIT = 20


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of `source` on `sink`, flushed line by line, until `source` ends."""
    for number, line in enumerate(_lines(source), start=1):
        sink.write(answer(line, number).encode("ascii") + b"\n")
        sink.flush()


def answer(line: bytes, number: int) -> str:
    """The answer to one line, as ASCII JSON. Never raises for anything in the line.

    >>> answer(b'{"rows": [[1], [2], [3], [4]], "plays": {"0": 5}}', 1)[-41:]
    'taken": {"0": []}, "bullheads": {"0": 0}}'
    >>> answer(b"[]", 7)
    '{"error": "A line is an object with a turn or a round.", "line": 7}'
    """
    try:
        return json.dumps(answer_to(_parse(line)))
    except EngineError as error:
        sentence = str(error)
    except RecursionError:
        sentence = "The line is nested too deeply."
    return json.dumps({"error": sentence, "line": number})


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines, each cut just beyond the limit, so that memory stays small whatever comes."""
    while line := source.readline(LINE_LIMIT + 1):
        rest = line
        while len(rest) > LINE_LIMIT and not rest.endswith(b"\n"):
            rest = source.readline(LINE_LIMIT + 1)
        yield line


def _parse(line: bytes) -> Json:
    if len(line) > LINE_LIMIT:
        raise InvalidInput(f"A line has at most {LINE_LIMIT} bytes.")
    if not line.strip():
        raise InvalidInput("The line is empty.")
    try:
        data = json.loads(
            line.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_number,
            parse_constant=_no_constant,
        )
    except EngineError:
        raise
    except ValueError as error:
        raise InvalidInput("The line is not JSON in UTF-8.") from error
    if not isinstance(data, dict):
        raise InvalidInput("A line is an object with a turn or a round.")
    return data


def _object(pairs: list[tuple[str, object]]) -> Json:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise InvalidInput("An object has the same key twice.")
    return data


def _whole(text: str) -> int:
    if len(text) > DIGIT_LIMIT:
        raise InvalidInput("A number is too large.")
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise InvalidInput("A number is too large.")
    return value


def _no_constant(name: str) -> NoReturn:
    raise InvalidInput(f"{name} is not a number of JSON.")
