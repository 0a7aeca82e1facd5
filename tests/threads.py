"""Several things at the same instant, each in a thread with a database connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

T = TypeVar("T")
PATIENCE = 30  # seconds for all threads to be there


def at_once(acts: Sequence[Callable[[], T]]) -> list[T]:
    """Let a thread each do these, released by one barrier; their results in order.

    Raises what the first of them raised.
    """
    barrier = Barrier(len(acts))

    def run(act: Callable[[], T]) -> T:
        barrier.wait(timeout=PATIENCE)
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))
