"""The live page's socket, for everybody who may look and for those who may not (any more)."""

from __future__ import annotations

import json
import re

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from accounts.models import User
from games.models import Game
from games.services import tables
from tests.faults.conftest import People, Visitors
from tests.faults.sockets import (
    address,
    at_version,
    closing_code,
    live_page,
    message_where,
    next_message,
    sync,
    table_path,
)
from tests.faults.visitor import Visitor
from tests.games import cast
from tests.live import LiveSite

NOT_SIGNED_IN, NOT_ALLOWED = 4401, 4403


def cards_to_play(html: str) -> list[int]:
    """The cards a page offers to play."""
    return [int(card) for card in re.findall(r'name="card"[^>]*value="(\d+)"', html)]


def test_a_page_has_the_state_at_once_and_each_change_soon(
    people: People, visitors: Visitors
) -> None:
    alice, bob = users = people(2)
    game = cast.running_game(users)
    with live_page(visitors(game, [alice])[0], table_path(game)) as page:
        first = next_message(page)
        assert (first["type"], first["version"]) == ("table", game.version)
        assert cards_to_play(first["html"]) == cast.hand_of(game, alice)
        cast.pick(game, bob, cast.hand_of(game, bob)[0])
        assert next_message(page, seconds=2)["version"] == game.version + 1
        sync(page, game.version + 1)
        tick = next_message(page)
        assert (tick["type"], tick["version"]) == ("tick", game.version + 1)
        sync(page, game.version)
        assert next_message(page)["type"] == "table"


def test_signed_out_people_see_a_public_table_without_a_hand(
    live: LiveSite, people: People
) -> None:
    game = cast.running_game(people(2))
    with live_page(Visitor(live), table_path(game)) as page:
        first = next_message(page)
        assert first["version"] == game.version
        assert cards_to_play(first["html"]) == []


def test_a_private_table_is_for_its_people(
    live: LiveSite, people: People, visitors: Visitors
) -> None:
    alice, _bob, charlie = users = people(3)
    game = cast.running_game(users[:2], visibility=Game.Visibility.PRIVATE)
    for stranger in (Visitor(live), Visitor(live, charlie)):
        with live_page(stranger, table_path(game)) as page:
            assert closing_code(page) == NOT_ALLOWED
    with live_page(visitors(game, [alice])[0], table_path(game)) as page:
        assert next_message(page)["version"] == game.version


def test_who_leaves_a_private_table_does_not_watch_it_any_more(
    live: LiveSite, people: People
) -> None:
    alice, bob = people(2)
    private = Game.Visibility.PRIVATE
    game = tables.create_game(creator=alice, name="Friday herd", visibility=private)
    tables.join_game(game_id=game.pk, user=bob, invited=True)
    with live_page(Visitor(live, bob), table_path(game)) as page:
        next_message(page)
        tables.leave_game(game_id=game.pk, user=bob)
        assert closing_code(page) == NOT_ALLOWED


@pytest.mark.parametrize("path", ["table", "/ws/dashboard/"])
def test_signing_out_closes_the_page_within_two_seconds(
    path: str, people: People, visitors: Visitors
) -> None:
    alice, _bob = users = people(2)
    game = cast.running_game(users)
    here, elsewhere = visitors(game, [alice, alice])
    path = table_path(game) if path == "table" else path
    with live_page(here, path) as page, live_page(elsewhere, path) as other:
        next_message(page)
        next_message(other)
        here.post("/accounts/logout/")
        assert closing_code(page, seconds=2) == NOT_SIGNED_IN
        sync(other, 0)  # another session of hers goes on
        assert message_where(other, lambda m: m["type"] != "tick")


@pytest.mark.parametrize("next_look", ["a hint", "a tick"])
def test_a_banned_player_is_sent_away_at_the_next_look(
    next_look: str, people: People, visitors: Visitors
) -> None:
    alice, bob = users = people(2)
    game = cast.running_game(users)
    with live_page(visitors(game, [alice])[0], table_path(game)) as page:
        next_message(page)
        User.objects.filter(pk=alice.pk).update(is_active=False)
        if next_look == "a hint":
            cast.pick(game, bob, cast.hand_of(game, bob)[0])
        else:
            sync(page, game.version)  # does what a tick does
        assert closing_code(page) == NOT_SIGNED_IN


def test_another_sites_page_is_refused(people: People, visitors: Visitors) -> None:
    users = people(2)
    game = cast.running_game(users)
    alice = visitors(game, users[:1])[0]
    where = address(alice, table_path(game))
    for origin in (Origin("http://evil.example"), None):
        with pytest.raises(InvalidStatus, match="403"):
            connect(where, additional_headers=alice.headers, origin=origin, proxy=None)


GARBAGE = (
    "",
    "moo",
    "[1, 2",
    "[" * 60_000,
    "null",
    "[]",
    '{"type": ["sync"]}',
    '{"type": "sync", "version": "new"}',
    '{"type": "sync", "version": -1e999}',
    json.dumps({"type": "game.changed", "version": 10**9}),
    b"",
    b"\x00\xff moo",
)


def test_nonsense_from_a_page_is_nothing(people: People, visitors: Visitors) -> None:
    alice, bob = users = people(2)
    game = cast.running_game(users)
    with live_page(visitors(game, [alice])[0], table_path(game)) as page:
        next_message(page)
        for frame in GARBAGE:
            page.send(frame)
        sync(page, game.version)
        assert message_where(page, lambda message: message["type"] == "tick")
        cast.pick(game, bob, cast.hand_of(game, bob)[0])
        message_where(page, at_version(game.version + 1))
