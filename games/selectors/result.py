"""How a game ended: fewest bullheads win, ties together."""

from __future__ import annotations

from typing import Any

from games.models import Game, Round
from games.selectors.loading import Table
from games.selectors.standing import formerly


def result_part(table: Table) -> dict[str, Any] | None:
    """Winners and standings of a game that ended, the score of each round included."""
    ended = (Game.State.FINISHED, Game.State.VOID, Game.State.CANCELLED)
    if table.game.state not in ended or table.game.started_at is None:
        return None
    played = [r for r in table.rounds if r.state == Round.State.FINISHED]
    scores = [{hand.seat_id: hand.bullheads for hand in r.hands.all()} for r in played]
    ranked = sorted(table.seats, key=lambda seat: (seat.rank or 99, seat.number))
    return {
        "winners": [seat.name for seat in ranked if seat.rank == 1],
        "rounds": [round_.number for round_ in played],
        "standings": [
            {
                "rank": seat.rank,
                "name": seat.name,
                "bot": seat.bot,
                "formerly": formerly(table, seat),
                "away": seat.is_away,
                "seat": seat.number,
                "you": seat is table.own_seat,
                "total": seat.total,
                "rounds": [score.get(seat.pk, 0) for score in scores],
            }
            for seat in ranked
        ],
    }
