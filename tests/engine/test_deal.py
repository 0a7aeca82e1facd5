"""Decks, deals and stocks."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    DuplicateCard,
    InvalidInput,
    InvalidPlayers,
    InvalidSeed,
    Options,
    RoundState,
    deal_round,
    deck,
    new_commitment,
    next_stock,
    shuffle,
    total_bullheads,
)
from tests.engine.strategies import PLAYERS, SEEDS, dealt

STOCK = Options(deal="stock")


def seed(number: int) -> bytes:
    return hashlib.sha256(b"%d" % number).digest()


@pytest.mark.parametrize("players", range(2, 11))
def test_a_thousand_deals_have_104_different_cards_and_171_bullheads(players: int) -> None:
    everything = set(range(1, 105))
    for number in range(1000):
        state = dealt(Options(), players, seed(number))
        piles = [*state.rows, *state.hands.values(), state.stock]
        cards = [card for pile in piles for card in pile]
        assert len(cards) == 104
        assert set(cards) == everything
        assert total_bullheads(cards) == 171


@pytest.mark.parametrize("players", range(2, 11))
def test_bullheads_stay_171_turn_by_turn(players: int) -> None:
    state = dealt(Options(), players, seed(players))
    while not state.is_over:
        plays = {seat: hand[-1] for seat, hand in state.hands.items()}
        after = state.play(plays, dict.fromkeys(plays, 0))
        assert isinstance(after, RoundState)
        state = after
        piles = [*state.rows, *state.hands.values(), *state.taken.values(), state.stock]
        assert sum(map(total_bullheads, piles)) == 171


def test_the_tight_deck_is_dealt_to_the_last_card() -> None:
    tight = Options(deck="tight")
    assert deck(tight, 3) == tuple(range(1, 35))
    assert deck(tight, 10) == deck(Options(), 10) == tuple(range(1, 105))
    for players in range(2, 11):
        assert dealt(tight, players, seed(1)).stock == ()


def test_a_stock_lasts_four_rounds_for_two_and_one_for_five() -> None:
    for players, rounds in ((2, 4), (3, 3), (4, 2), (5, 1), (10, 1)):
        stock: tuple[int, ...] = ()
        seen: set[int] = set()
        for number in range(rounds):
            state = dealt(STOCK, players, seed(number), stock)
            cards = {c for pile in (*state.rows, *state.hands.values()) for c in pile}
            assert not seen & cards
            seen |= cards
            stock = state.stock
        assert len(next_stock(STOCK, players, stock)) == 104


@given(SEEDS, PLAYERS)
def test_hands_are_sorted_and_rows_start_with_one_card(given_seed: bytes, players: int) -> None:
    deal = deal_round(
        shuffle(range(1, 105), seed=given_seed, game="1", round_number=1, salts={}), players
    )
    assert [len(hand) for hand in deal.hands] == [10] * players
    assert all(list(hand) == sorted(hand) for hand in deal.hands)
    assert [len(row) for row in deal.rows] == [1] * 4


@given(SEEDS, st.permutations(range(1, 35)))
def test_the_order_in_which_cards_are_handed_in_does_not_matter(
    given_seed: bytes, cards: list[int]
) -> None:
    def shuffled(given_cards: list[int]) -> tuple[int, ...]:
        return shuffle(given_cards, seed=given_seed, game="1", round_number=1, salts={})

    assert shuffled(cards) == shuffled(sorted(cards))


def test_every_card_comes_first_about_equally_often() -> None:
    counts = dict.fromkeys(range(1, 9), 0)
    for number in range(4000):
        order = shuffle(range(1, 9), seed=seed(number), game="1", round_number=1, salts={})
        counts[order[0]] += 1
    assert all(400 < count < 600 for count in counts.values())


def test_impossible_deals_are_refused() -> None:
    with pytest.raises(InvalidInput):
        deal_round(range(1, 54), 5)
    with pytest.raises(DuplicateCard):
        deal_round([1] * 104, 5)
    for players in (1, 11, True, "4"):
        with pytest.raises(InvalidPlayers):
            deck(Options(), players)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": bytes(31)},
        {"seed": "0" * 32},
        {"game": ""},
        {"game": "a b"},
        {"game": "1\n"},
        {"game": 7},
        {"round_number": 0},
        {"round_number": True},
        {"salts": {0: ""}},
        {"salts": {0: "a\nround 2"}},
        {"salts": {0: "x" * 129}},
        {"salts": {0: "ä"}},
        {"salts": {"0": "a"}},
        {"salts": {-1: "a"}},
    ],
)
def test_a_shuffle_that_could_be_ambiguous_is_refused(wrong: dict[str, object]) -> None:
    given_values: dict[str, object] = {"seed": bytes(32), "game": "1", "round_number": 1}
    with pytest.raises(InvalidSeed):
        shuffle([1, 2], **({"salts": {}} | given_values | wrong))  # type: ignore[arg-type]


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert new_commitment(seed(1)) == hashlib.sha256(seed(1)).hexdigest()
    with pytest.raises(InvalidSeed):
        new_commitment(b"short")
