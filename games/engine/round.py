"""A whole round as a value: every turn makes a new state from the one before."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from games.engine.cards import check_distinct, total_bullheads
from games.engine.deal import HAND_SIZE, MIN_PLAYERS, Deal
from games.engine.errors import (
    CardNotInHand,
    InvalidHands,
    InvalidPlayers,
    MissingPlay,
    UnexpectedPlay,
)
from games.engine.options import CLASSIC, Options
from games.engine.rows import Row, Rows, check_shape
from games.engine.turn import MAX_PLAYERS, ChoiceNeeded, S, TurnResult, settle


@dataclass(frozen=True, slots=True)
class RoundState(Generic[S]):
    """One moment between two turns. Make the first with `start` or `from_deal`.

    `hands` and `taken` are by seat, the hands ascending, the taken cards in the order they were
    taken; `stock` are the cards not dealt; `last` is the turn that led here, if one did. The
    fields are taken as given: `check` says whether they can be.
    """

    options: Options
    rows: Rows
    hands: Mapping[S, Row]
    taken: Mapping[S, Row]
    stock: Row = ()
    last: TurnResult[S] | None = field(default=None, compare=False)

    @classmethod
    def start(
        cls,
        rows: Iterable[Iterable[int]],
        hands: Mapping[S, Iterable[int]],
        *,
        options: Options = CLASSIC,
        stock: Sequence[int] = (),
    ) -> "RoundState[S]":
        """A round before its first turn. Raises `InvalidInput` for an impossible one."""
        table = tuple(tuple(row) for row in rows)
        dealt = {seat: tuple(hand) for seat, hand in hands.items()}
        check_distinct(*table, *dealt.values(), stock)
        return cls(
            options=options,
            rows=table,
            hands={seat: tuple(sorted(hand)) for seat, hand in dealt.items()},
            taken=dict.fromkeys(dealt, ()),
            stock=tuple(stock),
        )._check_shape()

    @classmethod
    def from_deal(
        cls, deal: Deal, *, options: Options = CLASSIC, seats: Sequence[S]
    ) -> "RoundState[S]":
        """The round of a deal, played by `seats` in the deal's order.

        >>> from games.engine.deal import deal_round
        >>> state = RoundState.from_deal(deal_round(range(1, 105), 2), seats=["Alice", "Bob"])
        >>> state.turn, state.hands["Bob"]
        (1, (11, 12, 13, 14, 15, 16, 17, 18, 19, 20))
        """
        if len(set(seats)) != len(deal.hands):
            raise InvalidPlayers("A deal needs one seat for each hand.")
        hands = dict(zip(seats, deal.hands, strict=True))
        return cls.start(deal.rows, hands, options=options, stock=deal.stock)

    @property
    def turn(self) -> int:
        """The number of the turn to be played, 1..10; 11 after the last."""
        return HAND_SIZE + 1 - len(next(iter(self.hands.values())))

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return not any(self.hands.values())

    @property
    def bullheads(self) -> dict[S, int]:
        """The bullheads each seat has taken in this round."""
        return {seat: total_bullheads(cards) for seat, cards in self.taken.items()}

    def check(self) -> "RoundState[S]":
        """This state, if it can be one; raises `InvalidInput` if not."""
        check_distinct(*self.rows, *self.hands.values(), *self.taken.values(), self.stock)
        return self._check_shape()

    def _check_shape(self) -> "RoundState[S]":
        check_shape(self.rows)
        if not MIN_PLAYERS <= len(self.hands) <= MAX_PLAYERS or set(self.hands) != set(self.taken):
            raise InvalidPlayers(f"A round has {MIN_PLAYERS} to {MAX_PLAYERS} seats.")
        sizes = {len(hand) for hand in self.hands.values()}
        if len(sizes) != 1 or max(sizes) > HAND_SIZE:
            raise InvalidHands(f"All hands hold the same number of cards, at most {HAND_SIZE}.")
        return self

    def play(
        self, plays: Mapping[S, int], row_choices: Mapping[S, int] | None = None
    ) -> "RoundState[S] | ChoiceNeeded[S]":
        """The state after one turn (its `last` tells the turn), or whose row choice is missing.

        `plays` is one card of each seat's hand, `row_choices` as in `resolve_turn`. Raises
        `MissingPlay`, `UnexpectedPlay`, `CardNotInHand` or `IllegalChoice`; this state stays.
        """
        hands, queue = self._reveal(plays)
        result = settle(self.rows, queue, row_choices or {}, self.options.placement)
        if isinstance(result, ChoiceNeeded):
            return result
        taken = dict(self.taken)
        for placement in result.placements:
            if placement.taken:
                taken[placement.seat] += placement.taken
        return RoundState(self.options, result.rows, hands, taken, self.stock, result)

    def _reveal(self, plays: Mapping[S, int]) -> tuple[dict[S, Row], list[tuple[int, S]]]:
        """The hands without the played cards, and these in the order they are placed."""
        if self.is_over:
            raise UnexpectedPlay("The round is over.")
        hands, queue = {}, []
        for seat, hand in self.hands.items():
            if seat not in plays:
                raise MissingPlay(f"Seat {seat} has not played.")
            card = plays[seat]
            try:
                index = hand.index(card)
            except ValueError:
                raise CardNotInHand(f"Seat {seat} does not hold the card it plays.") from None
            hands[seat] = hand[:index] + hand[index + 1 :]
            queue.append((hand[index], seat))
        if len(plays) > len(queue):
            raise UnexpectedPlay("A seat played that is not at this table.")
        queue.sort()
        return hands, queue
