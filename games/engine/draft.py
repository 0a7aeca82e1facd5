"""The open draft (`deal="draft"`, "Logic" in rules.md): hands are taken, not dealt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.cards import check_distinct
from games.engine.deal import Deal, cards_dealt, deck
from games.engine.errors import CardNotOnTable, InvalidHands, InvalidPlayers, NotYourTurn
from games.engine.options import Options
from games.engine.proof import draft_order
from games.engine.rows import Row

_TIGHT = Options(deck="tight")


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft so far: seats 0..players-1, the seat that began, the cards in the order they were
    taken. Everything else follows from these. Raises `InvalidInput` for an impossible one.

    >>> draft = Draft(players=2, starter=1).take(1, 24).take(0, 3)
    >>> draft.turn_seat, draft.hands
    (1, ((3,), (24,)))
    >>> draft.take(0, 4)
    Traceback (most recent call last):
    games.engine.errors.NotYourTurn: It is not this seat's turn to take a card.
    """

    players: int
    starter: int
    cards: Row = ()

    def __post_init__(self) -> None:
        highest = cards_dealt(self.players)
        if type(self.starter) is not int or not 0 <= self.starter < self.players:
            raise InvalidPlayers("A draft begins with one of its seats.")
        check_distinct(self.cards)
        if len(self.cards) > len(self._order) or max(self.cards, default=1) > highest:
            raise InvalidHands("More or other cards were taken than lay on the table.")

    @property
    def _order(self) -> tuple[int, ...]:
        return draft_order(self.starter, self.players)

    @property
    def table(self) -> Row:
        """The cards that still lie face up, ascending."""
        return tuple(sorted(set(deck(_TIGHT, self.players)).difference(self.cards)))

    @property
    def turn_seat(self) -> int | None:
        """The seat that takes the next card; `None` when everyone holds ten."""
        order = self._order
        return order[len(self.cards)] if len(self.cards) < len(order) else None

    @property
    def takings(self) -> tuple[tuple[int, int], ...]:
        """Who took what: (seat, card) in the order it happened."""
        return tuple(zip(self._order, self.cards, strict=False))

    @property
    def hands(self) -> tuple[Row, ...]:
        """The cards of each seat so far, ascending."""
        return tuple(
            tuple(sorted(card for owner, card in self.takings if owner == seat))
            for seat in range(self.players)
        )

    def take(self, seat: int, card: int) -> "Draft":
        """The draft after `seat` took `card`.

        Raises `NotYourTurn` or `CardNotOnTable`; this draft stays as it is.
        """
        if self.turn_seat is None:
            raise NotYourTurn("The draft is over.")
        if seat != self.turn_seat:
            raise NotYourTurn("It is not this seat's turn to take a card.")
        if card not in self.table:
            raise CardNotOnTable("That card does not lie on the table.")
        return Draft(self.players, self.starter, (*self.cards, card))

    def follow(self, wishes: Mapping[int, Sequence[int]]) -> "Draft":
        """The draft after every seat whose turn comes took its first wish still on the table.

        `wishes` ranks cards by seat, best first. It stops at the first seat without such a wish.

        >>> Draft(players=2, starter=0).follow({0: [5, 7, 9], 1: [5, 6]}).takings
        ((0, 5), (1, 6), (0, 7))
        """
        draft = self
        while (seat := draft.turn_seat) is not None:
            table = set(draft.table)
            card = next((wish for wish in wishes.get(seat, ()) if wish in table), None)
            if card is None:
                break
            draft = draft.take(seat, card)
        return draft

    def deal(self) -> Deal:
        """The round that starts from this draft; the four cards left over start the rows.

        Raises `NotYourTurn` while somebody still has to take a card.
        """
        if self.turn_seat is not None:
            raise NotYourTurn("The draft is not over yet.")
        return Deal(self.hands, tuple((card,) for card in self.table), ())
