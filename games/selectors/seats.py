"""Seats: who has picked (never what), whom the table waits for, how everybody stands."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.models import Seat, Turn
from games.selectors.loading import Table
from games.selectors.standing import formerly, is_on_offer, may_take


def awaited_seats(table: Table) -> list[Seat]:
    """The seats whose move the table waits for now; none while it moves by itself."""
    if not table.is_running or table.game.paused_at is not None:
        return []
    turn = table.turn
    if turn is None:
        on_turn = drafting_seat(table)
        return [on_turn] if on_turn else []
    if turn.state == Turn.State.CHOOSING:
        return [seat for seat in table.seats if seat.pk == turn.chooser_id]
    if turn.state == Turn.State.PICKING:
        picked = {pick.seat_id for pick in table.picks}
        return [seat for seat in table.seats if seat.pk not in picked]
    return []


def drafting_seat(table: Table) -> Seat | None:
    """Whose turn it is to take an open card."""
    round_ = table.round
    if round_ is None or round_.draft_starter is None:
        return None
    order = engine.draft_order(round_.draft_starter, len(table.seats))
    return table.seats[order[len(table.takes)]] if len(table.takes) < len(order) else None


def seats_part(table: Table, awaited: list[Seat]) -> list[dict[str, Any]]:
    """Every seat with its status, totals and rank; totals include the running round."""
    running = table.is_running
    bullheads = {
        seat.pk: table.hands[seat.pk].bullheads if seat.pk in table.hands else 0
        for seat in table.seats
    }
    totals = [seat.total + (bullheads[seat.pk] if running else 0) for seat in table.seats]
    ranks = engine.ranks(totals) if totals else ()
    parts = []
    for seat, total, rank in zip(table.seats, totals, ranks, strict=True):
        status = _status(table, seat, awaited)
        hand = table.hands.get(seat.pk)
        parts.append(
            {
                "number": seat.number,
                "name": seat.name,
                "bot": seat.bot,
                "bot_text": seat.get_bot_display() if seat.bot else "",
                "you": seat is table.own_seat,
                "status": status,
                "status_text": status_text(status),
                "total": total,
                "round_bullheads": bullheads[seat.pk],
                "away": seat.is_away,
                "on_offer": is_on_offer(table, seat),
                "may_take": may_take(table, seat),
                "formerly": formerly(table, seat),
                "vacation_until": _until(table, seat),
                "hand_size": len(hand.cards) if hand else 0,
                "rank": seat.rank or rank,
                "winner": seat.rank == 1,
            }
        )
    return parts


def _until(table: Table, seat: Seat) -> str | None:
    """When the person's vacation ends; only that they are away is told, and until when."""
    end = table.on_vacation.get(seat.pk)
    return end.isoformat() if end else None


def _status(table: Table, seat: Seat, awaited: list[Seat]) -> str:
    turn = table.turn
    if not table.is_running:
        return "waiting"
    if seat.is_away:
        return "left"
    if seat in awaited:
        if turn is None:
            return "drafting"
        return "choosing" if turn.state == Turn.State.CHOOSING else "thinking"
    if turn is not None and any(pick.seat_id == seat.pk for pick in table.picks):
        return "picked"
    return "waiting"


def status_text(status: str) -> str:
    """A seat's status as words that follow its name."""
    return {
        "thinking": _("is thinking"),
        "picked": _("has picked"),
        "choosing": _("chooses a row"),
        "drafting": _("takes a card"),
        "left": _("is away"),
        "waiting": "",
    }[status]
