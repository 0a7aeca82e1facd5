"""The draft as everybody sees it; the wish list only its owner."""

from __future__ import annotations

from typing import Any

from games import engine
from games.models import Game, Round, Seat
from games.selectors.loading import Table
from games.selectors.standing import formerly
from games.selectors.words import taken_text


def draft_part(table: Table, awaited: list[Seat]) -> dict[str, Any] | None:
    """Open cards, who takes next, what everybody has taken."""
    round_ = table.round
    if round_ is None or round_.state != Round.State.DRAFTING or not table.is_running:
        return None
    gone = {take.card for take in table.takes}
    taken: dict[int, list[int]] = {seat.number: [] for seat in table.seats}
    for take in table.takes:
        taken[table.number_of[take.seat_id]].append(take.card)
    own = table.own_seat
    return {
        "table": [
            {"card": card, "bullheads": engine.bullheads(card)}
            for card in sorted(round_.shuffled_from)
            if card not in gone
        ],
        "turn_seat": awaited[0].number if awaited else None,
        "your_turn": own is not None and own in awaited,
        "taken": {str(number): sorted(cards) for number, cards in taken.items()},
        "taken_unasked": _taken_unasked(table),
        "takes_done": len(table.takes),
        "takes_total": engine.HAND_SIZE * len(table.seats),
        "wishes": list(table.own_hand.wishes) if table.own_hand else [],
    }


def _taken_unasked(table: Table) -> dict[str, list[str]]:
    """By seat number: which cards a wish list or a stand-in took, in words."""
    by: dict[tuple[int, str], list[str]] = {}
    for take in table.takes:
        by.setdefault((table.number_of[take.seat_id], take.by), []).append(str(take.card))
    told: dict[str, list[str]] = {}
    own = table.own_seat
    mine = own.number if own is not None and not formerly(table, own) else None
    for (number, who), cards in by.items():
        yours = number == mine
        if text := taken_text(who, ", ".join(cards), yours=yours):
            told.setdefault(str(number), []).append(text)
    return told


def open_hands_part(table: Table) -> list[dict[str, Any]] | None:
    """The hands of a drafted round: everybody saw them being taken (rules.md, ``deal = draft``).

    A picked card stays in its hand here until the reveal, so this tells nobody's pick.
    """
    round_ = table.round
    if table.game.deal != Game.Deal.DRAFT or not table.is_running:
        return None
    if round_ is None or round_.state != Round.State.PLAYING:
        return None
    return [
        {
            "seat": seat.number,
            "name": seat.name,
            "cards": [
                {"card": card, "bullheads": engine.bullheads(card)}
                for card in sorted(table.hands[seat.pk].cards)
            ],
        }
        for seat in table.seats
    ]
