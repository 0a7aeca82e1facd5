"""Who wins, and when (rules.md, "End of the game")."""

from hypothesis import given
from hypothesis import strategies as st

from games.engine import Options, is_over, ranks

TOTALS = st.lists(st.integers(0, 200), min_size=2, max_size=10)


def test_tied_leaders_win_together_and_the_others_are_not_drawn() -> None:
    assert ranks([12, 12, 20, 70]) == (1, 1, 3, 4)
    assert ranks([70, 12, 20, 12]) == (4, 1, 3, 1)


def test_one_leader_and_two_seconds() -> None:
    assert ranks([12, 20, 20, 70]) == (1, 2, 2, 4)


@given(TOTALS)
def test_a_rank_is_one_more_than_the_number_of_lower_totals(totals: list[int]) -> None:
    expected = [1 + sum(other < total for other in totals) for total in totals]
    assert list(ranks(totals)) == expected


def test_exactly_the_target_plays_on_or_not_as_the_option_says() -> None:
    assert not is_over(Options(end="exceeds"), [66, 10], 3)
    assert is_over(Options(end="exceeds"), [67, 10], 3)
    assert is_over(Options(end="reaches"), [66, 10], 3)
    assert not is_over(Options(end="reaches"), [65, 10], 3)


def test_the_threshold_is_the_one_of_the_game() -> None:
    assert is_over(Options(target=10), [11, 0], 1)
    assert not is_over(Options(target=500), [500, 0], 9)


def test_a_fixed_number_of_rounds_ends_then_whatever_the_totals() -> None:
    three = Options(end="rounds", rounds=3)
    assert not is_over(three, [300, 0], 2)
    assert is_over(three, [0, 0], 3)


def test_a_game_is_not_over_before_its_first_round() -> None:
    for end in ("exceeds", "reaches", "rounds"):
        assert not is_over(Options.from_json({"end": end}), [0, 0], 0)
