"""The live pages' sockets.

A socket joins its group first and sends the current state then, so nothing falls between. What
comes through the group is only a hint; each socket renders its own viewer's page. Lost hints
are found by the version in every tick. A viewer whose session ended, who was banned or lost the
right to look is sent away at the next hint or tick.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from redis.exceptions import RedisError

from accounts.models import User
from games.hints import game_group, user_group
from games.live import dashboard_message, table_message
from games.models import Game
from games.notifications.presence import seen
from games.selectors.viewer import Viewer
from games.services.errors import Refusal

log = logging.getLogger(__name__)
TICK_SECONDS = 20
NOT_SIGNED_IN, NOT_ALLOWED = 4401, 4403


class LivePage(AsyncJsonWebsocketConsumer):
    """A socket that shows one viewer something that changes."""

    group_names: set[str]
    ticking: asyncio.Task[None] | None = None
    header: dict[str, Any] | None = None  # what was sent of it last

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Live as long as the socket: one that breaks (the database went away, and the page comes
        back by itself) takes its ticks and its groups along."""
        self.group_names = set()
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self.ticking is not None:
                self.ticking.cancel()
            with contextlib.suppress(RedisError, OSError):
                for name in self.group_names:
                    await self.channel_layer.group_discard(name, self.channel_name)

    async def connect(self) -> None:
        self.known = 0
        self.looking = asyncio.Lock()
        self.user_id = self.scope["user"].pk
        await self.accept()
        await self.join_groups()
        await self.look()
        self.ticking = asyncio.create_task(self.tick())

    async def join(self, name: str) -> None:
        self.group_names.add(name)
        await self.channel_layer.group_add(name, self.channel_name)

    async def join_groups(self) -> None:
        """Join the groups whose hints concern this page; more than once does no harm."""
        if self.user_id is not None:
            await self.join(user_group(self.user_id))

    async def tick(self) -> None:
        """Look again now and then: hints may be lost and sessions end."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.refresh()
            except Exception as error:  # the database or Valkey is away: the next tick looks
                log.warning("A live page could not be refreshed: %r", error)

    async def refresh(self) -> None:
        """Join again, since Valkey forgets its groups when flushed and after a day, then look."""
        await self.join_groups()
        await self.look(tick=True)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """A page speaks JSON text; anything else is nothing."""
        if text_data:
            await super().receive(text_data=text_data, **kwargs)

    async def receive_json(self, content: Any, **_kwargs: Any) -> None:
        """The page asks whether anybody is there ("ping"), or whether it is up to date ("sync",
        with the version it shows)."""
        kind = content.get("type") if isinstance(content, dict) else None
        if kind == "ping":
            await self.send_json({"type": "tick", "version": self.known})
        elif kind == "sync":
            version = content.get("version")
            self.known = version if isinstance(version, int) and version > 0 else 0
            await self.refresh()

    @classmethod
    async def decode_json(cls, text_data: str) -> Any:
        """What a page says; nonsense is nothing."""
        try:
            return await super().decode_json(text_data)
        except (ValueError, RecursionError):
            return None

    async def game_changed(self, event: dict[str, Any]) -> None:
        if event["version"] > self.known:
            await self.look()

    async def user_changed(self, _event: dict[str, Any]) -> None:
        await self.look()

    async def look(self, *, tick: bool = False) -> None:
        """Render what this viewer may see now and send it if it is new (or as a tick).

        A tick also goes out when only the header is new: a game waits elsewhere, the bell rings.
        """
        async with self.looking:
            try:
                message = await database_sync_to_async(self.message)()
            except Refusal as refusal:
                await self.close(code=NOT_ALLOWED, reason=str(refusal)[:100])
                return
            if message is None:
                await self.close(code=NOT_SIGNED_IN)
            elif tick or message["type"] != "tick" or message.get("header") != self.header:
                self.header = message.get("header")
                await self.send_json(message)

    def message(self) -> dict[str, Any] | None:
        """What to send (in a thread); None: this viewer is not signed in any more."""
        raise NotImplementedError

    def signed_in(self) -> User | None:
        """The user of this socket's session as it is now."""
        request = HttpRequest()
        key = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME)
        self.session = request.session = SessionStore(key)
        user = get_user(request)
        return user if isinstance(user, User) and user.is_active else None


class TableConsumer(LivePage):
    """The live page of one game, for players, spectators and signed-out people."""

    async def join_groups(self) -> None:
        await super().join_groups()
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        await self.join(game_group(self.game_id))

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """The page also says when its person does something there while it is visible."""
        if isinstance(content, dict) and content.get("type") == "active":
            if self.user_id is not None:
                await asyncio.to_thread(seen, self.user_id, self.game_id)
            return
        await super().receive_json(content, **kwargs)

    def message(self) -> dict[str, Any] | None:
        user = self.signed_in()
        if self.user_id is not None and (user is None or user.pk != self.user_id):
            return None
        viewer = Viewer.of(user, self.session)
        message = table_message(self.game_id, viewer, known=self.known)
        self.known = message["version"]
        return message


class DashboardConsumer(LivePage):
    """The live list of my games."""

    async def join_groups(self) -> None:
        await super().join_groups()
        if self.user_id is not None:
            for name in await database_sync_to_async(self.my_groups)():
                await self.join(name)

    def my_groups(self) -> list[str]:
        running = Game.objects.seating(self.user_id).filter(state=Game.State.RUNNING)
        return [game_group(pk) for pk in running.values_list("pk", flat=True)]

    async def game_changed(self, _event: dict[str, Any]) -> None:
        """The list's version is a time, not a game's version: every hint is news."""
        await self.look()

    async def user_changed(self, event: dict[str, Any]) -> None:
        await self.join_groups()
        await super().user_changed(event)

    def message(self) -> dict[str, Any] | None:
        user = self.signed_in()
        if user is None or user.pk != self.user_id:
            return None
        return dashboard_message(user)
