"""From a shuffled deck to hands, rows and stock (rules.md, "Classic round", "Variants")."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import HIGHEST_CARD, check_distinct
from games.engine.errors import InvalidInput, InvalidPlayers
from games.engine.options import Options
from games.engine.rows import ROW_COUNT, Row, Rows
from games.engine.turn import MAX_PLAYERS

HAND_SIZE = 10
MIN_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Deal:
    """The start of a round: a sorted hand for each seat 0, 1, …; four rows of one card in the
    order they were dealt; and the cards that were not dealt, in the order they lie."""

    hands: tuple[Row, ...]
    rows: Rows
    stock: Row


def check_players(players: object) -> int:
    """`players`, if it is a number of players, 2..10; raises `InvalidPlayers` if not.

    >>> check_players(10)
    10
    """
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise InvalidPlayers(f"A game has {MIN_PLAYERS} to {MAX_PLAYERS} players.")
    return players


def cards_dealt(players: int) -> int:
    """How many cards one round needs: ten a hand and four to start the rows.

    >>> cards_dealt(5)
    54
    """
    return HAND_SIZE * check_players(players) + ROW_COUNT


def deck(options: Options, players: int) -> tuple[int, ...]:
    """The cards in use, ascending: all 104, or 1..10·n + 4 in the tight deck.

    >>> len(deck(Options(), 3)), deck(Options(deck="tight"), 3)[-1]
    (104, 34)
    """
    needed = cards_dealt(players)
    return tuple(range(1, (needed if options.deck == "tight" else HIGHEST_CARD) + 1))


def deal_round(order: Sequence[int], players: int) -> Deal:
    """Deal the cards in `order`: the first ten to seat 0, the next ten to seat 1, and so on; then
    one card to each row; the rest is the stock. Raises `InvalidInput` when they are too few.

    >>> dealt = deal_round(range(1, 105), 2)
    >>> dealt.rows, len(dealt.stock)
    (((21,), (22,), (23,), (24,)), 80)
    """
    needed = cards_dealt(players)
    if len(order) < needed:
        raise InvalidInput(f"A round of {players} players needs {needed} cards.")
    check_distinct(order)
    hands = tuple(
        tuple(sorted(order[HAND_SIZE * seat : HAND_SIZE * (seat + 1)])) for seat in range(players)
    )
    rows = tuple((card,) for card in order[HAND_SIZE * players : needed])
    return Deal(hands, rows, tuple(order[needed:]))


def next_stock(options: Options, players: int, stock: Sequence[int]) -> tuple[int, ...]:
    """The cards the next round is shuffled from, ascending.

    `stock` are the cards the last round did not deal (none before the first round). With
    `deal="stock"` they are used again while they suffice; in every other case, and when they
    do not, it is the whole deck in use.

    >>> len(next_stock(Options(deal="stock"), 2, range(1, 81)))
    80
    >>> len(next_stock(Options(deal="stock"), 5, range(1, 51)))
    104
    """
    if options.deal == "stock" and len(stock) >= cards_dealt(players):
        return tuple(sorted(stock))
    return deck(options, players)
