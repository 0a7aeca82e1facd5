"""What the rules page tells with pictures, put before the engine."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from games.engine import ChoiceNeeded, TurnResult, bullheads, resolve_turn, total_bullheads


@pytest.fixture
def text(client: Client, db: None) -> str:
    return html.unescape(client.get("/rules/").content.decode())


def test_bobs_39_follows_the_37(text: str) -> None:
    result = resolve_turn([[8, 12], [37], [44, 46], [80]], {"Bob": 39}, {})
    assert isinstance(result, TurnResult)
    assert result.rows[1] == (37, 39)
    assert "39 − 37 = 2, the smallest" in text


def test_alices_51_takes_five_cards_with_twelve_bullheads(text: str) -> None:
    result = resolve_turn([[44, 45, 46, 47, 50], [60], [70], [80]], {"Alice": 51}, {})
    assert isinstance(result, TurnResult)
    assert result.bullheads == {"Alice": 12}
    assert result.rows[0] == (51,)
    assert "<b>12</b>" in text


def test_miras_3_lets_her_choose_for_1_or_for_8(text: str) -> None:
    result = resolve_turn([[10, 14], [37], [55, 61], [80]], {"Mira": 3}, {})
    assert isinstance(result, ChoiceNeeded)
    assert (total_bullheads([37]), total_bullheads([55, 61])) == (1, 8)
    assert "costs her 1 bullhead" in text
    assert "would cost 8" in text


@pytest.mark.parametrize(("price", "cards"), [(7, 1), (5, 8), (3, 10), (2, 9), (1, 76)])
def test_the_prices_are_the_engines(price: int, cards: int) -> None:
    assert sum(bullheads(card) == price for card in range(1, 105)) == cards


@pytest.mark.parametrize(
    "promise",
    [
        "171 bullheads",
        "more than 66 bullheads. Exactly 66 plays on",
        "any number from 10 to 500",
        "1, 2, 2, 4",
        "Five people play with 1 to 54, seven with 1 to 74, ten with all 104",
        "two people play four rounds from one deck, three people three, four people two",
        "starting with somebody drawn by lot",
        "to the left of a row when it is lower than the first card",
        "It changes no rule",
    ],
)
def test_no_rule_is_forgotten(text: str, promise: str) -> None:
    assert promise in text
