"""Two or more moves at the same instant: one order of events, clean refusals, no deadlock.

Each thread has a connection and a transaction of its own. What is not a Refusal (a deadlock, a
broken constraint) comes out of ``at_once`` and fails the test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from games.models import DraftTake, Game, Pick, Round
from games.selectors.lists import dashboard
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services import drafting, picking
from games.services.moderating import moderate
from games.services.resolving import resolve_turn
from games.services.sweeping import sweep
from games.verifying import problems_of
from tests.games import cast
from tests.games.racing import (
    DONE,
    LATE,
    ROUNDS,
    STACKED,
    no_deadlock_and_nothing_wrong,
    outcome,
    race,
)
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_wrong() -> Iterator[None]:
    with no_deadlock_and_nothing_wrong():
        yield


def test_a_row_is_chosen_once() -> None:
    """Field reports A-26, C-39."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], name=STACKED)
    rows = [[50], [60], [70], [80]]
    cast.stack(game, rows, {"Alice": [3, *range(11, 20)], "Bob": [90, *range(91, 100)]})
    turn = cast.play(game, {alice: 3, bob: 90})
    choices = [partial(picking.choose_row, game_id=game.pk, user=alice, row=n) for n in range(4)]
    answers = race(*choices, partial(picking.choose_row, game_id=game.pk, user=bob, row=1))
    assert Counter(answers[:4]) == {DONE: 1, LATE: 3}
    assert answers[4] in ("NotYours", LATE)
    assert resolve_turn(turn_id=turn.pk)
    turn.refresh_from_db()
    assert turn.placements[0]["row"] == answers.index(DONE)
    assert list(problems_of(game)) == ["round 1: the deal does not follow from seed and salts"]


@pytest.mark.parametrize("action", ["pause", "cancel", "void"])
def test_a_moderator_and_the_last_pick(action: str) -> None:
    """Either order ends well: a paused game goes on where it was, an ended one stays ended."""
    alice, bob, mira = cast.people(3)
    mira.user_permissions.add(Permission.objects.get(codename="change_game"))
    game = cast.running_game([alice, bob])
    turn = cast.open_turn(game)
    cast.pick(game, alice, cast.hand_of(game, alice)[-1], Pick.Wish.CHEAPEST)
    act = partial(moderate, game_id=game.pk, moderator=mira, reason="A quarrel.")
    card = cast.hand_of(game, bob)[-1]
    last = partial(
        picking.submit_pick, game_id=game.pk, user=bob, card=card, wish=Pick.Wish.CHEAPEST
    )
    moderated, picked = race(partial(act, action=action), last)
    assert moderated == DONE
    assert picked in (DONE, LATE)
    assert not resolve_turn(turn_id=turn.pk)
    if action == "pause":
        act(action="resume")
        if picked != DONE:
            last()
        assert resolve_turn(turn_id=turn.pk)
        assert cast.open_turn(game).number == 2


@pytest.mark.parametrize("_again", ROUNDS)
def test_the_last_pick_and_its_deadline(_again: int) -> None:
    """The stand-in or Bob, never both; the turn closes once."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    cast.reveal_once(game, [alice, bob])
    turn = cast.open_turn(game)
    cast.pick(game, alice, cast.hand_of(game, alice)[-1], Pick.Wish.CHEAPEST)
    cast.let_time_pass(game)
    card = cast.hand_of(game, bob)[-1]
    last = partial(picking.submit_pick, game_id=game.pk, user=bob, card=card, wish="cheapest")
    picked, *_swept = race(last, partial(sweep), partial(sweep))
    by = turn.picks.get(seat__user=bob).by
    assert by == (Pick.By.PLAYER if picked == DONE else Pick.By.STANDIN)
    assert sum(at_once([partial(resolve_turn, turn_id=turn.pk)] * 3)) == 1
    assert cast.open_turn(game).number == 3


def drafting_game(users: list[User]) -> Game:
    return cast.running_game(users, deal="draft", deck="tight")


def test_a_card_of_the_draft_is_taken_once() -> None:
    users = cast.people(4)
    game = drafting_game(users)
    take = partial(drafting.take_card, game_id=game.pk, card=7)
    answers = race(*(partial(take, user=user) for user in (*users, *users)))
    assert answers.count(DONE) == 1
    assert set(answers) <= {DONE, LATE, "BadRequest"}
    assert [t.card for t in game.rounds.get(state=Round.State.DRAFTING).takes.all()] == [7]


def take_lowest(game: Game, user: User) -> str:
    """Grab the lowest card that lies there, whoever's turn it is; the outcome."""
    gone = set(DraftTake.objects.filter(round__game=game).values_list("card", flat=True))
    card = min(set(range(1, 105)) - gone)
    return outcome(drafting.take_card, game_id=game.pk, user=user, card=card)


def test_a_whole_draft_in_a_hurry() -> None:
    """Everybody grabs the lowest card again and again, whoever's turn it is."""
    users = cast.people(3)
    game = drafting_game(users)

    def grab(user: User) -> int:
        return sum(take_lowest(game, user) == DONE for _try in range(120))

    assert at_once([partial(grab, user) for user in users]) == [10, 10, 10]
    assert cast.open_turn(game).number == 1


def check_one_moment(view: dict[str, Any]) -> None:
    """Nothing in the view is from before a move while something else is from after it."""
    if view["phase"] == "drafting":
        assert view["draft"]["takes_done"] < view["draft"]["takes_total"]
        return
    if view["phase"] == "finished":
        assert view["result"]
        assert {seat["hand_size"] for seat in view["seats"]} == {0}
        return
    left = 11 - view["round"]["turn"]
    assert {seat["hand_size"] for seat in view["seats"]} == {left}
    held = {card["card"] for card in view["hand"]}
    assert not held & {card["card"] for row in view["rows"] for card in row["cards"]}
    picked = {seat["number"] for seat in view["seats"] if seat["status"] == "picked"}
    if view["phase"] == "picking":
        assert {seat["seat"] for seat in view["awaited"]} == {0, 1} - picked


@pytest.mark.parametrize("options", [{}, {"deal": "draft", "deck": "tight"}])
def test_whoever_looks_while_the_table_moves_sees_one_moment(options: dict[str, Any]) -> None:
    """Field report B-32: a card in the hand and on the table at once."""
    users = cast.people(2)
    game = cast.running_game(users, end="rounds", **options)

    def look(user: User) -> None:
        version = 0
        for _look in range(3000):
            view = table_view(game.pk, Viewer(user=user))
            assert view["game"]["version"] >= version
            version = view["game"]["version"]
            check_one_moment(view)
            dashboard(user)
            if view["phase"] == "finished":
                return

    def move() -> None:
        while Round.objects.filter(game=game, state=Round.State.DRAFTING).exists():
            for user in users:
                take_lowest(game, user)
        while Game.objects.filter(pk=game.pk, state=Game.State.RUNNING).exists():
            cast.play_lowest(game, users)

    acts: list[Callable[[], None]] = [move, *(partial(look, user) for user in users)]
    at_once(acts)
    game.refresh_from_db()
    assert game.state == Game.State.FINISHED
