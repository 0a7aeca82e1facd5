"""The record of a game: every turn of it as text, and whose score each round was."""

from __future__ import annotations

from typing import Any

from django.db.models import prefetch_related_objects

from games.models import Round, Turn
from games.selectors.loading import Table
from games.selectors.story import turn_story


def record_part(table: Table) -> list[dict[str, Any]]:
    """Every round with its resolved turns, oldest first. Public to whoever may see the table:
    only revealed cards are in it."""
    prefetch_related_objects(table.rounds, "hands")
    by_round: dict[int, list[Turn]] = {}
    rounds = {round_.pk: round_ for round_ in table.rounds}
    done = Turn.objects.filter(round__game=table.game, state=Turn.State.DONE)
    for turn in done.order_by("round__number", "number"):
        turn.round = rounds[turn.round_id]
        by_round.setdefault(turn.round_id, []).append(turn)
    return [
        {
            "number": round_.number,
            "finished": round_.state == Round.State.FINISHED,
            "turns": [turn_story(table, turn) for turn in by_round.get(round_.pk, [])],
            "scores": _scores(table, round_),
        }
        for round_ in table.rounds
        if round_.state in (Round.State.PLAYING, Round.State.FINISHED)
    ]


def _scores(table: Table, round_: Round) -> list[dict[str, Any]]:
    """Bullheads of the round, in the order people sit."""
    bullheads = {hand.seat_id: hand.bullheads for hand in round_.hands.all()}
    return [{"name": seat.name, "bullheads": bullheads[seat.pk]} for seat in table.seats]
