"""One turn, by the examples of the rules and of what went wrong elsewhere (field reports A-…)."""

import pytest

from games.engine import (
    ChoiceNeeded,
    DuplicateCard,
    IllegalChoice,
    InvalidPlayers,
    InvalidRows,
    Options,
    TurnResult,
    UnknownCard,
    cheapest_row,
    resolve_turn,
)

BOTH = Options(placement="both")
FULL_ROW = [[41, 60], [70, 75], [80, 85], [33, 44, 50, 55, 58]]


def resolved(
    rows: object, plays: dict[str, int], choices: dict[str, int] | None = None, **options: object
) -> TurnResult[str]:
    result = resolve_turn(rows, plays, choices, Options(**options))  # type: ignore[arg-type]
    assert isinstance(result, TurnResult)
    return result


def awaited(rows: list[list[int]], plays: dict[str, int], options: Options) -> ChoiceNeeded[str]:
    result = resolve_turn(rows, plays, {}, options)
    assert isinstance(result, ChoiceNeeded)
    return result


def test_a_card_goes_to_the_nearest_lower_row_end_not_the_lowest() -> None:
    result = resolved([[17], [30], [69], [13]], {"Alice": 21, "Bob": 45, "Charlie": 79})
    assert result.rows == ((17, 21), (30, 45), (69, 79), (13,))


def test_a_lower_card_can_ruin_a_safe_one_by_taking_its_row() -> None:
    result = resolved(FULL_ROW, {"Alice": 62, "Bob": 29}, {"Bob": 0})
    assert result.bullheads == {"Bob": 4, "Alice": 21}
    assert result.rows == ((29,), (70, 75), (80, 85), (62,))


def test_or_leave_it_alone_by_taking_another() -> None:
    result = resolved(FULL_ROW, {"Alice": 62, "Bob": 29}, {"Bob": 3})
    assert result.bullheads == {"Bob": 21, "Alice": 0}
    assert result.rows == ((41, 60, 62), (70, 75), (80, 85), (29,))


def test_taking_a_row_with_a_low_card_is_not_a_sixth_card() -> None:
    low = resolved(FULL_ROW, {"Bob": 29}, {"Bob": 1}).placements[0]
    five_low = resolved(FULL_ROW, {"Bob": 29}, {"Bob": 3}).placements[0]
    sixth = resolved(FULL_ROW, {"Bob": 59}).placements[0]
    assert (low.why, len(low.taken)) == ("low", 2)
    assert (five_low.why, len(five_low.taken)) == ("low", 5)
    assert (sixth.why, len(sixth.taken)) == ("sixth", 5)


def test_the_owner_of_a_low_card_may_take_any_row() -> None:
    rows = [[11], [5, 10], [20, 21, 22], [55]]
    choice = awaited(rows, {"Alice": 3}, Options())
    assert (choice.seat, choice.why, choice.rows_allowed) == ("Alice", "low", (0, 1, 2, 3))
    bullheads = [resolved(rows, {"Alice": 3}, {"Alice": row}).bullheads for row in range(4)]
    assert bullheads == [{"Alice": 5}, {"Alice": 5}, {"Alice": 9}, {"Alice": 7}]
    assert resolved(rows, {"Alice": 3}, {"Alice": 3}).rows[3] == (3,)


def test_the_cheapest_row_is_the_first_of_equals() -> None:
    assert cheapest_row(((11,), (5, 10), (20, 21, 22), (55,)), range(4)) == 0
    assert cheapest_row(((11,), (5, 10), (20, 21, 22), (55,)), [3, 1]) == 1


def test_after_a_row_choice_all_other_cards_are_placed_too() -> None:
    plays = {"Mira": 90, "Alice": 3, "Charlie": 49, "Bob": 5}
    result = resolved([[50], [60], [70], [80]], plays, {"Alice": 1})
    assert result.rows == ((50,), (3, 5, 49), (70,), (80, 90))
    assert [placement.card for placement in result.placements] == [3, 5, 49, 90]
    assert result.bullheads == {"Alice": 3, "Bob": 0, "Charlie": 0, "Mira": 0}


def test_the_classic_choice_comes_before_any_card_moves() -> None:
    choice = awaited([[50], [60], [70], [80]], {"Alice": 3, "Bob": 5, "Mira": 90}, Options())
    assert (choice.seat, choice.card) == ("Alice", 3)
    assert choice.rows == ((50,), (60,), (70,), (80,))
    assert choice.placements == ()


def test_a_choice_nobody_needs_is_ignored() -> None:
    result = resolved([[50], [60], [70], [80]], {"Alice": 51}, {"Alice": 2, "Bob": 9})
    assert result.rows[0] == (50, 51)


@pytest.mark.parametrize("row", [-1, 4, True, "1", 1.0])
def test_a_row_that_does_not_exist_cannot_be_chosen(row: object) -> None:
    with pytest.raises(IllegalChoice):
        resolve_turn([[50], [60], [70], [80]], {"Alice": 3}, {"Alice": row})  # type: ignore[dict-item]


def test_two_sided_a_card_may_go_left_of_a_row() -> None:
    result = resolved([[10], [40, 50], [80], [90]], {"Alice": 38}, placement="both")
    assert result.rows == ((10,), (38, 40, 50), (80,), (90,))
    assert result.placements[0].side == "left"


def test_two_sided_a_sixth_card_on_the_left_takes_the_row_too() -> None:
    rows = [[1], [40, 50, 52, 55, 58], [80], [90]]
    result = resolved(rows, {"Alice": 38}, placement="both")
    assert result.placements[0].why == "sixth"
    assert result.placements[0].taken == (40, 50, 52, 55, 58)
    assert result.rows[1] == (38,)


def test_two_sided_a_card_inside_every_row_takes_one_its_owner_chooses() -> None:
    rows = [[10, 90], [20, 80], [30, 70], [1, 100]]
    choice = awaited(rows, {"Alice": 50}, BOTH)
    assert (choice.why, choice.rows_allowed) == ("low", (0, 1, 2, 3))
    result = resolved(rows, {"Alice": 50}, {"Alice": 2}, placement="both")
    assert result.rows == ((10, 90), (20, 80), (50,), (1, 100))
    assert result.placements[0].why == "low"


def test_two_sided_the_owner_chooses_between_equally_near_places() -> None:
    rows = [[30], [2], [20], [90]]
    choice = awaited(rows, {"Alice": 25}, BOTH)
    assert (choice.why, choice.rows_allowed) == ("tie", (0, 2))
    left = resolved(rows, {"Alice": 25}, {"Alice": 0}, placement="both")
    right = resolved(rows, {"Alice": 25}, {"Alice": 2}, placement="both")
    assert (left.rows[0], right.rows[2]) == ((25, 30), (20, 25))
    with pytest.raises(IllegalChoice):
        resolve_turn(rows, {"Alice": 25}, {"Alice": 1}, BOTH)


def test_two_sided_one_turn_may_ask_several_seats_one_after_the_other() -> None:
    rows = [[20], [30], [60], [70]]
    plays = {"Alice": 25, "Bob": 65}
    assert awaited(rows, plays, BOTH).seat == "Alice"
    second = resolve_turn(rows, plays, {"Alice": 0}, BOTH)
    assert isinstance(second, ChoiceNeeded)
    assert (second.seat, second.rows_allowed) == ("Bob", (2, 3))
    assert second.rows == ((20, 25), (30,), (60,), (70,))
    assert [placement.card for placement in second.placements] == [25]
    done = resolved(rows, plays, {"Alice": 0, "Bob": 3}, placement="both")
    assert done.rows == ((20, 25), (30,), (60,), (65, 70))


@pytest.mark.parametrize(
    "rows",
    [
        [[1], [2], [3]],
        [[1], [2], [3], [4], [5]],
        [[1], [2], [3], []],
        [[1], [2], [3], [4, 5, 6, 7, 8, 9]],
        [[1], [2], [3], [5, 4]],
    ],
)
def test_rows_that_cannot_be_are_refused(rows: list[list[int]]) -> None:
    with pytest.raises(InvalidRows):
        resolve_turn(rows, {"Alice": 50})


@pytest.mark.parametrize("card", [0, 105, -1, True, 5.0, "5", None])
def test_only_whole_numbers_from_1_to_104_are_cards(card: object) -> None:
    with pytest.raises(UnknownCard):
        resolve_turn([[1], [2], [3], [4]], {"Alice": card})  # type: ignore[dict-item]
    with pytest.raises(UnknownCard):
        resolve_turn([[card], [2], [3], [4]], {"Alice": 50})  # type: ignore[list-item]


def test_no_card_can_be_in_two_places() -> None:
    for rows, plays in (
        ([[1], [2], [3], [1]], {"Alice": 50}),
        ([[1], [2], [3], [4]], {"Alice": 50, "Bob": 50}),
        ([[1], [2], [3], [4]], {"Alice": 4}),
    ):
        with pytest.raises(DuplicateCard):
            resolve_turn(rows, plays)


def test_a_turn_has_one_to_ten_cards() -> None:
    for seats in (0, 11):
        with pytest.raises(InvalidPlayers):
            resolve_turn([[1], [2], [3], [4]], {seat: 50 + seat for seat in range(seats)})
