"""Cards and rows in letters: mail programs know neither our style sheets nor our drawings."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import ngettext

from games.engine import ROW_LIMIT, bullheads

register = template.Library()

# The tones of the cards by price, as in static/sixnimmt/css/tokens.css by day.
PAPER, INK = "#fffbf2", "#20150b"
TONES = {2: "#f6dd8d", 3: "#bfd49b", 5: "#eda57c", 7: "#2b1c12"}
IN_A_LINE = 5  # cards of a hand


@register.filter
def tone(card: int) -> str:
    """The card's ground."""
    return TONES.get(bullheads(card), PAPER)


@register.filter
def tone_ink(card: int) -> str:
    """What is written on it."""
    return "#ffedc9" if bullheads(card) == 7 else INK


@register.filter
def card_words(card: int) -> str:
    """ "42, 1 bullhead"."""
    words = ngettext("%(card)d, %(n)d bullhead", "%(card)d, %(n)d bullheads", bullheads(card))
    return words % {"card": card, "n": bullheads(card)}


@register.filter
def listed(cards: list[int]) -> str:
    """ "12 17 23"."""
    return " ".join(map(str, cards))


@register.filter
def row_words(row: dict[str, Any]) -> str:
    """ "Row 1: 12 17 23 (3 of 5, 4 bullheads)" from a row of the view."""
    words = ngettext(
        "Row %(row)d: %(cards)s (%(length)d of %(limit)d, %(n)d bullhead)",
        "Row %(row)d: %(cards)s (%(length)d of %(limit)d, %(n)d bullheads)",
        row["bullheads"],
    )
    return words % {
        "row": row["index"] + 1,
        "cards": listed([card["card"] for card in row["cards"]]),
        "length": row["length"],
        "limit": ROW_LIMIT,
        "n": row["bullheads"],
    }


@register.filter
def places(row: dict[str, Any]) -> list[int | None]:
    """The five places of a row: cards, then None for free ones."""
    cards: list[int | None] = [card["card"] for card in row["cards"]]
    return cards + [None] * (ROW_LIMIT - len(cards))


@register.filter
def by_five(cards: list[Any]) -> list[list[Any]]:
    """Lines of five, the last filled up with None."""
    lines = [cards[start : start + IN_A_LINE] for start in range(0, len(cards), IN_A_LINE)]
    return [line + [None] * (IN_A_LINE - len(line)) for line in lines]


@register.filter
def by_rank(seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Seats of the view, the fewest bullheads first."""
    return sorted(seats, key=lambda seat: (seat["rank"], seat["number"]))
