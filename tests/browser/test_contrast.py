"""Contrast of the design tokens as the browser resolves them, by day and by night."""

from __future__ import annotations

import pytest

from tests.browser.conftest import OpenPage

AA, AAA, GRAPHICS = 4.5, 7.0, 3.0  # WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11
TEXT = [
    ("ink", "paper"),
    ("ink", "paper-raised"),
    ("ink", "paper-sunk"),
    ("ink", "pasture"),
    ("ink-soft", "paper"),
    ("ink-soft", "paper-raised"),
    ("ink-soft", "paper-sunk"),
    ("ink-soft", "pasture"),
    ("paper-raised", "ink"),
    ("accent", "paper"),
    ("accent", "paper-raised"),
    ("on-accent", "accent"),
    ("ink", "accent-soft"),
    ("on-bite", "bite"),
]
NUMERALS = [
    ("card-ink", "card-1"),
    ("card-ink", "card-2"),
    ("card-ink", "card-3"),
    ("card-ink", "card-5"),
    ("card-7-ink", "card-7"),
]
DRAWN = [
    ("line-strong", "paper"),
    ("fence", "pasture"),
    ("back-ink", "back"),
    ("accent", "pasture"),
]
RGB = """(names) => names.map((name) => {
  const probe = document.createElement('i');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const rgb = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
  probe.remove();
  return rgb;
})"""


def luminance(rgb: list[float]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _unit(rgb)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _unit(rgb: list[float]) -> list[float]:
    return [channel / 255 for channel in rgb]


def contrast(one: list[float], other: list[float]) -> float:
    """From 1 (the same) to 21 (black on white)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_is_aa_numerals_are_aaa_and_drawings_can_be_told(
    open_page: OpenPage, theme: str
) -> None:
    page = open_page(color_scheme=theme)
    page.goto("/rules/")
    pairs = [(AA, TEXT), (AAA, NUMERALS), (GRAPHICS, DRAWN)]
    weak = [
        f"{front} on {ground}: {ratio:.2f} < {least}"
        for least, group in pairs
        for front, ground in group
        if (ratio := contrast(*page.evaluate(RGB, [front, ground]))) < least
    ]
    assert weak == []
