"""The scene of the live figures: people, two hundred games of four, a person with many games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from benchmarks import live, queries
from benchmarks.clients import PATIENCE, Client
from benchmarks.figure import Figure
from games.models import Game
from games.services.rehearsing import play_turns
from games.services.tables import create_game, join_game
from sixnimmt_site.processes import wait_until
from sixnimmt_site.run import answers


def figures(url: str) -> Iterator[Figure]:
    """All figures of the running site."""
    host, port = url.removeprefix("http://").split(":")
    wait_until(lambda: answers(host, int(port), url), seconds=PATIENCE, what="The web is not up")
    tables = [new_table(url, number) for number in range(live.GAMES)]
    yield from live.latency_figures(tables[0])
    yield from live.throughput_figures(tables)
    yield from query_figures()


def new_table(url: str, number: int) -> live.Table:
    """A running game of four people of its own; it never ends while we measure."""
    people = [_person(f"P{number}-{seat}") for seat in range(live.SEATS)]
    game = _game(people, f"Bench {number}")
    return live.Table(game, [Client(url, user) for user in people])


def _person(name: str) -> User:
    user = User(username=name, email=f"{name.lower()}@example.org")
    user.set_unusable_password()
    user.save()
    return user


def _game(people: list[User], name: str, **rules: Any) -> Game:
    rules = {"end": "rounds", "rounds_wanted": 50, **rules}
    game = create_game(creator=people[0], name=name, seats_wanted=len(people), **rules)
    for user in people[1:]:
        join_game(game_id=game.pk, user=user)
    return Game.objects.get(pk=game.pk)


def query_figures() -> Iterator[Figure]:
    """Pages seen by somebody with one finished game and by somebody with thirty."""
    few, many, other = (_person(name) for name in ("Few", "Many", "Other"))
    short = {"end": "rounds", "rounds_wanted": 1}
    for user, games in ((few, 1), (many, 30)):
        for number in range(games):
            play_turns(_game([user, other], f"Played {number}", **short).pk)
            _game([user, other], f"Running {number}")
    young, old = _game([few, many], "Young"), _game([few, many], "Old")
    play_turns(young.pk, turns=13)
    play_turns(old.pk, turns=75)
    paths = {"home": "/", "lobby": "/games/", "history": "/history/"}
    yield from queries.figures(paths, few, many)
    yield from _page_figures(few, young, old)


def _page_figures(viewer: User, young: Game, old: Game) -> Iterator[Figure]:
    """The pages of a game in its eighth round against those of one in its second."""
    for name, path in (("table", "/"), ("table_json", ".json"), ("record", "/record/")):
        least, most = (
            queries.count_queries(viewer, f"/games/{game.pk}{path}") for game in (young, old)
        )
        yield Figure(f"queries_{name}", most, "queries", most / least)
