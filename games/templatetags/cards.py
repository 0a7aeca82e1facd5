"""Cards, backs and counts of bullheads as the pages draw them.

The number and the price are always in the page as text; the drawing only repeats them.
"""

from __future__ import annotations

from typing import TypedDict

from django import template
from django.templatetags.static import static

from games.engine import HIGHEST_CARD, bullheads

register = template.Library()

SPRITE = "sixnimmt/img/sprite.svg"


class CardContext(TypedDict):
    number: int
    price: int
    state: str
    sprite: str


class BullsContext(TypedDict):
    count: int
    sprite: str


@register.inclusion_tag("games/partials/card.html")
def card(number: int, state: str = "") -> CardContext:
    """A face-up card, 1..104; `state` (e.g. "picked") becomes `data-state`.

    The price is the engine's; a number that is no card raises the engine's error.
    """
    number = int(number)
    return {"number": number, "price": bullheads(number), "state": state, "sprite": sprite()}


@register.inclusion_tag("games/partials/card_back.html")
def card_back(label: str = "") -> dict[str, str]:
    """A card lying face down; without a label it is decoration and not read out."""
    return {"label": label, "sprite": sprite()}


@register.inclusion_tag("games/partials/bulls.html")
def bulls(count: int) -> BullsContext:
    """A number of bullheads (0 and up): one head, the figure, the word for listeners."""
    return {"count": int(count), "sprite": sprite()}


@register.inclusion_tag("games/partials/icon.html")
def icon(name: str, kind: str = "icon") -> dict[str, str]:
    """One symbol of the sheet as decoration: `{% icon "bull" %}`; `kind` is its class."""
    return {"name": name, "kind": kind, "sprite": sprite()}


@register.simple_tag
def prices() -> list[int]:
    """The price of each card, by number from 1, for scripts: the rule itself is the engine's."""
    return [bullheads(number) for number in range(1, HIGHEST_CARD + 1)]


@register.simple_tag
def sprite() -> str:
    """The address of the symbol sheet, as the static storage names it."""
    return static(SPRITE)
