"""The open draft: one card each, round the table."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import CardNotOnTable, Draft, InvalidInput, NotYourTurn, draft_order
from tests.engine.strategies import PLAYERS


@given(PLAYERS, st.data())
def test_everyone_ends_with_ten_cards_and_four_start_the_rows(
    players: int, data: st.DataObject
) -> None:
    starter = data.draw(st.integers(0, players - 1))
    cards = data.draw(st.permutations(range(1, 10 * players + 5)))
    draft = Draft(players, starter).follow(dict.fromkeys(range(players), cards))
    assert draft.turn_seat is None
    assert [seat for seat, _ in draft.takings] == list(draft_order(starter, players))
    deal = draft.deal()
    assert [len(hand) for hand in deal.hands] == [10] * players
    assert deal.stock == ()
    assert [row[0] for row in deal.rows] == sorted(row[0] for row in deal.rows)
    used = [card for pile in (*deal.hands, *deal.rows) for card in pile]
    assert sorted(used) == list(range(1, 10 * players + 5))


def test_the_turn_goes_round_the_table_from_the_starter() -> None:
    draft = Draft(3, 1)
    for seat, card in ((1, 5), (2, 6), (0, 7), (1, 8)):
        assert draft.turn_seat == seat
        draft = draft.take(seat, card)
    assert draft.hands == ((7,), (5, 8), (6,))
    assert draft.takings == ((1, 5), (2, 6), (0, 7), (1, 8))


def test_nobody_takes_out_of_turn_or_a_card_that_is_gone() -> None:
    draft = Draft(2, 0).take(0, 5)
    with pytest.raises(NotYourTurn):
        draft.take(0, 6)
    for card in (5, 25, 0):
        with pytest.raises(CardNotOnTable):
            draft.take(1, card)
    assert draft == Draft(2, 0, (5,))
    with pytest.raises(FrozenInstanceError):
        draft.cards = ()  # type: ignore[misc]


def test_wishes_are_taken_at_once_and_the_first_seat_without_one_is_asked() -> None:
    draft = Draft(3, 0).follow({0: [1, 2], 1: [1, 3, 99]})
    assert draft.takings == ((0, 1), (1, 3))
    assert draft.turn_seat == 2
    draft = draft.take(2, 10).follow({0: [1, 2], 1: [1, 3, 99]})
    assert draft.takings[3:] == ((0, 2),)
    assert draft.turn_seat == 1


def test_a_finished_draft_takes_no_more_and_an_unfinished_one_is_no_deal() -> None:
    finished = Draft(2, 0, tuple(range(1, 21)))
    with pytest.raises(NotYourTurn):
        finished.take(0, 21)
    with pytest.raises(NotYourTurn):
        Draft(2, 0).deal()
    assert finished.deal().rows == ((21,), (22,), (23,), (24,))


@pytest.mark.parametrize(
    "arguments",
    [(1, 0), (11, 0), (2, 2), (2, -1), (2, True), (2, 0, (5, 5)), (2, 0, (25,)), (2, 0, ("1",))],
)
def test_impossible_drafts_are_refused(arguments: tuple[int, int]) -> None:
    with pytest.raises(InvalidInput):
        Draft(*arguments)


def test_more_cards_than_are_drafted_are_refused() -> None:
    with pytest.raises(InvalidInput):
        Draft(2, 0, tuple(range(1, 22)))
