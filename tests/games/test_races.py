"""Two or more people at the same instant: one order of events, clean refusals, no deadlock.

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
from django.db import connection

from accounts.models import User
from games.models import DraftTake, Game, Pick, Round, Seat
from games.selectors.lists import dashboard
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services import drafting, hosting, picking, tables
from games.services.errors import Refusal
from games.services.moderating import moderate
from games.services.resolving import resolve_turn
from games.services.sweeping import sweep
from games.verifying import problems_of
from tests.games import cast
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
DONE, LATE = "done", "TooLate"
STACKED = "stacked"  # the name of a game whose hands do not come from its seed
ROUNDS = range(5)  # how often the open races are run


def outcome(act: Callable[..., object], **fields: object) -> str:
    """DONE, or the kind of refusal."""
    try:
        act(**fields)
    except Refusal as refusal:
        return type(refusal).__name__
    return DONE


def race(*acts: Callable[[], object]) -> list[str]:
    return at_once([partial(outcome, act) for act in acts])


def open_table(creator: User, seats: int = 4) -> Game:
    return tables.create_game(creator=creator, name="Friday herd", seats_wanted=seats)


def joining(game: Game, user: User) -> Callable[[], object]:
    return partial(tables.join_game, game_id=game.pk, user=user)


@pytest.fixture(autouse=True)
def _no_deadlock_and_nothing_wrong() -> Iterator[None]:
    before = deadlocks()
    yield
    assert deadlocks() == before
    for game in Game.objects.exclude(name=STACKED):
        assert list(problems_of(game)) == []


def deadlocks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def test_one_of_five_gets_the_last_seat() -> None:
    """Field report B-28."""
    alice, bob, *others = cast.people(7)
    game = open_table(alice, seats=3)
    tables.join_game(game_id=game.pk, user=bob)
    answers = race(*(joining(game, user) for user in others))
    assert Counter(answers) == {DONE: 1, LATE: 4}
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert game.seats.count() == 3
    assert [hand.cards for hand in cast.open_turn(game).round.hands.all() if hand.cards]


def test_bob_joins_twice_and_has_one_seat() -> None:
    """Field report B-27."""
    alice, bob = cast.people(2)
    game = open_table(alice)
    assert race(*[joining(game, bob)] * 4) == [DONE] * 4
    assert list(game.seats.values_list("number", flat=True)) == [0, 1]


def test_a_double_start_deals_once() -> None:
    alice, bob = cast.people(2)
    game = open_table(alice)
    tables.join_game(game_id=game.pk, user=bob)
    start = partial(tables.start_game, game_id=game.pk, user=alice)
    assert Counter(race(*[start] * 4)) == {DONE: 1, LATE: 3}
    assert [r.state for r in game.rounds.all()] == [Round.State.PLAYING, Round.State.PLANNED]
    assert cast.open_turn(game).number == 1


def test_bots_take_no_more_seats_than_there_are() -> None:
    (alice,) = cast.people(1)
    game = open_table(alice, seats=3)
    add = partial(hosting.add_bot, game_id=game.pk, user=alice, level=Seat.Bot.SIMPLE)
    assert Counter(race(*[add] * 5)) == {DONE: 2, LATE: 3}
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert list(game.seats.values_list("number", flat=True)) == [0, 1, 2]


@pytest.mark.parametrize("_again", ROUNDS)
def test_a_table_is_either_cancelled_or_joined_and_started(_again: int) -> None:
    alice, bob = cast.people(2)
    game = open_table(alice, seats=2)
    cancel = partial(tables.cancel_game, game_id=game.pk, user=alice)
    cancelled, joined = race(cancel, joining(game, bob))
    game.refresh_from_db()
    state = Game.State.CANCELLED if cancelled == DONE else Game.State.RUNNING
    assert game.state == state
    assert {cancelled, joined} == {DONE, LATE}


@pytest.mark.parametrize("_again", ROUNDS)
def test_bob_has_either_left_or_plays(_again: int) -> None:
    alice, bob, charlie = cast.people(3)
    game = open_table(alice)
    for user in (bob, charlie):
        tables.join_game(game_id=game.pk, user=user)
    leave = partial(tables.leave_game, game_id=game.pk, user=bob)
    left, started = race(leave, partial(tables.start_game, game_id=game.pk, user=alice))
    assert started == DONE
    names = [seat.name for seat in game.seats.select_related("user")]
    assert names == (["Alice", "Charlie"] if left == DONE else ["Alice", "Bob", "Charlie"])
    assert list(game.seats.values_list("number", flat=True)) == list(range(len(names)))


def test_a_rematch_that_everybody_asks_for_is_one_game() -> None:
    users = cast.people(3)
    game = cast.running_game(users, end="rounds")
    while game.state == Game.State.RUNNING:
        cast.play_lowest(game, users)
    ask = partial(tables.rematch, game_id=game.pk)
    asked = at_once([partial(ask, user=user) for user in (*users, *users)])
    assert len({again.pk for again in asked}) == 1
    again = Game.objects.get(rematch_of=game)
    assert again.state == Game.State.RUNNING
    assert sorted(seat.user_id or 0 for seat in again.seats.all()) == [user.pk for user in users]


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
