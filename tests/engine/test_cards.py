"""The cards and their bullheads (rules.md, "Deck")."""

from collections import Counter

import pytest

from games.engine import UnknownCard, bullheads, check_card, total_bullheads


def test_the_deck_has_the_printed_bullheads() -> None:
    assert Counter(bullheads(card) for card in range(1, 105)) == {7: 1, 5: 8, 3: 10, 2: 9, 1: 76}
    assert total_bullheads(range(1, 105)) == 171
    assert bullheads(55) == 7


@pytest.mark.parametrize("nothing", [0, 105, -5, 5.0, "5", None, True, 10**400])
def test_nothing_else_is_a_card(nothing: object) -> None:
    with pytest.raises(UnknownCard):
        check_card(nothing)
    with pytest.raises(UnknownCard):
        bullheads(nothing)  # type: ignore[arg-type]
