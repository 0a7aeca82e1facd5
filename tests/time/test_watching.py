"""Every running game waits for somebody who is there, or a worker has it (field report B-26)."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from games.models import Due, Game, Pick, Seat, Turn
from games.watching import idle_games
from tests.games import cast

pytestmark = pytest.mark.django_db


def problem_of(game: Game) -> str:
    """The one thing that is wrong with the game; "" when nothing is."""
    return "; ".join(sentence for _pk, sentence in idle_games([game.pk]))


def test_games_that_wait_for_people_or_for_a_worker_are_right() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    draft = cast.running_game([alice, bob], deal="draft", deck="tight")
    assert list(idle_games()) == []
    for user in (alice, bob):
        cast.pick(game, user, cast.hand_of(game, user)[0])
    assert cast.open_turn(game).state == Turn.State.RESOLVING
    assert problem_of(game) == problem_of(draft) == ""


def test_a_game_nobody_is_asked_in_is_found() -> None:
    game = cast.running_game(cast.people(2))
    Due.objects.filter(game=game).first().delete()  # type: ignore[union-attr]
    assert problem_of(game) == "a decision is missing, and nobody is asked for it"


def test_a_game_that_waits_for_nobody_is_found_by_verify_games() -> None:
    """All picks are in, but the turn was not closed: "not your turn" for everybody."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    for user in (alice, bob):
        cast.pick(game, user, cast.hand_of(game, user)[0])
    Turn.objects.filter(round__game=game).update(state=Turn.State.PICKING, complete_at=None)
    assert problem_of(game) == "it waits for nobody, and no worker has it"
    with pytest.raises(CommandError):
        call_command("verify_games")


def test_asking_who_is_away_or_has_picked_is_found() -> None:
    game = cast.running_game(cast.people(2))
    seat = game.seats.first()
    assert seat is not None and seat.user is not None
    Seat.objects.filter(pk=seat.pk).update(offered_at=game.created_at)
    assert problem_of(game) == "somebody is awaited who is not there"
    Seat.objects.filter(pk=seat.pk).update(offered_at=None)
    Pick.objects.create(turn=cast.open_turn(game), seat=seat, card=cast.hand_of(game, seat.user)[0])
    assert problem_of(game) == "somebody is asked for what is not wanted"


def test_a_deadline_of_a_game_that_is_over_is_found() -> None:
    """Field report B-15."""
    game = cast.running_game(cast.people(2))
    Game.objects.filter(pk=game.pk).update(state=Game.State.CANCELLED)
    assert "it is not running, and a decision is still due" in problem_of(game)
