"""How a game ended: fewest bullheads win, ties together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Round
from games.selectors.loading import Table
from games.selectors.standing import formerly
from games.selectors.words import names_text


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


def won_text(result: Mapping[str, Any]) -> str:
    """Who won: "Bob wins" or "Bob and Mira win together"; "" if the game came to no end."""
    if len(result["winners"]) > 1:
        return _("%(names)s win together") % {"names": names_text(result["winners"])}
    return _("%(name)s wins") % {"name": result["winners"][0]} if result["winners"] else ""


def verdict(result: Mapping[str, Any]) -> str:
    """By how much: "29 bullheads, 11 fewer than Bob."; "" if the game came to no end."""
    standings = result["standings"]
    if not result["winners"]:
        return ""
    won = int(standings[0]["total"])
    words = ngettext("%(n)d bullhead", "%(n)d bullheads", won) % {"n": won}
    behind = [line for line in standings if line["rank"] != 1]
    if not behind:
        return f"{words}."
    next_best = [line["name"] for line in behind if line["rank"] == behind[0]["rank"]]
    return _("%(bullheads)s, %(gap)d fewer than %(names)s.") % {
        "bullheads": words,
        "gap": int(behind[0]["total"]) - won,
        "names": names_text(next_best),
    }
