"""Whole games under every mix of options: after each step all that rules.md says must hold."""

import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from games.engine import (
    ChoiceNeeded,
    Draft,
    Options,
    RoundState,
    deck,
    decode_round,
    encode_round,
    is_over,
    needs_wish,
    next_stock,
    total_bullheads,
    view_for,
)
from tests.engine.strategies import OPTIONS, PLAYERS, SEEDS, dealt


class Table(RuleBasedStateMachine):
    """A table that plays rounds: picks come and change, turns are revealed, rounds follow."""

    @initialize(options=OPTIONS, players=PLAYERS, seed=SEEDS)
    def open(self, options: Options, players: int, seed: bytes) -> None:
        self.options, self.players = options, players
        self.totals, self.rounds = [0] * players, 0
        self.first_deal(seed, ())

    def first_deal(self, seed: bytes, stock: tuple[int, ...]) -> None:
        cards = next_stock(self.options, self.players, stock)
        if self.options.deal == "draft":
            self.start = self.drafted(seed)
        else:
            self.start = dealt(self.options, self.players, seed, stock)
        self.state = self.start
        self.cards, self.worth = set(cards), total_bullheads(cards)
        self.picks: dict[int, int] = {}
        self.log: list[tuple[dict[int, int], dict[int, int]]] = []

    def drafted(self, seed: bytes) -> RoundState[int]:
        """A draft in which every seat has one wish list for all its turns."""
        rng = random.Random(seed)
        cards = deck(self.options, self.players)
        wishes = {seat: rng.sample(cards, len(cards)) for seat in range(self.players)}
        draft = Draft(self.players, rng.randrange(self.players)).follow(wishes)
        seats = range(self.players)
        return RoundState.from_deal(draft.deal(), options=self.options, seats=seats)

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def a_seat_picks_or_changes_its_pick(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.players - 1))
        self.picks[seat] = data.draw(st.sampled_from(self.state.hands[seat]))

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data(), turns=st.integers(1, 4))
    def all_pick_and_the_turn_is_revealed(self, data: st.DataObject, turns: int) -> None:
        rng = random.Random(data.draw(st.integers(0, 2**32)))
        for _ in range(min(turns, 11 - self.state.turn)):
            for seat, hand in self.state.hands.items():
                self.picks.setdefault(seat, rng.choice(hand))
            self.reveal(rng)

    def reveal(self, rng: random.Random) -> None:
        choices: dict[int, int] = {}
        while isinstance(after := self.state.play(self.picks, choices), ChoiceNeeded):
            assert after.seat not in choices
            assert needs_wish(self.state.rows, after.card, self.options)
            if self.options.placement == "right":
                assert after.card == min(self.picks.values())
                assert after.rows == self.state.rows
            choices[after.seat] = rng.choice(after.rows_allowed)
        assert after.last is not None
        placed = [placement.card for placement in after.last.placements]
        assert placed == sorted(self.picks.values())
        self.log.append((self.picks, choices))
        self.state, self.picks = after, {}

    @precondition(lambda self: self.state.is_over)
    @rule(seed=SEEDS)
    def the_next_round_is_dealt(self, seed: bytes) -> None:
        for seat, taken in self.state.bullheads.items():
            self.totals[seat] += taken
        self.rounds += 1
        if is_over(self.options, self.totals, self.rounds):
            self.totals, self.rounds = [0] * self.players, 0
        self.first_deal(seed, self.state.stock)

    @invariant()
    def every_card_is_in_exactly_one_place(self) -> None:
        state = self.state
        piles = [*state.rows, *state.hands.values(), *state.taken.values(), state.stock]
        cards = [card for pile in piles for card in pile]
        assert len(cards) == len(self.cards)
        assert set(cards) == self.cards
        assert total_bullheads(cards) == self.worth
        if self.options.deck == "full" and self.options.deal == "shuffled":
            assert self.worth == 171

    @invariant()
    def rows_ascend_and_have_one_to_five_cards(self) -> None:
        assert len(self.state.rows) == 4
        for row in self.state.rows:
            assert 1 <= len(row) <= 5
            assert list(row) == sorted(set(row))

    @invariant()
    def every_seat_holds_eleven_minus_turn_cards(self) -> None:
        assert self.state.turn == len(self.log) + 1
        assert {len(hand) for hand in self.state.hands.values()} == {11 - self.state.turn}
        assert self.state.is_over == (self.state.turn == 11)

    @invariant()
    def the_same_picks_and_choices_give_the_same_state(self) -> None:
        state: Any = self.start
        for plays, choices in self.log:
            state = state.play(plays, choices)
        assert state == self.state
        assert decode_round(encode_round(self.state)) == self.state

    @invariant()
    def a_view_does_not_depend_on_what_its_viewer_cannot_see(self) -> None:
        for seat in (None, 0):
            seen = view_for(self.state, seat, picks=self.picks)
            other, picks = shuffled_secrets(self.state, seat, self.picks)
            assert view_for(other, seat, picks=picks) == seen


def shuffled_secrets(
    state: RoundState[int], seat: int | None, picks: dict[int, int]
) -> tuple[RoundState[int], dict[int, int]]:
    """The same table with other hidden cards in the other hands, and other picks of them."""
    if state.options.deal == "draft":
        hands = dict(state.hands)
        stock = state.stock
    else:
        hidden = [*state.stock, *(c for s, hand in state.hands.items() if s != seat for c in hand)]
        random.Random(1).shuffle(hidden)
        hands = {
            s: hand if s == seat else tuple(sorted(hidden.pop() for _ in hand))
            for s, hand in state.hands.items()
        }
        stock = tuple(hidden)
    other = RoundState(state.options, state.rows, hands, state.taken, stock).check()
    return other, {s: picks[s] if s == seat else hands[s][-1] for s in picks}


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=80, stateful_step_count=30, deadline=None)
