"""The rules of a table: chosen once, shown everywhere, kept to the end (field report A-42)."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Round
from games.models.game import Game as Columns
from games.services.rehearsing import play_turns
from games.services.tables import create_game
from tests.games import cast, doors

pytestmark = pytest.mark.django_db
WORDS: list[tuple[dict[str, Any], str]] = [
    ({}, "Until somebody has more than 66 bullheads"),
    ({"end": "reaches", "target": 40}, "Until somebody has 40 bullheads or more"),
    ({"end": "rounds", "rounds_wanted": 3}, "3 rounds"),
    ({"deck": "tight"}, "Tactics: only cards that are dealt"),
    ({"deal": "stock"}, "Stock: the next deal comes from the cards left over"),
    ({"deal": "draft", "deck": "tight"}, "Logic: the cards lie open and are taken in turn"),
    ({"placement": "both"}, "Two-sided: cards also go to the left of a row"),
    ({"hints": True}, "Learning table: the page shows where a card would go"),
]


@pytest.mark.parametrize(("rules", "words"), WORDS)
def test_the_rules_are_told_in_the_lobby_at_the_table_and_in_the_record(
    rules: dict[str, Any], words: str
) -> None:
    """Field report A-34."""
    users = cast.people(2)
    client = doors.browser(users[0])
    table = create_game(creator=users[0], name="Friday herd", **rules)
    game = cast.running_game(users, **rules)
    for path in (
        "/games/",
        f"/games/{table.pk}/",
        f"/games/{game.pk}/",
        f"/games/{game.pk}/record/",
    ):
        assert words in doors.page(client, path), path


@pytest.mark.parametrize(("count", "highest"), [(3, 34), (5, 54), (10, 104)])
def test_the_tight_deck_is_what_is_dealt(count: int, highest: int) -> None:
    """Field report A-34: 1 to 10·n + 4, and nothing is left over."""
    game = cast.running_game(cast.people(count), deck="tight")
    round_ = game.rounds.get(number=1)
    hands = [card for hand in round_.hands.all() for card in hand.cards]
    assert sorted(hands + round_.start_rows) == list(range(1, highest + 1))
    assert round_.stock == []


def test_a_stock_serves_two_rounds_of_four_and_then_all_cards_are_gathered() -> None:
    game = cast.running_game(
        cast.people(2), ("simple", "simple"), deal="stock", end="rounds", rounds_wanted=3
    )
    play_turns(game.pk)
    cards = [set(round_.shuffled_from) for round_ in game.rounds.all()]
    first = game.rounds.get(number=1)
    assert [len(some) for some in cards] == [104, 60, 104]
    assert cards[1] == set(first.stock)


def test_the_game_goes_on_to_the_tenth_card_although_the_target_is_passed() -> None:
    """Field report A-23: 64 before, five more on the third card, and seven turns to come."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    game.seats.filter(user=alice).update(total=64)
    rows = [[50, 51, 52, 53, 54], [60], [70], [80]]
    cast.stack(game, rows, {"Alice": [56, *range(11, 20)], "Bob": [61, *range(91, 100)]})
    cast.play(game, {alice: 56, bob: 61})
    seat = doors.view(doors.browser(), game)["seats"][0]
    assert seat["total"] > 66
    for number in range(2, 11):
        assert cast.open_turn(game).number == number
        assert game.state == Game.State.RUNNING
        cast.play_lowest(game, [alice, bob])
    assert game.state == Game.State.FINISHED


def test_a_match_goes_over_several_rounds_with_totals_carried() -> None:
    """Field report A-05: 12, 20 and 7 after the first deal is not the end."""
    users = cast.people(3)
    game = cast.running_game(users)
    for user, total in zip(users, (12, 20, 7), strict=True):
        game.seats.filter(user=user).update(total=total)
    round_ = cast.play_round(game, users)
    won = {hand.seat.name: hand.bullheads for hand in round_.hands.select_related("seat__user")}
    totals = {seat.name: seat.total for seat in game.seats.select_related("user")}
    assert totals == {
        "Alice": 12 + won["Alice"],
        "Bob": 20 + won["Bob"],
        "Charlie": 7 + won["Charlie"],
    }
    is_over = max(totals.values()) > 66
    assert (game.state == Game.State.FINISHED) == is_over
    assert game.rounds.filter(number=2, state=Round.State.PLAYING).exists() == (not is_over)


@pytest.mark.parametrize(
    ("end", "target", "total", "is_over"),
    [("exceeds", 66, 66, False), ("exceeds", 66, 67, True), ("reaches", 66, 66, True)],
)
def test_exactly_the_target_plays_on_or_not_as_the_table_says(
    end: str, target: int, total: int, is_over: bool
) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], end=end, target=target)
    play_turns(game.pk, turns=9)
    cast.open_turn(game).round.hands.update(bullheads=0)
    rows = [[10, 12], [30, 32], [40, 42], [60, 62]]
    turn = cast.open_turn(game)
    round_ = turn.round
    round_.rows, turn.rows_before = rows, rows
    round_.save()
    turn.save()
    for hand, card in zip(round_.hands.order_by("seat"), (13, 63), strict=True):
        hand.dealt = hand.cards = [card]
        hand.save()
    game.seats.filter(user=alice).update(total=total)
    cast.play(game, {alice: 13, bob: 63})
    assert (game.state == Game.State.FINISHED) == is_over


def test_what_is_the_default_later_does_not_change_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Field report A-42: every rule is stored with its game."""
    game = cast.running_game(cast.people(2))
    before = game.options
    monkeypatch.setattr(Columns._meta.get_field("target"), "default", 100)
    assert Game.objects.get(pk=game.pk).options == before
    assert before.target == 66


def test_hints_show_where_a_card_would_go_alone_and_tell_no_secret() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], hints=True)
    rows = [[42], [50, 51, 52, 53, 54], [70], [80]]
    cast.stack(game, rows, {"Alice": [3, 47, 58, *range(11, 18)], "Bob": list(range(91, 101))})
    hints = {h["card"]: h["hint"] for h in doors.view(doors.browser(alice), game)["hand"]}
    assert hints[47]["text"] == "47 − 42 = 5, the smallest: row 1."
    assert hints[58]["takes"] == [50, 51, 52, 53, 54]
    assert "Sixth card" in hints[58]["text"]
    assert hints[3]["row"] is None
    text = doors.page(doors.browser(alice), f"/games/{game.pk}/")
    assert "47 − 42 = 5, the smallest" in text
    assert "the smallest" not in doors.page(doors.browser(), f"/games/{game.pk}/")
