"""The viewer's own standing orders, and the votes for more time; nobody else's orders."""

from __future__ import annotations

from typing import Any

from games import engine
from games.models import Pick, QueuedPick
from games.selectors.loading import Table
from games.selectors.order_words import (
    dropped_text,
    guard_choices,
    guard_text,
    guard_value,
    rule_text,
    wish_choices,
    wish_text,
)
from games.services.extending import may_have_more
from games.services.orders import MAX_LIMIT

EMPTY_SLOTS = 2  # of the form, after the queued cards


def orders_part(table: Table) -> dict[str, Any] | None:
    """Queue and rule of the viewer; None for people without a seat in a running game."""
    own, hand = table.own_seat, table.own_hand
    if own is None or hand is None or not table.is_running:
        return None
    laid = table.own_pick.card if table.own_pick else None
    cards = sorted(card for card in hand.cards if card != laid)
    queue = [queued for queued in table.queue if queued.card in cards]
    turn = table.turn.number if table.turn else engine.HAND_SIZE
    room = engine.HAND_SIZE - turn
    dropped = table.dropped
    return {
        "queue": [_queued(queued, turn + 1 + n) for n, queued in enumerate(queue)],
        "next_turns": list(range(turn + 1, turn + 1 + room))[: len(queue) + EMPTY_SLOTS],
        "room": room,
        "cards": cards,
        "guards": guard_choices(),
        "wishes": wish_choices(),
        "dropped": dropped_text(str(dropped["dropped"]), _row(dropped)) if dropped else None,
        "rule": own.row_rule,
        "limit": own.row_limit,
        "most": MAX_LIMIT,
        "rule_text": rule_text(own.row_rule, own.row_limit),
    }


def _row(dropped: dict[str, Any]) -> int | None:
    row: int | None = dropped.get("row")
    return row


def _queued(queued: QueuedPick, turn: int) -> dict[str, Any]:
    return {
        "turn": turn,
        "card": queued.card,
        "bullheads": engine.bullheads(queued.card),
        "wish": queued.wish,
        "wish_text": wish_text(queued.wish) if queued.wish != Pick.Wish.RULE else "",
        "guard": guard_value(queued.guard, queued.guard_row),
        "text": guard_text(queued.guard, queued.guard_row) if queued.guard else "",
    }


def extension_part(table: Table) -> dict[str, Any] | None:
    """Who wants more time, for people at the table while something is asked."""
    own = table.own_seat
    if own is None or not table.dues or not table.is_running or table.game.paused_at is not None:
        return None
    if not may_have_more(table.game, table.dues):
        return None
    people = [seat for seat in table.seats if seat.user_id is not None and not seat.is_away]
    return {
        "agreed": [_person(seat) for seat in people if seat.pk in table.votes],
        "needed": [_person(seat) for seat in people if seat.pk not in table.votes],
        "you_voted": own.pk in table.votes,
        "seconds": table.game.pace_seconds,
    }


def _person(seat: Any) -> dict[str, Any]:
    return {"seat": seat.number, "name": seat.name}
