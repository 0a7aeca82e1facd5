"""Bringing a table to the point where the fault strikes, and looking at it afterwards."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import Game, Pick, Turn
from sixnimmt_site.processes import wait_until
from tests.games import cast
from tests.live import LiveSite


def label_of(turn: Turn) -> str:
    """The "round.turn" a page was made for."""
    return f"{turn.round.number}.{turn.number}"


def all_but_last_picked(users: list[User], **fields: Any) -> tuple[Game, Turn, int]:
    """A game in which only the last of these people has not picked; that person's lowest card."""
    game = cast.running_game(users, **fields)
    for user in users[:-1]:
        cast.pick(game, user, cast.hand_of(game, user)[0], Pick.Wish.CHEAPEST)
    game.refresh_from_db()
    return game, cast.open_turn(game), cast.hand_of(game, users[-1])[0]


def state_of(turn: Turn) -> str:
    turn.refresh_from_db()
    return turn.state


def wait_resolved(turn: Turn, live: LiveSite | None = None) -> None:
    """Until the workers have resolved the turn, without anybody's doing.

    ``live``: start what ends meanwhile anew, as `make run` does (Celery's worker may end with a
    broker that goes away while a task is not acknowledged).
    """

    def done() -> bool:
        if live is not None:
            live.ensure_running()
        return state_of(turn) == Turn.State.DONE

    wait_until(done, seconds=30, what=f"{turn} is not resolved")


def check_resolved_once(
    game: Game, turn: Turn, *, accepted: int, version: int, live: LiveSite | None = None
) -> None:
    """From ``version`` on: so many accepted picks, one resolution, and the next turn is open."""
    wait_resolved(turn, live)
    game.refresh_from_db()
    turn.refresh_from_db()
    assert game.version == version + accepted + 1
    seats = game.seats.count()
    assert len(turn.placements) == seats
    assert sorted(step["card"] for step in turn.placements) == sorted(
        turn.picks.values_list("card", flat=True)
    )
    turns = Turn.objects.filter(round=turn.round)
    assert [other.number for other in turns] == list(range(1, turn.number + 2))
    following = turns.get(number=turn.number + 1)
    assert following.state == Turn.State.PICKING
    assert not following.picks.exists()
