"""A page says that its person is active at this table; an open tab says nothing (B-03)."""

from __future__ import annotations

import json

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

from games.models import Game
from games.notifications.presence import is_present
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


def at_the_table(client: Client, game: Game, *said: dict[str, object]) -> None:
    """Open the table's page, say this, and wait until it was heard."""

    async def conversation(socket: WebsocketCommunicator) -> None:
        await doors.hear(socket)
        for words in [*said, {"type": "sync", "version": 1}]:
            await socket.send_to(text_data=json.dumps(words))
        await doors.hear(socket)

    doors.talk(client, f"/ws/games/{game.pk}/", conversation)


@pytest.mark.parametrize("active", [True, False])
def test_only_being_active_counts_and_only_at_this_table(active: bool) -> None:
    alice, bob = cast.people(2)
    game, other = cast.running_game([alice, bob]), cast.running_game([alice, bob])
    said: list[dict[str, object]] = [{"type": "active"}] if active else []
    at_the_table(doors.browser(alice), game, *said)
    assert is_present(alice.pk, game.pk) is active
    assert not is_present(alice.pk, other.pk)
    assert not is_present(bob.pk, game.pk)


def test_somebody_signed_out_is_nobody() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    at_the_table(Client(), game, {"type": "active"})
    assert not is_present(alice.pk, game.pk)


@pytest.mark.parametrize("active", [True, False])
def test_a_page_without_a_socket_says_so_with_its_plain_request(active: bool) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    headers = {"X-Active": "1"} if active else {}
    doors.browser(alice).get(f"/games/{game.pk}/fragment/", headers=headers)
    assert is_present(alice.pk, game.pk) is active
    assert not is_present(bob.pk, game.pk)
    assert Client().get(f"/games/{game.pk}/fragment/", headers=headers).status_code == 200
