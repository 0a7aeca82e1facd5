"""Many live pages at once, hints that get lost, and what all of it costs."""

from __future__ import annotations

import base64
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlsplit

import pytest
import redis
from django.conf import settings
from django.db import connection

from games.hints import game_changed_on_commit
from games.models import Game, Pick
from sixnimmt_site.layer import CONNECTIONS
from sixnimmt_site.processes import wait_until
from tests.faults.conftest import People, Visitors
from tests.faults.sockets import Followers, live_page, next_message, sync, table_path
from tests.faults.tables import wait_resolved
from tests.faults.visitor import Visitor
from tests.games import cast
from tests.live import LiveSite

POOL = 10  # connections to PostgreSQL a process keeps (DATABASE_POOL's default)


def wait_for_all(pages: Followers, holds: Callable[[int], bool], what: str) -> None:
    wait_until(lambda: all(map(holds, pages.versions)), seconds=30, what=what)


def play_turn(game: Game, live: LiveSite | None = None) -> None:
    """A turn of the people who sit there, resolved by the workers."""
    turn = cast.open_turn(game)
    for seat in game.seats.select_related("user"):
        assert seat.user is not None
        cast.pick(game, seat.user, cast.hand_of(game, seat.user)[0], Pick.Wish.CHEAPEST)
    wait_resolved(turn, live)
    game.refresh_from_db()


def test_fifty_pages_that_come_and_go_end_at_the_last_version(
    live: LiveSite, people: People
) -> None:
    """Field report C-01: joining first and then sending the state leaves no gap."""
    users = people(2)
    game = cast.running_game(users)
    hand = cast.hand_of(game, users[0])
    visitors = [Visitor(live, user) for user in users] + [Visitor(live) for _guest in range(48)]
    with Followers(visitors, game, restless=True) as pages:
        for number in range(2000):
            cast.pick(game, users[0], hand[number % len(hand)])
            if pages.visits > 2 * len(visitors):
                break
        pages.settle()
        play_turn(game)
        wait_for_all(pages, lambda version: version == game.version, "A page is out of date")
    assert pages.visits > 2 * len(visitors)


def test_pages_come_back_after_postgres_and_valkey_were_restarted(
    live: LiveSite, people: People
) -> None:
    """Field reports C-15, C-40: no page stays cut, no page stays behind."""
    users = people(2)
    game = cast.running_game(users)
    with Followers([Visitor(live, user) for user in users], game) as pages:
        wait_for_all(pages, bool, "The pages do not open")
        for restart in (live.restart_postgres, partial(live.services.restart, "valkey")):
            restart()
            play_turn(game, live)
            wait_for_all(pages, lambda version: version == game.version, "A page is out of date")


def test_a_quiet_page_keeps_its_socket(people: People, visitors: Visitors) -> None:
    """The layer looks for hints five seconds at a time; nothing to read is not an error."""
    alice, bob = users = people(2)
    game = cast.running_game(users)
    with live_page(visitors(game, [alice])[0], table_path(game)) as page:
        next_message(page)
        with pytest.raises(TimeoutError):
            next_message(page, seconds=6)
        cast.pick(game, bob, cast.hand_of(game, bob)[0])
        assert next_message(page)["version"] == game.version + 1


def test_a_page_whose_group_was_forgotten_gets_hints_again(
    live: LiveSite, people: People, visitors: Visitors
) -> None:
    """Field report C-04: memberships expire, and go when Valkey is flushed."""
    alice, bob = users = people(2)
    game = cast.running_game(users)
    with live_page(visitors(game, [alice])[0], table_path(game)) as page:
        next_message(page)
        live.flush_valkey()
        sync(page, game.version)  # does what a tick does
        assert next_message(page)["type"] == "tick"
        cast.pick(game, bob, cast.hand_of(game, bob)[0])
        assert next_message(page, seconds=5)["version"] == game.version + 1


@contextmanager
def deaf_page(visitor: Visitor, path: str) -> Iterator[socket.socket]:
    """A socket whose owner speaks and never reads."""
    where = urlsplit(visitor.url)
    key = base64.b64encode(os.urandom(16)).decode()
    headers = {
        "Host": where.netloc,
        "Origin": visitor.url,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Version": "13",
        **visitor.headers,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(10)
        deaf.connect((where.hostname, where.port))
        deaf.sendall("\r\n".join([*lines, "", ""]).encode())
        assert deaf.recv(12) == b"HTTP/1.1 101"
        yield deaf


def spoken(text: str) -> bytes:
    """A short text frame as a client sends it, masked with zeros."""
    data = text.encode()
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


def test_a_page_that_never_reads_holds_up_nobody(
    live: LiveSite, people: People, visitors: Visitors
) -> None:
    """Field report C-02: ten megabytes asked for and not read; the others do not notice."""
    alice, bob = users = people(2)
    game = cast.running_game(users)
    deaf, hearing = visitors(game, [alice, bob])
    ask = spoken(json.dumps({"type": "sync", "version": 0}))
    with deaf_page(deaf, table_path(game)) as mute, live_page(hearing, table_path(game)) as page:
        next_message(page)
        mute.sendall(ask * 300)
        for number in range(3):
            card = cast.hand_of(game, alice)[number]
            begun = time.monotonic()
            assert deaf.pick(game, card).status == 200
            assert next_message(page, seconds=5)["version"] == game.version + number + 1
            assert time.monotonic() - begun < 5


def postgres_connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


def test_two_hundred_pages_and_requests_share_a_few_connections(
    live: LiveSite, people: People
) -> None:
    """Field report C-15: not one a page; and none is left over."""
    users = people(2)
    game = cast.running_game(users)
    before = postgres_connections()
    seen = [before]
    guests = [Visitor(live) for _guest in range(200)]

    def ask(guest: Visitor) -> int:
        return guest.get(f"/games/{game.pk}.json").status

    with Followers(guests, game) as pages:
        wait_for_all(pages, bool, "The pages do not open")
        with ThreadPoolExecutor(20) as threads:
            answers = threads.map(ask, guests)
            for status in answers:
                assert status == 200
                seen.append(postgres_connections())
        play_turn(game)
        wait_for_all(pages, lambda version: version == game.version, "A page is out of date")
        seen.append(postgres_connections())
    assert max(seen) <= before + POOL
    assert max(pages.versions) == game.version


def test_thousands_of_hints_share_a_few_connections_to_valkey(
    people: People, caplog: pytest.LogCaptureFixture
) -> None:
    """Field report C-16: sent from sync code, as the workers do."""
    game = cast.running_game(people(2))
    with redis.Redis.from_url(str(settings.CACHES["default"]["LOCATION"])) as valkey:
        before = int(valkey.info("clients")["connected_clients"])
        seen = []
        for number in range(2000):
            game_changed_on_commit(game.pk, game.version)
            if number % 20 == 0:
                seen.append(int(valkey.info("clients")["connected_clients"]))
    assert max(seen) <= before + CONNECTIONS
    assert "not sent" not in caplog.text
