"""Scenes with Alice, Bob and Charlie, each at another point of a game's life."""

from __future__ import annotations

from accounts.models import User
from games.models import Game
from games.services.moderating import moderate
from games.services.rehearsing import play_turns
from games.services.tables import create_game, join_game
from tests.games import cast


def people() -> list[User]:
    return cast.people(3)


def picking() -> Game:
    """Alice, Bob and Charlie play; nobody has picked."""
    game = cast.running_game(people())
    stack(game)
    return game


def stack(game: Game) -> None:
    hands = {"Alice": [2, *range(11, 20)], "Bob": [25, *range(31, 40)]}
    cast.stack(game, [[50], [60], [70], [80]], hands | {"Charlie": [90, *range(91, 100)]})


def choosing() -> Game:
    """Alice's 2 waits for a row."""
    game = cast.running_game(users := people())
    stack(game)
    cast.play(game, dict(zip(users, (2, 25, 90), strict=True)))
    return game


def paused() -> Game:
    game = picking()
    herder = cast.person("Herder", is_staff=True, is_superuser=True)
    return moderate(game_id=game.pk, moderator=herder, action="pause", reason="A quarrel.")


def table() -> Game:
    """Alice and Bob sit at an open table for three."""
    alice, bob, _charlie = people()
    game = create_game(creator=alice, name="Friday herd", seats_wanted=3)
    return join_game(game_id=game.pk, user=bob)


def private() -> Game:
    alice, *_others = people()
    return create_game(creator=alice, name="Friday herd", visibility="private")


def drafting() -> Game:
    return cast.running_game(people(), deal="draft", deck="tight")


def over() -> Game:
    game = cast.running_game(people(), end="rounds")
    return play_turns(game.pk)
