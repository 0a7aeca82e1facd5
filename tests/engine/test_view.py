"""What a viewer sees of a round. (That nothing else shows through: test_round_machine.)"""

import pytest

from games.engine import ChoiceNeeded, InvalidPlayers, Options, RoundState, View, view_for

ROWS = [[20], [40], [60], [80]]
HANDS = {"Alice": [5, 21], "Bob": [6, 22], "Charlie": [7, 23]}
PICKS = {"Bob": 6, "Charlie": 7}


def state(options: Options | None = None) -> RoundState[str]:
    return RoundState.start(ROWS, HANDS, options=options or Options(), stock=[99, 98])


def numbers(view: View[str]) -> set[int]:
    """The cards that a view places somewhere; `unseen` only says that they are out."""
    piles = [*view.rows, view.hand, *view.open_hands.values(), *view.taken.values()]
    return {card for pile in piles for card in pile}


def test_alice_sees_her_own_hand_and_pick_only() -> None:
    view = view_for(state(), "Alice", picks=PICKS | {"Alice": 21})
    assert view.hand == (5, 21)
    assert view.pick == 21
    assert numbers(view) == {5, 21, 20, 40, 60, 80}


def test_everyone_sees_who_has_picked_and_how_many_cards_they_hold() -> None:
    for seat in (None, "Alice", "Bob"):
        view = view_for(state(), seat, picks=PICKS)
        assert view.picked == {"Bob", "Charlie"}
        assert view.hand_sizes == {"Alice": 2, "Bob": 2, "Charlie": 2}


def test_a_spectator_sees_no_hand_and_no_pick() -> None:
    view = view_for(state(), None, picks=PICKS)
    assert (view.seat, view.hand, view.pick, view.open_hands) == (None, (), None, {})
    assert numbers(view) == {20, 40, 60, 80}


def test_what_is_unseen_says_nothing_about_who_holds_it() -> None:
    view = view_for(state(), "Alice", picks=PICKS)
    assert view.unseen == (6, 7, 22, 23, 98, 99)


def test_drafted_hands_are_public_but_picks_are_not() -> None:
    view = view_for(state(Options(deal="draft")), "Alice", picks=PICKS)
    assert view.open_hands["Bob"] == (6, 22)
    assert view.unseen == (98, 99)
    assert view.pick is None
    assert view.picked == {"Bob", "Charlie"}


def test_a_seat_that_is_not_at_the_table_has_no_view() -> None:
    with pytest.raises(InvalidPlayers):
        view_for(state(), "Mira")


def test_while_a_choice_is_awaited_the_view_has_the_rows_of_that_moment() -> None:
    both = RoundState.start(
        [[20], [30], [60], [70]],
        {"Alice": [10, 25], "Bob": [11, 65]},
        options=Options(placement="both"),
    )
    picks = {"Alice": 25, "Bob": 65}
    choice = both.play(picks, {"Alice": 0})
    assert isinstance(choice, ChoiceNeeded)
    view = view_for(both, "Bob", picks=picks, choice=choice)
    assert view.choice == choice
    assert view.rows == ((20, 25), (30,), (60,), (70,))
