"""The cards: numbers 1 to 104, and the bullheads printed on them (rules.md, "Deck")."""

from collections.abc import Iterable

from games.engine.errors import DuplicateCard, UnknownCard

HIGHEST_CARD = 104


def _printed(card: int) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


BULLHEADS: tuple[int, ...] = (0, *(_printed(card) for card in range(1, HIGHEST_CARD + 1)))
"""Bullheads by card number; index 0 is no card."""


def bullheads(card: int) -> int:
    """The bullheads on one card, 1 to 7. Raises `UnknownCard` for anything but 1..104.

    >>> [bullheads(card) for card in (1, 5, 10, 11, 55, 104)]
    [1, 2, 3, 5, 7, 1]
    """
    return BULLHEADS[check_card(card)]


def total_bullheads(cards: Iterable[int]) -> int:
    """The bullheads on several cards together. The cards are taken as checked.

    >>> total_bullheads(range(1, 105))
    171
    """
    return sum(BULLHEADS[card] for card in cards)


def check_card(card: object) -> int:
    """`card`, if it is the number of a card; raises `UnknownCard` if not.

    >>> check_card(104)
    104
    >>> check_card(True)
    Traceback (most recent call last):
    games.engine.errors.UnknownCard: A card is a whole number from 1 to 104.
    """
    if type(card) is not int or not 1 <= card <= HIGHEST_CARD:
        raise UnknownCard(f"A card is a whole number from 1 to {HIGHEST_CARD}.")
    return card


def check_distinct(*piles: Iterable[int]) -> None:
    """Raises `UnknownCard` or `DuplicateCard` unless all piles hold different cards.

    >>> check_distinct([1, 2], [3])
    >>> check_distinct([1, 2], [2])
    Traceback (most recent call last):
    games.engine.errors.DuplicateCard: One card lies in two places.
    """
    cards = [check_card(card) for pile in piles for card in pile]
    if len(set(cards)) < len(cards):
        raise DuplicateCard("One card lies in two places.")
