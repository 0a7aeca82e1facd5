"""The story: every resolved turn, card by card."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games import engine
from games.models import Seat, Turn
from games.selectors.loading import Table
from games.selectors.standing import name_at, tenure_at
from games.selectors.words import by_text, step_text


def story_part(table: Table) -> list[dict[str, Any]]:
    """The resolved turns of this round and the last one of the round before, oldest first.

    ``new`` marks those since the viewer's own last pick: what happened while they were away.
    """
    current = table.round
    if current is None:
        return []
    done = [turn for turn in table.turns if turn.state == Turn.State.DONE]
    earlier = [turn for turn in done if turn.round_id != current.pk][-1:]
    shown = earlier + [turn for turn in done if turn.round_id == current.pk]
    last_own = _last_own_pick(table, shown)
    return [turn_story(table, turn, is_new=index > last_own) for index, turn in enumerate(shown)]


def _last_own_pick(table: Table, shown: list[Turn]) -> int:
    """Index of the turn before which everything is known to the viewer.

    A turn counts as seen once the viewer has picked in a later one; people without a seat are
    only told of the last turn.
    """
    own = table.own_seat
    if own is None:
        return len(shown) - 2
    if table.own_pick is not None and table.own_pick.by == "player":
        return len(shown) - 1
    for index in range(len(shown) - 1, -1, -1):
        for step in shown[index].placements:
            if step["seat"] == own.number and step["by"] == "player":
                return index - 1
    return -1


def turn_story(table: Table, turn: Turn, *, is_new: bool = False) -> dict[str, Any]:
    """One resolved turn as data and sentences."""
    seats = {seat.number: seat for seat in table.seats}
    steps = [_step(table, step, seats[step["seat"]], turn.resolved_at) for step in turn.placements]
    after = replayed_rows(turn)
    return {
        "round": turn.round.number,
        "turn": turn.number,
        "label": f"{turn.round.number}.{turn.number}",
        "new": is_new,
        "resolved_at": turn.resolved_at.isoformat() if turn.resolved_at else None,
        "rows_before": turn.rows_before,
        "rows_after": after,
        "steps": steps,
        "summary": [
            {key: step[key] for key in ("seat", "name", "card", "row", "bullheads", "by_text")}
            for step in sorted(steps, key=lambda step: step["seat"])
        ],
    }


def _step(
    table: Table, step: dict[str, Any], seat: Seat, moment: datetime | None
) -> dict[str, Any]:
    """One placement, told of who sat there then."""
    name, own = name_at(table, seat, moment), table.viewer.user
    holder = tenure_at(table, seat, moment)
    yours = own is not None and holder is not None and holder.user_id == own.pk
    bullheads = engine.total_bullheads(step["taken"])
    return {
        **step,
        "name": name,
        "bullheads_card": engine.bullheads(step["card"]),
        "taken": [{"card": card, "bullheads": engine.bullheads(card)} for card in step["taken"]],
        "bullheads": bullheads,
        "text": step_text(step, name, bullheads),
        "row_by": step.get("row_by", ""),
        "by_text": by_text(step, yours=yours),
    }


def replayed_rows(turn: Turn) -> list[list[int]]:
    """The rows after a resolved turn, from its placements."""
    rows = [list(row) for row in turn.rows_before]
    for step in turn.placements:
        row = rows[step["row"]]
        if step["taken"]:
            rows[step["row"]] = [step["card"]]
        elif step["side"] == "left":
            row.insert(0, step["card"])
        else:
            row.append(step["card"])
    return rows


def plays_part(table: Table) -> list[dict[str, Any]] | None:
    """The revealed cards while a row choice is awaited, in the order they will be placed.

    All picks are in by then, so everybody sees them (rules.md, classic round, 2).
    """
    turn = table.turn
    if turn is None or turn.state != Turn.State.CHOOSING:
        return None
    names = {seat.pk: seat.name for seat in table.seats}
    return [
        {
            "seat": table.number_of[pick.seat_id],
            "name": names[pick.seat_id],
            "card": pick.card,
            "bullheads": engine.bullheads(pick.card),
        }
        for pick in sorted(table.picks, key=lambda pick: pick.card)
    ]
