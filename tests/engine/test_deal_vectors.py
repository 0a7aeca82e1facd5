"""The written deals: made by a second implementation of docs/deal.md, equal to the engine's.

The second implementation shares no code with `games.engine`. After a deliberate change of the
algorithm, and of its version line, `python -m tests.engine.test_deal_vectors` writes them anew.
"""

import hashlib
import hmac
import json
import struct
from pathlib import Path
from typing import Any

import pytest

from games.engine import (
    Options,
    deal_round,
    draft_starter,
    new_commitment,
    next_stock,
    shuffle,
)

VECTORS = Path(__file__).with_name("deal_vectors.json")

INPUTS: list[dict[str, Any]] = [
    {"seed": "00" * 32, "game": "1", "round": 1, "players": 2, "salts": {}},
    {"seed": "ff" * 32, "game": "1", "round": 1, "players": 2, "salts": {"0": "a", "1": "b"}},
    {"seed": "ff" * 32, "game": "1", "round": 2, "players": 2, "salts": {"0": "a", "1": "b"}},
    {"seed": "ff" * 32, "game": "2", "round": 1, "players": 2, "salts": {"0": "a", "1": "b"}},
    {"seed": "ff" * 32, "game": "1", "round": 1, "players": 2, "salts": {"0": "b", "1": "a"}},
    {
        "seed": hashlib.sha256(b"Alice").hexdigest(),
        "game": "friday-herd",
        "round": 7,
        "players": 10,
        "salts": {str(seat): hashlib.md5(bytes([seat])).hexdigest() for seat in range(10)},
    },
    {
        "seed": hashlib.sha256(b"Bob").hexdigest(),
        "game": "12",
        "round": 3,
        "players": 5,
        "deck": "tight",
        "salts": {"4": "0123456789abcdef", "0": "_-AZ"},
    },
    {
        "seed": hashlib.sha256(b"Mira").hexdigest(),
        "game": "13",
        "round": 2,
        "players": 3,
        "deal": "stock",
        "stock_before": [*range(2, 105, 3), *range(3, 105, 3)],
        "salts": {"2": "charlie"},
    },
]


def words(given: dict[str, Any], purpose: str) -> list[int]:
    """The first 2,000 numbers of the stream: many more than 104 cards need."""
    key = bytes.fromhex(given["seed"])
    head = f"sixnimmt 1\n{purpose}\ngame {given['game']}\nround {given['round']}\n"
    for seat in sorted(given["salts"], key=int):
        head += f"salt {seat} {given['salts'][seat]}\n"
    stream = b"".join(
        hmac.digest(key, f"{head}block {number}".encode(), "sha256") for number in range(250)
    )
    return list(struct.unpack(">2000I", stream))


def below(limit: int, stream: list[int]) -> int:
    while True:
        number = stream.pop(0)
        if number < 2**32 - 2**32 % limit:
            return number % limit


def by_the_page(given: dict[str, Any]) -> dict[str, Any]:
    """What docs/deal.md says about one input."""
    players = given["players"]
    highest = 10 * players + 4 if given.get("deck") == "tight" else 104
    cards = sorted(given.get("stock_before", range(1, highest + 1)))
    stream = words(given, "shuffle")
    for place in reversed(range(1, len(cards))):
        other = below(place + 1, stream)
        cards[place], cards[other] = cards[other], cards[place]
    rows_at = 10 * players
    return {
        "commitment": hashlib.sha256(bytes.fromhex(given["seed"])).hexdigest(),
        "order": cards,
        "hands": [sorted(cards[10 * seat : 10 * seat + 10]) for seat in range(players)],
        "rows": [[card] for card in cards[rows_at : rows_at + 4]],
        "stock": cards[rows_at + 4 :],
        "starter": below(players, words(given, "starter")),
    }


def by_the_engine(given: dict[str, Any]) -> dict[str, Any]:
    players = given["players"]
    seed = bytes.fromhex(given["seed"])
    salts = {int(seat): salt for seat, salt in given["salts"].items()}
    options = Options(deck=given.get("deck", "full"), deal=given.get("deal", "shuffled"))
    cards = next_stock(options, players, given.get("stock_before", ()))
    game, number = given["game"], given["round"]
    order = shuffle(cards, seed=seed, game=game, round_number=number, salts=salts)
    deal = deal_round(order, players)
    return {
        "commitment": new_commitment(seed),
        "order": list(order),
        "hands": [list(hand) for hand in deal.hands],
        "rows": [list(row) for row in deal.rows],
        "stock": list(deal.stock),
        "starter": draft_starter(
            seed=seed, game=game, round_number=number, salts=salts, players=players
        ),
    }


def written() -> list[dict[str, Any]]:
    vectors: list[dict[str, Any]] = json.loads(VECTORS.read_text())["vectors"]
    return vectors


def test_the_written_inputs_are_the_ones_described_here() -> None:
    assert [vector["input"] for vector in written()] == INPUTS


@pytest.mark.parametrize("number", range(len(INPUTS)))
def test_the_second_implementation_repeats_the_written_deal(number: int) -> None:
    assert by_the_page(INPUTS[number]) == written()[number]["output"]


@pytest.mark.parametrize("number", range(len(INPUTS)))
def test_the_engine_repeats_the_written_deal(number: int) -> None:
    assert by_the_engine(INPUTS[number]) == written()[number]["output"]


def test_game_round_and_the_owner_of_a_salt_each_change_the_deal() -> None:
    orders = {tuple(vector["output"]["order"]) for vector in written()}
    assert len(orders) == len(INPUTS)


if __name__ == "__main__":
    lines = [json.dumps({"input": given, "output": by_the_page(given)}) for given in INPUTS]
    VECTORS.write_text('{"vectors": [\n' + ",\n".join(lines) + "\n]}\n")
