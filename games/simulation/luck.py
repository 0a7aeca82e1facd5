"""Chance from one seed: what people do, what bots play, what is dealt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from games.services import bot_moves, rounds, salts


class _Tokens:
    """In place of the module ``secrets``."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def token_bytes(self, size: int) -> bytes:
        return self._rng.randbytes(size)

    def token_hex(self, size: int) -> str:
        return self._rng.randbytes(size).hex()


@contextmanager
def seeded(seed: int) -> Iterator[random.Random]:
    """Let this process deal and let bots play by ``seed``; yields the people's own chance."""
    doors: list[tuple[Any, str, object]] = [
        (rounds, "secrets", _Tokens(random.Random(f"deals {seed}"))),
        (salts, "secrets", _Tokens(random.Random(f"salts {seed}"))),
        (bot_moves, "_rng", random.Random(f"bots {seed}")),
    ]
    kept = [(module, name, getattr(module, name)) for module, name, _value in doors]
    for module, name, value in doors:
        setattr(module, name, value)
    random.seed(seed)  # how long a delivery waits for its next try
    try:
        yield random.Random(f"people {seed}")
    finally:
        for module, name, value in kept:
            setattr(module, name, value)
