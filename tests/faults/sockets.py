"""Live pages without a browser: real WebSockets, one at a time or many that keep coming back."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, Self

from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from games.models import Game
from tests.faults.visitor import Visitor

PATIENCE = 10.0  # seconds for a message to come
PAUSE = 0.05  # seconds before a page that was cut comes back


def address(visitor: Visitor, path: str) -> str:
    return "ws" + visitor.url.removeprefix("http") + path


def table_path(game: Game) -> str:
    return f"/ws/games/{game.pk}/"


@contextmanager
def live_page(visitor: Visitor, path: str) -> Iterator[ClientConnection]:
    """An open live page of this visitor."""
    headers, origin = visitor.headers, Origin(visitor.url)
    where = address(visitor, path)
    with connect(where, additional_headers=headers, origin=origin, proxy=None) as page:
        yield page


def next_message(page: ClientConnection, *, seconds: float = PATIENCE) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(page.recv(timeout=seconds))
    return message


def message_where(
    page: ClientConnection, holds: Callable[[dict[str, Any]], bool], *, seconds: float = PATIENCE
) -> dict[str, Any]:
    """The first message of which that holds. Raises TimeoutError."""
    deadline = time.monotonic() + seconds
    while True:
        message = next_message(page, seconds=deadline - time.monotonic())
        if holds(message):
            return message


def at_version(version: int) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message["version"] >= version


def sync(page: ClientConnection, version: int) -> None:
    """What a page that wakes up asks."""
    page.send(json.dumps({"type": "sync", "version": version}))


def closing_code(page: ClientConnection, *, seconds: float = PATIENCE) -> int | None:
    """With what the server closes the page. Raises TimeoutError when it does not."""
    try:
        message_where(page, lambda _message: False, seconds=seconds)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
    raise AssertionError


class Followers:
    """Many open pages of one game in a thread of their own; ``versions`` is what they show.

    ``restless``: each leaves and comes back after every message, until ``settle``. All come back
    whenever their socket is cut, as the page's script does.
    """

    def __init__(self, visitors: list[Visitor], game: Game, *, restless: bool = False) -> None:
        self.versions = [0] * len(visitors)
        self.visits = 0
        self._path = table_path(game)
        self._visitors = visitors
        self._restless = restless
        self._ended = False
        self._thread = Thread(target=lambda: asyncio.run(self._follow_all()))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended = True
        self._thread.join(timeout=30)
        assert not self._thread.is_alive()

    def settle(self) -> None:
        """Stay from now on."""
        self._restless = False

    async def _follow_all(self) -> None:
        tasks = [asyncio.create_task(self._follow(n)) for n in range(len(self._visitors))]
        while not self._ended:
            await asyncio.sleep(PAUSE)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, number: int) -> None:
        visitor = self._visitors[number]
        where = address(visitor, self._path)
        headers, origin = visitor.headers, Origin(visitor.url)
        while True:
            try:
                async with connect_async(
                    where, additional_headers=headers, origin=origin, proxy=None, open_timeout=30
                ) as page:
                    self.visits += 1
                    await self._read(number, page)
            except (OSError, WebSocketException):
                await asyncio.sleep(PAUSE)

    async def _read(self, number: int, page: Any) -> None:
        async for text in page:
            self.versions[number] = json.loads(text)["version"]
            if self._restless:
                return
