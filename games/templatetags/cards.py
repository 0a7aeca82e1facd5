"""Cards, backs and counts of bullheads as the pages draw them.

The number and the price are always in the page as text; the drawing only repeats them.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine import HIGHEST_CARD, bullheads

register = template.Library()

SPRITE = "sixnimmt/img/sprite.svg"


@register.simple_tag
def card(number: int, state: str = "") -> SafeString:
    """A face-up card, 1..104; `state` (e.g. "picked") becomes `data-state`.

    The price is the engine's; a number that is no card raises the engine's error.
    """
    number = int(number)
    return _drawn("card", number=number, price=bullheads(number), state=state)


@register.simple_tag
def card_back(label: str = "") -> SafeString:
    """A card lying face down; without a label it is decoration and not read out."""
    return _drawn("card_back", label=label)


@register.simple_tag
def bulls(count: int) -> SafeString:
    """A number of bullheads (0 and up): one head, the figure, the word for listeners."""
    return _drawn("bulls", count=int(count))


@register.simple_tag
def icon(name: str, kind: str = "icon") -> SafeString:
    """One symbol of the sheet as decoration: `{% icon "bull" %}`; `kind` is its class."""
    return _drawn("icon", name=name, kind=kind)


def _drawn(partial: str, **context: str | int) -> SafeString:
    return _render(partial, sprite(), get_language(), **context)


@lru_cache(maxsize=4096)
def _render(partial: str, sprite: str, _language: str | None, **context: str | int) -> SafeString:
    """The partial's HTML. A page draws a hundred of them, of which few differ."""
    return render_to_string(f"games/partials/{partial}.html", context | {"sprite": sprite})


@register.simple_tag
def prices() -> list[int]:
    """The price of each card, by number from 1, for scripts: the rule itself is the engine's."""
    return [bullheads(number) for number in range(1, HIGHEST_CARD + 1)]


@register.simple_tag
@lru_cache
def sprite() -> str:
    """The address of the symbol sheet, as the static storage names it; the same for a process."""
    return static(SPRITE)
