"""A round turn by turn: what is refused, what stays, and when it ends."""

import pytest

from games.engine import (
    CardNotInHand,
    DuplicateCard,
    IllegalChoice,
    InvalidHands,
    InvalidPlayers,
    InvalidRows,
    MissingPlay,
    Options,
    RoundState,
    UnexpectedPlay,
    UnknownCard,
    is_over,
)

ROWS = [[20], [40], [60], [80]]
HANDS = {"Alice": [5, 21, 41], "Bob": [6, 22, 42]}


def start() -> RoundState[str]:
    return RoundState.start(ROWS, HANDS)


def test_each_seat_plays_exactly_one_card_of_its_hand() -> None:
    state = start()
    with pytest.raises(MissingPlay, match="Seat Bob has not played"):
        state.play({"Alice": 21})
    with pytest.raises(UnexpectedPlay):
        state.play({"Alice": 21, "Bob": 22, "Charlie": 90})
    for card in (22, True, None, "21", 105):
        with pytest.raises(CardNotInHand):
            state.play({"Alice": card, "Bob": 22})  # type: ignore[dict-item]


def test_a_refused_turn_changes_nothing() -> None:
    state = start()
    for plays, choices in (({"Alice": 99, "Bob": 22}, {}), ({"Alice": 5, "Bob": 22}, {"Alice": 7})):
        with pytest.raises((CardNotInHand, IllegalChoice)):
            state.play(plays, choices)
    assert state == start()


def test_no_error_text_names_a_card_somebody_holds() -> None:
    held = {str(card) for hand in HANDS.values() for card in hand}
    for plays in ({"Alice": 22, "Bob": 22}, {"Alice": 21}, {"Alice": 42, "Bob": 42, "Mira": 5}):
        with pytest.raises((CardNotInHand, MissingPlay, UnexpectedPlay)) as caught:
            start().play(plays)
        assert not held & set(str(caught.value).replace(".", " ").split())


def test_the_round_ends_after_the_last_card_and_not_before() -> None:
    state = start()
    for plays in ({"Alice": 21, "Bob": 22}, {"Alice": 41, "Bob": 42}, {"Alice": 5, "Bob": 6}):
        assert not state.is_over
        after = state.play(plays, {"Alice": 3})
        assert isinstance(after, RoundState)
        state = after
    assert state.is_over
    with pytest.raises(UnexpectedPlay, match="round is over"):
        state.play({"Alice": 1, "Bob": 2})


def test_passing_the_target_within_a_round_does_not_end_it() -> None:
    rows = [[20], [35], [60], [80]]
    after = RoundState.start(rows, HANDS).play({"Alice": 5, "Bob": 22}, {"Alice": 1})
    assert isinstance(after, RoundState)
    assert 64 + after.bullheads["Alice"] == 66
    assert not after.is_over  # two more turns to play, whatever the totals are
    assert is_over(Options(end="reaches", target=66), [66, 0], 1)
    assert not is_over(Options(end="reaches", target=70), [66, 0], 1)


def test_a_round_remembers_the_turn_that_led_to_it_but_is_not_another_for_it() -> None:
    after = start().play({"Alice": 21, "Bob": 22})
    assert isinstance(after, RoundState)
    assert after.last is not None
    assert [p.seat for p in after.last.placements] == ["Alice", "Bob"]
    hands = {"Alice": (5, 41), "Bob": (6, 42)}
    again = RoundState.start([[20, 21, 22], [40], [60], [80]], hands)
    assert after == again


def test_a_start_that_cannot_be_is_refused() -> None:
    with pytest.raises(InvalidPlayers):
        RoundState.start(ROWS, {"Alice": [1]})
    with pytest.raises(InvalidPlayers):
        RoundState.start(ROWS, {seat: [seat + 1] for seat in range(11)})
    with pytest.raises(InvalidHands):
        RoundState.start(ROWS, {"Alice": [1], "Bob": [2, 3]})
    with pytest.raises(InvalidHands):
        RoundState.start(ROWS, {"Alice": range(1, 12), "Bob": range(21, 32)}, stock=[])
    with pytest.raises(InvalidRows):
        RoundState.start([[20], [40], [60]], {"Alice": [1], "Bob": [2]})
    with pytest.raises(UnknownCard):
        RoundState.start(ROWS, {"Alice": [1], "Bob": ["2"]})  # type: ignore[list-item]
    with pytest.raises(DuplicateCard):
        RoundState.start(ROWS, {"Alice": [1], "Bob": [2]}, stock=[1])
