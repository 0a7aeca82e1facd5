"""The live page's socket: who it shows what, and what it does with what it is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from games.hints import game_group
from games.models import Game, Pick
from tests.games import cast, doors
from tests.games.scenes import picking

pytestmark = pytest.mark.django_db
NONSENSE: tuple[Any, ...] = (
    None,
    [],
    7,
    "sync",
    {},
    {"type": 7},
    {"type": ["sync"]},
    {"type": "game.changed", "version": 99},
    {"type": "pick", "card": 13, "user": 1, "sender": "Alice"},
)


@pytest.fixture
def game(db: None) -> Game:
    return picking()


def named(name: str) -> Client:
    return doors.browser(User.objects.get(username=name))


def test_a_socket_shows_its_own_viewers_table(game: Game) -> None:
    alice, stranger = named("Alice"), doors.browser()
    frames = [doors.frames(client, f"/ws/games/{game.pk}/")[0] for client in (alice, stranger)]
    assert [frame["version"] for frame in frames] == [game.version, game.version]
    assert ['id="pick-form"' in frame["html"] for frame in frames] == [True, False]


def test_a_page_that_is_up_to_date_is_told_so_and_one_that_slept_gets_the_table(game: Game) -> None:
    said = ({"type": "sync", "version": version} for version in (game.version, 1, "x", None, True))
    heard = doors.frames(named("Alice"), f"/ws/games/{game.pk}/", *said)
    assert [frame["type"] for frame in heard] == ["table", "tick", *["table"] * 4]


def test_the_fragment_over_http_is_the_same_message(game: Game) -> None:
    alice = named("Alice")
    frame = doors.frames(alice, f"/ws/games/{game.pk}/")[0]
    assert alice.get(f"/games/{game.pk}/fragment/").json() == frame
    tick = alice.get(f"/games/{game.pk}/fragment/?version={game.version}").json()
    assert tick == {"type": "tick", "version": game.version, "header": frame["header"]}


def test_nonsense_on_a_socket_changes_nothing_and_hangs_nothing_up(game: Game) -> None:
    """Field report C-29: nor does it matter who the sender claims to be."""
    before = doors.stored()

    async def conversation(socket: WebsocketCommunicator) -> None:
        await doors.hear(socket)
        for words in NONSENSE:
            await socket.send_to(text_data=json.dumps(words))
        for text in ("{", "[" * 5000, "NaN", "\\0"):
            await socket.send_to(text_data=text)
        await socket.send_to(bytes_data=b"\x00\xff")
        await socket.send_to(text_data=json.dumps({"type": "ping"}))
        assert (await doors.hear(socket))["type"] == "tick"

    doors.talk(named("Bob"), f"/ws/games/{game.pk}/", conversation)
    doors.talk(named("Bob"), "/ws/dashboard/", conversation)
    assert doors.stored() == before
    assert not Pick.objects.exists()


def test_a_hint_brings_the_table_and_an_old_one_nothing(game: Game) -> None:
    async def conversation(socket: WebsocketCommunicator) -> None:
        first = await doors.hear(socket)
        layer = get_channel_layer()
        hint = {"type": "game.changed", "game": game.pk, "version": first["version"]}
        await layer.group_send(game_group(game.pk), hint)
        user = await database_sync_to_async(User.objects.get)(username="Bob")
        await database_sync_to_async(cast.pick)(game, user, 25)
        hint["version"] = first["version"] + 1
        await layer.group_send(game_group(game.pk), hint)
        frame = await doors.hear(socket)
        assert frame["version"] == first["version"] + 1
        assert await socket.receive_nothing(timeout=0.05)

    doors.talk(named("Alice"), f"/ws/games/{game.pk}/", conversation)


def test_whose_session_ends_is_hung_up_on_at_the_next_look(game: Game) -> None:
    async def conversation(socket: WebsocketCommunicator) -> None:
        await doors.hear(socket)
        await database_sync_to_async(Session.objects.all().delete)()
        await socket.send_to(text_data=json.dumps({"type": "sync", "version": 1}))
        assert await doors.hear(socket) == {"type": "close", "code": 4401}

    doors.talk(named("Alice"), f"/ws/games/{game.pk}/", conversation)
    assert doors.frames(doors.browser(), "/ws/dashboard/") == [{"type": "close", "code": 4401}]


def test_a_person_who_is_banned_is_hung_up_on(game: Game) -> None:
    async def conversation(socket: WebsocketCommunicator) -> None:
        await doors.hear(socket)
        users = User.objects.filter(username="Alice")
        await database_sync_to_async(users.update)(is_active=False)
        await socket.send_to(text_data=json.dumps({"type": "sync", "version": 1}))
        assert await doors.hear(socket) == {"type": "close", "code": 4401}

    doors.talk(named("Alice"), f"/ws/games/{game.pk}/", conversation)
