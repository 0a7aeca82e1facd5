"""PostgreSQL or Valkey goes away for a moment, under load or at the worst moment."""

from __future__ import annotations

import http.client
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Event

import psutil
import pytest

from games.models import Game, Pick, Turn
from sixnimmt_site.processes import wait_until
from tests.faults.conftest import People, Visitors
from tests.faults.tables import all_but_last_picked, check_resolved_once, state_of, wait_resolved
from tests.faults.visitor import Visitor
from tests.games import cast
from tests.live import LiveSite

BOUND = 5.0  # seconds a player may wait for the answer while the broker is away
REQUESTS = 200  # a player's, at most, while PostgreSQL restarts


@contextmanager
def valkey_stopped(live: LiveSite) -> Iterator[None]:
    """No server: connections are refused."""
    live.services.stop("valkey")
    try:
        yield
    finally:
        live.services.start("valkey")


@contextmanager
def valkey_frozen(live: LiveSite) -> Iterator[None]:
    """A server that accepts everything and answers nothing."""
    children = psutil.Process().children()
    server = next(child for child in children if child.name() == "valkey-server")
    server.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.send_signal(signal.SIGCONT)


@pytest.mark.parametrize("away", [valkey_stopped, valkey_frozen])
def test_the_last_pick_is_taken_without_a_broker_and_resolves_later(
    away: object, live: LiveSite, people: People, visitors: Visitors
) -> None:
    """Field reports C-08, C-40: accepted in bounded time; the sweep finds it."""
    users = people(3)
    game, turn, card = all_but_last_picked(users)
    player = visitors(game, users[-1:])[0]
    assert player.pick(game, card).status == 200  # now the web process knows the broker
    wait_resolved(turn)
    game.refresh_from_db()
    second = cast.open_turn(game)
    for user in users[:-1]:
        cast.pick(game, user, cast.hand_of(game, user)[0], Pick.Wish.CHEAPEST)
    game.refresh_from_db()
    with away(live):  # type: ignore[operator]
        begun = time.monotonic()
        assert player.pick(game, cast.hand_of(game, users[-1])[0]).status == 200
        assert time.monotonic() - begun < BOUND
        assert state_of(second) == Turn.State.RESOLVING
    check_resolved_once(game, second, accepted=1, version=game.version, live=live)


def test_valkey_may_be_flushed_between_any_two_moves(
    live: LiveSite, people: People, visitors: Visitors
) -> None:
    users = people(3)
    game = cast.running_game(users)
    for user, player in zip(users, visitors(game, users), strict=True):
        live.flush_valkey()
        assert player.pick(game, cast.hand_of(game, user)[0]).status == 200
    wait_resolved(Turn.objects.get(round__game=game, number=1))


def change_mind_until(stop: Event, log: list[int], player: Visitor, game: Game) -> None:
    """Change one's pick over and over; the statuses go to the log (0: no answer at all)."""
    hand = player.get(f"/games/{game.pk}.json").data["hand"]
    for number in range(REQUESTS):
        if stop.is_set():
            break
        try:
            log.append(player.pick(game, hand[number % len(hand)]["card"]).status)
        except (OSError, http.client.HTTPException):
            log.append(0)


def test_postgres_restarts_under_load_and_the_site_recovers_by_itself(
    live: LiveSite, people: People, visitors: Visitors
) -> None:
    """Field report C-15: some requests fail meanwhile; then all work, nothing is half done."""
    users = people(4)
    games = [cast.running_game(users) for _table in range(2)]
    busy = [(player, game) for game in games for player in visitors(game, users[1:])]
    stop, log = Event(), list[int]()

    def wait_for_picks(seen: int) -> None:
        taken = partial(list.count, log, 200)
        wait_until(lambda: taken() >= seen + 10, seconds=20, what="No picks are taken")

    with ThreadPoolExecutor(len(busy)) as threads:
        running = [threads.submit(change_mind_until, stop, log, *one) for one in busy]
        try:
            wait_for_picks(0)
            live.restart_postgres()
            wait_for_picks(log.count(200))
        finally:
            stop.set()
    for one in running:
        one.result()
    for game in games:
        turn = cast.open_turn(game)
        last = visitors(game, users[:1])[0]
        assert last.pick(game, cast.hand_of(game, users[0])[0]).status == 200
        wait_resolved(turn)
