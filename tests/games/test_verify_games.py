"""manage.py verify_games: a game that is not what was played is told, and how."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from games.models import DraftTake, Game, Hand, Pick, Round, Salt, Turn
from games.services.drafting import set_wishes
from games.services.rehearsing import play_turns
from games.verifying import problems_of
from tests.games import cast
from tests.games.scenes import drafting, over, table

pytestmark = pytest.mark.django_db
Wrong = Callable[[Game], object]


def two_rounds() -> Game:
    """Three people and a bot in the third turn of the second round."""
    game = cast.running_game(cast.people(3), ("counter",), target=500)
    return play_turns(game.pk, turns=12)


def first(game: Game) -> Round:
    return game.rounds.get(number=1)


def second(game: Game) -> Round:
    return game.rounds.get(number=2)


def hand(game: Game) -> Hand:
    """Seat 0's in the round that is being played."""
    return Hand.objects.get(round=second(game), seat__number=0)


def edit(row: object, **fields: object) -> None:
    """Write columns behind the services' back."""
    type(row).objects.filter(pk=row.pk).update(**fields)  # type: ignore[attr-defined]


def turn(game: Game, number: int) -> Turn:
    return Turn.objects.get(round=first(game), number=number)


def picks(game: Game, number: int) -> list[Pick]:
    return list(Pick.objects.filter(turn=turn(game, number)).order_by("seat__number"))


def exchange_picks(game: Game) -> None:
    one, two = picks(game, 3)[:2]
    one.delete()
    edit(two, card=one.card)
    Pick.objects.create(turn=one.turn, seat=one.seat, card=two.card)


def exchange_hand_cards(game: Game) -> None:
    mine = hand(game)
    foreign = Hand.objects.get(round=second(game), seat__number=1).cards[0]
    cards = [foreign, *mine.cards[1:]]
    edit(mine, cards=cards, dealt=[*(c for c in mine.dealt if c != mine.cards[0]), foreign])


def other_story(game: Game) -> None:
    steps = turn(game, 3).placements
    edit(turn(game, 3), placements=[{**steps[0], "row": (steps[0]["row"] + 1) % 4}, *steps[1:]])


def pick_from_nowhere(game: Game) -> None:
    card = next(c for c in range(1, 105) if c not in hand(game).dealt)
    Pick.objects.create(turn=cast.open_turn(game), seat=game.seats.get(number=0), card=card)


def everybody_picked_but_nobody_resolves(game: Game) -> None:
    for user in [seat.user for seat in game.seats.all() if seat.user]:
        cast.pick(game, user, cast.hand_of(game, user)[0])
    edit(cast.open_turn(game), state="picking")


def salt(game: Game) -> Salt:
    return Salt.objects.filter(round=first(game))[0]


def turned(row: Round, column: str) -> None:
    edit(row, **{column: getattr(row, column)[::-1]})


WRONGS: list[tuple[str, Wrong]] = [
    ("the seed is not the one", lambda g: edit(second(g), seed=b"x" * 32)),
    ("the seed is not the one", lambda g: edit(first(g), commitment="0" * 64)),
    ("the deal does not follow", lambda g: edit(salt(g), value="0" * 32)),
    ("the deal does not follow", lambda g: salt(g).delete()),
    ("the deal does not follow", lambda g: turned(second(g), "stock")),
    ("the deal does not follow", lambda g: turned(first(g), "start_rows")),
    ("the deal does not follow", exchange_hand_cards),
    ("cannot be replayed", lambda g: edit(second(g), shuffled_from=[1, 1, *range(3, 105)])),
    ("cannot be replayed", lambda g: hand(g).delete()),
    ("turn 3 does not replay", lambda g: edit(picks(g, 3)[0], card=picks(g, 4)[0].card)),
    ("turn 3 does not replay", lambda g: picks(g, 3)[0].delete()),
    ("turn 3 does not replay", exchange_picks),
    ("turn 3 does not replay", other_story),
    ("turn 3 does not begin with", lambda g: edit(turn(g, 3), rows_before=[[1], [2], [3], [4]])),
    ("turn 3 is missing", lambda g: turn(g, 3).delete()),
    ("it is finished before its ten turns", lambda g: turn(g, 10).delete()),
    ("seat 0 does not hold what it should", lambda g: edit(hand(g), cards=hand(g).cards[1:])),
    ("seat 0 has not taken what it should", lambda g: edit(hand(g), taken=[*hand(g).taken, 1])),
    ("seat 0 has not taken what it should", lambda g: edit(hand(g), bullheads=99)),
    ("the rows are not those", lambda g: turned(second(g), "rows")),
    ("a total is not the sum", lambda g: edit(g.seats.get(number=1), total=1000)),
    ("has a pick of a card that is not in the hand", pick_from_nowhere),
    ("waits for nobody", everybody_picked_but_nobody_resolves),
    ("without all picks", lambda g: edit(cast.open_turn(g), state="resolving")),
    ("has 0 open turns", lambda g: cast.open_turn(g).delete()),
    ("0 rounds are under way", lambda g: edit(second(g), state="finished")),
    ("the game should be over after round 1", lambda g: edit(g, end="rounds", rounds_wanted=1)),
    ("round 1 is missing", lambda g: first(g).delete()),
    ("engine version 99 is not known", lambda g: edit(g, engine_version=99)),
]


def check_each_is_told(game: Game, wrongs: list[tuple[str, Wrong]]) -> None:
    """One wrong at a time, each taken back before the next."""
    assert list(problems_of(game)) == []
    for words, wrong in wrongs:
        before = transaction.savepoint()
        wrong(game)
        problems = list(problems_of(Game.objects.get(pk=game.pk)))
        assert any(words in problem for problem in problems), (words, problems)
        transaction.savepoint_rollback(before)


def test_it_is_told_what_is_wrong() -> None:
    check_each_is_told(two_rounds(), WRONGS)


OVER: list[tuple[str, Wrong]] = [
    ("the ranks do not follow", lambda g: edit(g.seats.get(number=0), rank=9)),
    ("should not be over after round 1", lambda g: edit(g, end="exceeds", target=500)),
    ("a total is not the sum", lambda g: edit(g.seats.get(number=2), total=0)),
]


def test_it_is_told_what_is_wrong_at_the_end() -> None:
    check_each_is_told(over(), OVER)


def half_drafted() -> Game:
    """Everybody keeps a list of the same cards, which the draft takes one by one."""
    game = drafting()
    for seat in game.seats.all():
        assert seat.user is not None
        set_wishes(game_id=game.pk, user=seat.user, cards=list(range(1, 9)))
    return game


def take(game: Game, number: int) -> DraftTake:
    return first(game).takes.get(number=number)


def other_starter(game: Game) -> None:
    edit(first(game), draft_starter=(first(game).draft_starter or 0) ^ 1)


def taken_by_another(game: Game) -> None:
    by_whom = take(game, 0).seat_id
    edit(take(game, 0), seat=game.seats.exclude(pk=by_whom)[0])


DRAFT: list[tuple[str, Wrong]] = [
    ("first seat does not follow", other_starter),
    ("cannot be replayed", lambda g: take(g, 1).delete()),
    ("cannot be replayed", lambda g: edit(take(g, 0), card=104)),
    ("cannot be replayed", taken_by_another),
]


def test_it_is_told_what_is_wrong_in_a_draft() -> None:
    game = half_drafted()
    assert first(game).takes.count() == 8
    check_each_is_told(game, DRAFT)


@pytest.mark.parametrize("scene", [table, drafting, two_rounds, over])
def test_games_at_every_point_of_their_life_are_right(scene: Callable[[], Game]) -> None:
    assert list(problems_of(scene())) == []


def test_the_command_says_that_all_is_well() -> None:
    two_rounds()
    said = StringIO()
    call_command("verify_games", stdout=said)
    assert said.getvalue() == "1 games replay to exactly what is stored.\n"


def test_the_command_names_the_game_and_fails() -> None:
    good, bad = two_rounds(), cast.running_game([cast.person("Kim"), cast.person("Lou")])
    edit(bad.seats.get(number=0), total=7)
    said = StringIO()
    with pytest.raises(CommandError, match="1 of 2 games"):
        call_command("verify_games", stderr=said, stdout=StringIO())
    assert said.getvalue() == f"game {bad.pk}: a total is not the sum of its rounds\n"
    call_command("verify_games", str(good.pk), stdout=StringIO())
