"""Provable deals: every card order is a documented function of a seed that was promised before.

The algorithm in words, for repeating it elsewhere, is in docs/deal.md. Nothing here depends on
a random generator of the language.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping, Sequence

from games.engine.deal import HAND_SIZE, check_players
from games.engine.errors import InvalidSeed

SEED_BYTES = 32
_WORD_BYTES = 4
_WORDS = 2 ** (8 * _WORD_BYTES)
_NAME = re.compile(r"[0-9A-Za-z_-]{1,128}")


def new_commitment(seed: bytes) -> str:
    """The promise published before a round: the SHA-256 of its 32 secret bytes, in hex.

    Raises `InvalidSeed` when the seed is not 32 bytes.

    >>> new_commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(_check_seed(seed)).hexdigest()


def shuffle(
    cards: Sequence[int], *, seed: bytes, game: str, round_number: int, salts: Mapping[int, str]
) -> tuple[int, ...]:
    """The cards in the order of this round's deal; the order they come in does not matter.

    `seed`: 32 bytes; `game`: the game's name; `round_number`: from 1; `salts`: what each seat
    contributed, for those that did. Names and salts are 1 to 128 characters of A-Z, a-z, 0-9, _
    and -. Raises `InvalidSeed` otherwise.

    >>> shuffle(range(1, 8), seed=bytes(32), game="1", round_number=1, salts={0: "ab"})
    (4, 1, 7, 6, 3, 5, 2)
    """
    numbers = _numbers(seed, _message("shuffle", game, round_number, salts))
    order = sorted(cards)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def draft_starter(
    *, seed: bytes, game: str, round_number: int, salts: Mapping[int, str], players: int
) -> int:
    """The seat that drafts first, 0..players-1, drawn from the same seed and salts.

    >>> draft_starter(seed=bytes(32), game="1", round_number=1, salts={}, players=4)
    0
    """
    numbers = _numbers(seed, _message("starter", game, round_number, salts))
    return _below(check_players(players), numbers)


def draft_order(starter: int, players: int) -> tuple[int, ...]:
    """The seats in the order they draft: round the table from `starter`, until all hold ten.

    >>> draft_order(2, 3)[:5]
    (2, 0, 1, 2, 0)
    """
    return tuple((starter + step) % players for step in range(HAND_SIZE * check_players(players)))


def _message(purpose: str, game: str, round_number: int, salts: Mapping[int, str]) -> str:
    if type(round_number) is not int or round_number < 1:
        raise InvalidSeed("A round number is a whole number from 1.")
    if any(type(seat) is not int or seat < 0 for seat in salts):
        raise InvalidSeed("Salts are given by seat number, from 0.")
    for name in (game, *salts.values()):
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise InvalidSeed("Names and salts are 1 to 128 letters, digits, _ or -.")
    lines = ["sixnimmt 1", purpose, f"game {game}", f"round {round_number}"]
    lines += [f"salt {seat} {salts[seat]}" for seat in sorted(salts)]
    return "\n".join(lines)


def _numbers(seed: bytes, message: str) -> Iterator[int]:
    """Endless 32-bit numbers: big-endian words of HMAC-SHA256(seed, message + block number)."""
    key = _check_seed(seed)
    block = 0
    while True:
        text = f"{message}\nblock {block}"
        digest = hmac.new(key, text.encode("ascii"), hashlib.sha256).digest()
        for start in range(0, len(digest), _WORD_BYTES):
            yield int.from_bytes(digest[start : start + _WORD_BYTES], "big")
        block += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number in 0..limit-1, each equally likely: numbers beyond the last full cycle are cast."""
    cast_from = _WORDS - _WORDS % limit
    return next(number for number in numbers if number < cast_from) % limit


def _check_seed(seed: bytes) -> bytes:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise InvalidSeed(f"A seed is {SEED_BYTES} bytes.")
    return seed
