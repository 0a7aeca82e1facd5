"""A page takes the same number of queries however many games, rounds, turns and seats there are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.live import dashboard_message, table_message
from games.models import Game
from games.selectors.viewer import Viewer
from games.services.rehearsing import play_turns
from games.services.tables import create_game, join_game
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


def queries(ask: Callable[[], object]) -> int:
    """How many queries a look takes."""
    with CaptureQueriesContext(
        connection,
    ) as captured:
        ask()
    return len(captured)


def small_world() -> tuple[User, Game, Game]:
    """Alice and Bob: one running game in its second turn, one that is over."""
    alice, bob = cast.people(2)
    running = cast.running_game([alice, bob])
    play_turns(running.pk, turns=1)
    ended = play_turns(cast.running_game([alice, bob], end="rounds").pk)
    create_game(creator=alice, name="Empty chairs")
    return alice, running, ended


def large_world() -> tuple[User, Game, Game]:
    """Ten seats, several rounds, and many more games of every kind."""
    users = [User.objects.get(username=name) for name in cast.NAMES[:2]]
    users += [cast.person(name) for name in cast.NAMES[2:5]]
    alice = users[0]
    bots = ("simple",) * 5
    running = cast.running_game(users, bots, target=500)
    play_turns(running.pk, turns=11)
    ended = play_turns(cast.running_game(users[:4], end="rounds", rounds_wanted=2).pk)
    for number in range(2):
        cast.running_game(users[: 2 + number % 3])
        cast.running_game(users[: 2 + number % 3], deal="draft", deck="tight")
        play_turns(cast.running_game(users[:3], end="rounds").pk)
        table = create_game(creator=alice, name="Empty chairs")
        join_game(game_id=table.pk, user=users[1])
    return alice, running, ended


PATHS = (
    "/",
    "/games/",
    "/games/?state=running",
    "/games/?state=finished",
    "/history/",
    "/games/{running}/",
    "/games/{running}.json",
    "/games/{running}/fragment/",
    "/games/{running}/record/",
    "/games/{ended}/",
    "/games/{ended}.json",
    "/games/{ended}/record/",
)


ADMIN = tuple(f"/admin/games/{model}/" for model in ("game", "seat", "round", "turn"))


def asked(client: Client, path: str) -> int:
    return queries(lambda: client.get(path))


def counted(alice: User, running: Game, ended: Game) -> dict[str, int]:
    herder, _new = User.objects.get_or_create(username="Herder", is_staff=True, is_superuser=True)
    counts = {path: asked(doors.browser(herder), path) for path in ADMIN}
    for who, client in (("Alice", doors.browser(alice)), ("", doors.browser())):
        for path in PATHS:
            url = path.format(running=running.pk, ended=ended.pk)
            counts[f"{who} {path}"] = asked(client, url)
    viewer = Viewer(user=alice)
    counts["frame"] = queries(lambda: table_message(running.pk, viewer))
    counts["tick"] = queries(
        lambda: table_message(running.pk, viewer, known=Game.objects.get(pk=running.pk).version)
    )
    counts["dashboard frame"] = queries(lambda: dashboard_message(alice))
    return counts


def test_queries_do_not_grow() -> None:
    alice, running, ended = small_world()
    counted(alice, running, ended)  # fills caches
    few = counted(alice, running, ended)
    many = counted(*large_world())
    assert {what: (few[what], many[what]) for what in few if few[what] != many[what]} == {}
    assert max(many.values()) < 30, many
