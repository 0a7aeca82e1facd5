"""Hints to open pages: "game 12 is at version 17 now", never any state.

A hint may be lost (the layer drops when full, Valkey may be flushed): pages compare versions
on every tick and fetch what they missed. Sent through one event loop a process, so that the
number of connections to Valkey stays constant however many hints are sent from sync code.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Iterable
from concurrent.futures import Future

from channels.layers import get_channel_layer
from django.db import transaction

log = logging.getLogger(__name__)
SEND_TIMEOUT = 2.0  # seconds after which a hint is given up

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_loop_pid = 0


def game_group(game_id: int) -> str:
    """The group of all pages that show this game."""
    return f"game.{game_id}"


def user_group(user_id: int) -> str:
    """The group of all pages of this person."""
    return f"user.{user_id}"


def game_changed_on_commit(game_id: int, version: int) -> None:
    """Once this transaction is committed, tell the game's open pages its new version."""
    message = {"type": "game.changed", "game": game_id, "version": version}
    _on_commit([game_group(game_id)], message)


def users_changed_on_commit(user_ids: Iterable[int]) -> None:
    """Once this transaction is committed, tell these people's pages to look again."""
    _on_commit([user_group(pk) for pk in user_ids], {"type": "user.changed"})


def _on_commit(groups: list[str], message: dict[str, object]) -> None:
    def send() -> None:  # not a partial: Django asks a failed hook for its __qualname__
        send_hint(groups, message)

    transaction.on_commit(send, robust=True)


def send_hint(groups: list[str], message: dict[str, object]) -> None:
    """Send a hint to these groups without waiting for it; a failure is logged."""
    future = asyncio.run_coroutine_threadsafe(_send_all(groups, message), _hint_loop())
    future.add_done_callback(_note_failure)


async def _send_all(groups: list[str], message: dict[str, object]) -> None:
    layer = get_channel_layer()
    async with asyncio.timeout(SEND_TIMEOUT):
        await asyncio.gather(*(layer.group_send(group, message) for group in groups))


def _note_failure(future: Future[None]) -> None:
    error = future.exception()
    if error is not None:
        log.warning("A hint was not sent: %r", error)


def _hint_loop() -> asyncio.AbstractEventLoop:
    """This process's loop for hints; a forked worker starts its own."""
    global _loop, _loop_pid
    with _lock:
        if _loop is None or _loop_pid != os.getpid():
            _loop, _loop_pid = asyncio.new_event_loop(), os.getpid()
            threading.Thread(target=_loop.run_forever, name="hints", daemon=True).start()
        return _loop
