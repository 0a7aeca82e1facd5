"""The doors through which the cast meets the site: pages, JSON, sockets; and what is stored."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any
from unittest import mock

from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.apps import apps
from django.conf import settings
from django.db.models import Model
from django.test import Client

from accounts.models import User
from games.models import Game
from sixnimmt_site.asgi import application

Talk = Callable[[WebsocketCommunicator], Awaitable[None]]
JSON = "application/json"


def browser(user: User | None = None) -> Client:
    """A browser of this person's, signed in; of somebody signed out without one."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def send(client: Client, game: Game, action: str, **fields: Any) -> tuple[int, dict[str, Any]]:
    """POST to one of a game's addresses as a script does; status and what was answered."""
    response = client.post(f"/games/{game.pk}/{action}/", fields, headers={"accept": JSON})
    return response.status_code, response.json()


def view(client: Client, game: Game) -> dict[str, Any]:
    """The table as JSON."""
    response = client.get(f"/games/{game.pk}.json")
    assert response.status_code == 200, response.content
    answer: dict[str, Any] = response.json()
    return answer


def page(client: Client, path: str) -> str:
    """A page's HTML."""
    response = client.get(path)
    assert response.status_code == 200, response.status_code
    return str(response.content.decode())


def stored() -> dict[str, list[dict[str, Any]]]:
    """Every row of games and people (not when they signed in): what a refused request leaves."""
    models: list[type[Model]] = [*apps.get_app_config("games").get_models(), User]
    return {
        model.__name__: [
            {
                name: bytes(value) if isinstance(value, memoryview) else value
                for name, value in row.items()
                if name != "last_login"
            }
            for row in model._default_manager.order_by("pk").values()
        ]
        for model in models
    }


def talk(client: Client, path: str, conversation: Talk) -> None:
    """Open a socket with this browser's cookies and hold a conversation on it."""
    key = client.cookies.get(settings.SESSION_COOKIE_NAME)
    cookie = f"{settings.SESSION_COOKIE_NAME}={key.value if key else ''}"
    headers = [(b"cookie", cookie.encode()), (b"origin", settings.SITE_URL.encode())]

    async def hold() -> None:
        socket = WebsocketCommunicator(application, path, headers=headers)
        connected, _protocol = await socket.connect(timeout=5)
        assert connected
        await conversation(socket)
        await socket.disconnect()

    # The test's connection holds its transaction: the socket must not close it as an old one.
    with mock.patch("channels.db.close_old_connections"):
        async_to_sync(hold)()


def frames(client: Client, path: str, *said: dict[str, Any]) -> list[dict[str, Any]]:
    """What a socket sends at first, and as the answer to each thing said."""
    heard: list[dict[str, Any]] = []

    async def conversation(socket: WebsocketCommunicator) -> None:
        heard.append(await hear(socket))
        for words in said:
            await socket.send_to(text_data=json.dumps(words))
            heard.append(await hear(socket))

    talk(client, path, conversation)
    return heard


async def hear(socket: WebsocketCommunicator) -> dict[str, Any]:
    """The next frame; the code when the site hangs up."""
    output = await socket.receive_output(timeout=5)
    if output["type"] == "websocket.close":
        return {"type": "close", "code": output["code"]}
    answer: dict[str, Any] = json.loads(output["text"])
    return answer
