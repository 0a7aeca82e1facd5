"""The viewer's own hand, pick and choice; nobody else's."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.models import Turn
from games.selectors.loading import Table


def hand_part(table: Table) -> list[dict[str, Any]] | None:
    """The viewer's cards, ascending; None for people without a hand."""
    hand, round_ = table.own_hand, table.round
    if hand is None or round_ is None or not table.is_running:
        return None
    options = table.game.options
    picked = table.own_pick.card if table.own_pick else None
    rows = round_.rows
    return [
        {
            "card": card,
            "bullheads": engine.bullheads(card),
            "picked": card == picked,
            "low": bool(rows) and engine.needs_wish(rows, card, options),
            "hint": hint_part(rows, card, options) if options.hints and rows else None,
        }
        for card in sorted(hand.cards)
    ]


def hint_part(rows: list[list[int]], card: int, options: engine.Options) -> dict[str, Any]:
    """Where the card would go if it were played alone now, with the subtraction spelled out."""
    hint = engine.place_alone([tuple(row) for row in rows], card, options)
    if hint is None:
        text = _choice_hint(rows, card, options)
        return {"row": None, "side": None, "text": text, "takes": [], "bullheads": 0}
    bullheads = engine.total_bullheads(hint.would_take)
    big, small = max(card, hint.base), min(card, hint.base)
    words = {"big": big, "small": small, "difference": hint.difference, "row": hint.row + 1}
    if hint.side == "left":
        text = _("%(big)d − %(small)d = %(difference)d, the smallest: left of row %(row)d.") % words
    else:
        text = _("%(big)d − %(small)d = %(difference)d, the smallest: row %(row)d.") % words
    if hint.would_take:
        text += " " + ngettext(
            "Sixth card: it takes %(n)d bullhead.",
            "Sixth card: it takes %(n)d bullheads.",
            bullheads,
        ) % {"n": bullheads}
    return {
        "row": hint.row,
        "side": hint.side,
        "text": text,
        "takes": list(hint.would_take),
        "bullheads": bullheads,
    }


def _choice_hint(rows: list[list[int]], card: int, options: engine.Options) -> str:
    alone = engine.resolve_turn(rows, {0: card}, {}, options)
    if isinstance(alone, engine.ChoiceNeeded) and alone.why == "tie":
        return _("%(card)d lies equally near to two places: you would choose.") % {"card": card}
    return _("%(card)d fits no row: you would choose one and take it.") % {"card": card}


def pick_part(table: Table) -> dict[str, Any] | None:
    """The viewer's own pick in the open turn."""
    pick = table.own_pick
    if pick is None:
        return None
    return {"card": pick.card, "wish": pick.wish, "by": pick.by}


def choice_part(table: Table) -> dict[str, Any] | None:
    """The rows the viewer may choose and what each costs, only while the table waits for it."""
    turn, own = table.turn, table.own_seat
    if turn is None or own is None or turn.state != Turn.State.CHOOSING:
        return None
    if turn.chooser_id != own.pk or table.game.paused_at is not None or not table.is_running:
        return None
    needed = table.needed_choice
    if needed is None:
        return None
    rows = [
        {
            "index": index,
            "bullheads": _cost(needed, index),
            "cards": list(needed.rows[index]),
        }
        for index in needed.rows_allowed
    ]
    return {"card": needed.card, "why": needed.why, "rows": rows}


def _cost(needed: engine.ChoiceNeeded[int], index: int) -> int:
    """The bullheads taken with this row; of two places equally near only a full row costs any."""
    row = needed.rows[index]
    if needed.why == "tie" and len(row) < engine.ROW_LIMIT:
        return 0
    return engine.total_bullheads(row)
