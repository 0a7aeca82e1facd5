"""``table_view``: the one door through which a game leaves for somebody's eyes.

Page, socket, JSON and mail show what this returns and nothing else. No card of another hand, no
unrevealed pick, no seed of an unfinished round is ever in it (in a draft, hands are public:
rules.md).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from games import engine
from games.models import Game, Round
from games.selectors.draft import draft_part, open_hands_part
from games.selectors.hand import choice_part, hand_part, pick_part
from games.selectors.loading import Table, load_table
from games.selectors.muted import is_muted
from games.selectors.orders import extension_part, orders_part
from games.selectors.result import result_part
from games.selectors.seats import awaited_seats, seats_part
from games.selectors.standing import is_anybody_absent, may_take, why_no_seat
from games.selectors.story import plays_part, story_part
from games.selectors.viewer import Viewer
from games.selectors.words import names_text, pace_text, rules_text


def table_view(game_id: int, viewer: Viewer) -> dict[str, Any]:
    """What ``viewer`` may see of a game, as JSON-ready data (docs/table-view.md).

    Raises NotThere, NotYours (private). The number of queries does not depend on the number of
    rounds, turns or seats.
    """
    return build_view(load_table(game_id, viewer), timezone.now())


def build_view(table: Table, now: datetime) -> dict[str, Any]:
    """The view of a loaded table at ``now`` (aware)."""
    awaited = awaited_seats(table)
    own = table.own_seat
    deadline = table.due.at if table.due and table.is_running else None
    return {
        "game": _game_part(table),
        "viewer": {
            "kind": "player" if own else "spectator" if table.viewer.user else "visitor",
            "seat": own.number if own else None,
            "name": table.viewer.user.username if table.viewer.user else "",
            "is_creator": table.viewer.user_id == table.game.creator_id,
            "away": own is not None and own.is_away,
            "may_sit": _may_sit(table),
            "no_seat": why_no_seat(table),
            "muted": is_muted(table.game),
        },
        "phase": phase(table),
        "needs_you": own is not None and own in awaited,
        "awaited": [{"seat": seat.number, "name": seat.name} for seat in awaited],
        "awaited_text": names_text([seat.name for seat in awaited if seat != own]),
        "deadline": deadline.isoformat() if deadline else None,
        "remaining_seconds": _remaining(table, deadline, now),
        "overdue": deadline is not None and deadline <= (table.game.paused_at or now),
        "server_time": now.isoformat(),
        "round": _round_part(table),
        "rows": rows_part(table),
        "seats": seats_part(table, awaited),
        "hand": hand_part(table),
        "pick": pick_part(table),
        "absent": is_anybody_absent(table),
        "orders": orders_part(table),
        "extension": extension_part(table),
        "choice": choice_part(table),
        "plays": plays_part(table),
        "draft": draft_part(table, awaited),
        "open_hands": open_hands_part(table),
        "story": story_part(table),
        "result": result_part(table),
    }


def phase(table: Table) -> str:
    """Where the game stands, in one word (see docs/table-view.md)."""
    if not table.is_running:
        return str(table.game.state)
    if table.turn is None:
        return "drafting"
    return str(table.turn.state)


def _game_part(table: Table) -> dict[str, Any]:
    game = table.game
    invitation = reverse("games:invitation", args=[game.invite_token])
    rematch = getattr(game, "rematch", None) if table.own_seat else None  # for the same people
    may_invite = table.own_seat is not None and game.state in (Game.State.OPEN, Game.State.RUNNING)
    return {
        "id": game.pk,
        "name": game.name,
        "state": game.state,
        "paused": game.paused_at is not None,
        "reason": game.reason,
        "version": game.version,
        "url": game.get_absolute_url(),
        "visibility": game.visibility,
        "invite_url": settings.SITE_URL + invitation if may_invite else None,
        "seats_wanted": game.seats_wanted,
        "creator": game.creator.username,
        "options": game.options.to_json(),
        "rules_text": rules_text(game),
        "pace_seconds": game.pace_seconds,
        "pace_text": pace_text(game.pace_seconds),
        "is_live": game.is_live,
        "vacations": game.vacations,
        "on_leave": game.on_leave,
        "created_at": _iso(game.created_at),
        "expires_at": _iso(game.expires_at),
        "started_at": _iso(game.started_at),
        "finished_at": _iso(game.finished_at),
        "rematch_of": game.rematch_of_id,
        "rematch": rematch.pk if rematch is not None else None,
    }


def _may_sit(table: Table) -> bool:
    """The viewer can take a seat at a running game: their own back, or one on offer."""
    if not table.is_running or table.game.paused_at is not None:
        return False
    own = table.own_seat
    return own.is_away if own else any(may_take(table, seat) for seat in table.seats)


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _remaining(table: Table, deadline: datetime | None, now: datetime) -> int | None:
    """Whole seconds left, never negative; while paused, what will be left when it goes on."""
    if deadline is None:
        return None
    since = table.game.paused_at or now
    return max(0, int((deadline - since).total_seconds()))


def _round_part(table: Table) -> dict[str, Any] | None:
    round_ = table.round
    if round_ is None:
        planned = table.planned
        return {"number": 0, "next_commitment": planned.commitment} if planned else None
    finished = [r for r in table.shown_rounds if r.state == Round.State.FINISHED]
    turn = table.turns[-1] if table.turns and table.turns[-1].round_id == round_.pk else None
    return {
        "number": round_.number,
        "turn": turn.number if turn else 0,
        "turns": engine.HAND_SIZE,
        "label": f"{round_.number}.{turn.number if turn else 0}",
        "commitment": round_.commitment,
        "next_commitment": table.planned.commitment if table.planned else None,
        "deals": [_deal_part(table, r) for r in finished],
    }


def _deal_part(table: Table, round_: Round) -> dict[str, Any]:
    """Everything needed to repeat a finished round's deal (docs/deal.md)."""
    hands = {table.number_of[hand.seat_id]: hand.dealt for hand in round_.hands.all()}
    return {
        "round": round_.number,
        "game": str(round_.game_id),
        "seed": bytes(round_.seed).hex(),
        "commitment": round_.commitment,
        "deal": table.game.deal,
        "cards": round_.shuffled_from,
        "salts": {table.number_of[salt.seat_id]: salt.value for salt in round_.salts.all()},
        "salts_by_server": [
            table.number_of[salt.seat_id] for salt in round_.salts.all() if not salt.by_page
        ],
        "hands": hands,
        "rows": round_.start_rows,
        "stock": round_.stock,
        "starter": round_.draft_starter,
    }


def rows_part(table: Table) -> list[dict[str, Any]]:
    """The four rows as they lie on the table."""
    return [
        {
            "index": index,
            "cards": [{"card": card, "bullheads": engine.bullheads(card)} for card in row],
            "length": len(row),
            "bullheads": engine.total_bullheads(row),
            "last": row[-1],
            "free": engine.ROW_LIMIT - len(row),
        }
        for index, row in enumerate(table.rows)
    ]
