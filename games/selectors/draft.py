"""The draft as everybody sees it; the wish list only its owner."""

from __future__ import annotations

from typing import Any

from games import engine
from games.models import Game, Round, Seat
from games.selectors.loading import Table


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
        "takes_done": len(table.takes),
        "takes_total": engine.HAND_SIZE * len(table.seats),
        "wishes": list(table.own_hand.wishes) if table.own_hand else [],
    }


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
