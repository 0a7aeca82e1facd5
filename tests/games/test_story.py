"""The story: every resolved turn card by card, for whoever was there and whoever was away."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.live import announcement
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services.picking import choose_row
from games.services.resolving import resolve_turn
from games.services.sweeping import sweep
from tests.games import cast, doors
from tests.games.scenes import choosing, picking

pytestmark = pytest.mark.django_db


def named(name: str) -> User:
    return User.objects.get(username=name)


def test_after_the_choice_all_cards_are_placed_and_told_in_their_order() -> None:
    """Field report A-43: the low card first, then the others, in one run of the worker."""
    users = cast.people(4)
    game = cast.running_game(users)
    hands = {"Alice": [3, *range(11, 20)], "Bob": [5, *range(21, 30)]}
    hands |= {"Charlie": [49, *range(31, 40)], "Mira": [90, *range(91, 100)]}
    cast.stack(game, [[50], [60], [70], [80]], hands)
    turn = cast.play(game, dict(zip(users, (3, 5, 49, 90), strict=True)))
    choose_row(game_id=game.pk, user=users[0], row=1)
    resolve_turn(turn_id=turn.pk)
    view = doors.view(doors.browser(), game)
    told = view["story"][-1]
    assert [step["card"] for step in told["steps"]] == [3, 5, 49, 90]
    assert told["rows_after"] == [[50], [3, 5, 49], [70], [80, 90]]
    assert told["rows_after"] == [[c["card"] for c in row["cards"]] for row in view["rows"]]
    assert [seat["round_bullheads"] for seat in view["seats"]] == [3, 0, 0, 0]
    assert told["steps"][0]["text"] == "3 fits no row: Alice takes row 2 with 3 bullheads."


def test_every_turn_tells_of_everybody_also_who_took_nothing() -> None:
    """Field report A-39: nine at a table, and each one's card, row and bullheads, zeros too."""
    users = cast.people(9)
    game = cast.running_game(users)
    cast.play_lowest(game, users)
    summary = doors.view(doors.browser(), game)["story"][-1]["summary"]
    assert [line["name"] for line in summary] == [user.username for user in users]
    assert all(line["bullheads"] >= 0 and 0 <= line["row"] <= 3 for line in summary)
    assert any(line["bullheads"] == 0 for line in summary)
    text = doors.page(doors.browser(), f"/games/{game.pk}/")
    for line in summary:
        assert f"{line['card']}" in text


def test_whoever_was_away_for_three_turns_reads_all_three_in_order() -> None:
    """Field report A-39: a stand-in played for Charlie meanwhile, and it says so."""
    users = cast.people(3)
    game = cast.running_game(users)
    cast.play_lowest(game, users)
    for _turn in range(3):
        turn = cast.open_turn(game)
        for user in users[:2]:
            cast.pick(game, user, cast.hand_of(game, user)[0], "cheapest")
        cast.let_time_pass(game)
        sweep()
        resolve_turn(turn_id=turn.pk)
    story = doors.view(doors.browser(users[2]), game)["story"]
    assert [turn["turn"] for turn in story] == [1, 2, 3, 4]
    assert [turn["turn"] for turn in story if turn["new"]] == [1, 2, 3, 4]
    played = [step for turn in story[1:] for step in turn["steps"] if step["name"] == "Charlie"]
    assert {step["by_text"] for step in played} == {"played by a stand-in"}
    text = doors.page(doors.browser(users[2]), f"/games/{game.pk}/")
    assert "While you were away" in text
    places = [text.index(f'data-turn="1.{number}"') for number in (2, 3, 4)]
    assert places == sorted(places)


def test_once_alice_has_picked_the_story_is_no_news_to_her() -> None:
    users = cast.people(2)
    game = cast.running_game(users)
    cast.play_lowest(game, users)
    alice = doors.browser(users[0])
    assert [turn["new"] for turn in doors.view(alice, game)["story"]] == [True]
    cast.pick(game, users[0], cast.hand_of(game, users[0])[0])
    assert [turn["new"] for turn in doors.view(alice, game)["story"]] == [False]


def test_an_absent_chooser_is_told_as_automatic_and_pays_the_row_and_no_more() -> None:
    """Field report A-21."""
    game = choosing()
    turn = cast.open_turn(game)
    cast.let_time_pass(game)
    sweep()
    resolve_turn(turn_id=turn.pk)
    view = doors.view(doors.browser(named("Alice")), game)
    step = view["story"][-1]["steps"][0]
    assert (step["card"], step["row"], step["row_by"]) == (2, 0, "standin")
    assert step["by_text"] == "row chosen by a stand-in"
    assert [seat["round_bullheads"] for seat in view["seats"]] == [3, 0, 0]  # the 50 costs three


@pytest.mark.parametrize("name", ["Alice", "Bob"])
def test_one_sentence_a_turn_tells_listeners_what_was_taken(name: str) -> None:
    game = picking()
    users = [named(n) for n in ("Alice", "Bob", "Charlie")]
    cast.play(game, dict(zip(users, (2, 25, 90), strict=True)), {users[0]: "0"})
    said = announcement(table_view(game.pk, Viewer(user=named(name))))
    assert said == "Turn 1: 2 fits no row: Alice takes row 1 with 3 bullheads."


def test_a_turn_in_which_nobody_took_anything_tells_everybody_their_own_card() -> None:
    game = picking()
    users = [named(n) for n in ("Alice", "Bob", "Charlie")]
    hands = {"Alice": [51, *range(11, 20)], "Bob": [61, *range(21, 30)]}
    cast.stack(game, [[50], [60], [70], [80]], hands | {"Charlie": [71, *range(91, 100)]})
    cast.play(game, dict(zip(users, (51, 61, 71), strict=True)))
    said = announcement(table_view(game.pk, Viewer(user=named("Bob"))))
    assert said == "Turn 1: Bob's 61 goes to row 2."
