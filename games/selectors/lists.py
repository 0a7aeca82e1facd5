"""Lists of games: the lobby, my games, my history. Never a hidden card in any of them.

Each list takes a constant number of queries, whatever the number of games and turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import DraftTake, Due, Game, Pick, Round, Seat, Turn
from games.models.game import HOUR
from games.selectors.loading import Table, one_moment
from games.selectors.muted import is_muted, muted_by
from games.selectors.seats import awaited_seats
from games.selectors.table import rows_part
from games.selectors.viewer import Viewer
from games.selectors.words import names_text, pace_text, rules_text, unusual_text

PAGE_SIZE = 20
FINISHED_ON_DASHBOARD = 5


def lobby_games(data: dict[str, Any], viewer: Viewer) -> QuerySet[Game]:
    """Public tables that match the lobby's filter (a cleaned LobbyFilter), newest first.

    Each knows whether this viewer was removed from it (``removed_you``).
    """
    games = _in_state(Game.objects.public(), data.get("state") or Game.State.OPEN)
    if data.get("pace"):
        live = Q(pace_seconds__lt=HOUR)
        games = games.filter(live if data["pace"] == "live" else ~live)
    if data.get("players"):
        games = games.filter(seats_wanted=data["players"])
    rules = {
        "classic": Q(deck="full", placement="right", deal="shuffled"),
        "tight": Q(deck="tight") & ~Q(deal="draft"),
        "draft": Q(deal="draft"),
        "both": Q(placement="both"),
        "hints": Q(hints=True),
    }
    if data.get("rules"):
        games = games.filter(rules[data["rules"]])
    removed = Game.removed.through.objects.filter(game=OuterRef("pk"), user=viewer.user_id)
    told = with_seats(games).annotate(removed_you=Exists(removed))
    return told.order_by("-created_at", "-pk")


def _in_state(games: QuerySet[Game], state: str) -> QuerySet[Game]:
    """A state of Game, or "offer": being played, with a seat that anybody may take over."""
    if state != "offer":
        return games.filter(state=state)
    offered = Seat.objects.filter(game=OuterRef("pk"), offered_at__isnull=False)
    running = games.filter(state=Game.State.RUNNING, on_leave=Game.OnLeave.OFFER)
    return running.filter(Exists(offered))


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with creator and seats loaded, two queries for all."""
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    return games.select_related("creator").prefetch_related(seats)


def table_card(game: Game, viewer: Viewer) -> dict[str, Any]:
    """A table in a list: ``game`` must come from ``with_seats``."""
    seats = list(game.seats.all())
    own = viewer.seat_in(seats)
    return {
        "id": game.pk,
        "url": game.get_absolute_url(),
        "name": game.name,
        "state": game.state,
        "state_text": game.get_state_display(),
        "creator": game.creator.username,
        "private": game.visibility == Game.Visibility.PRIVATE,
        "seats": [{"name": seat.name, "bot": seat.bot, "you": seat is own} for seat in seats],
        "free": max(0, game.seats_wanted - len(seats)) if game.state == Game.State.OPEN else 0,
        "free_range": range(game.seats_wanted - len(seats)) if game.state == "open" else range(0),
        "seats_wanted": game.seats_wanted,
        "offered": _offered(game, seats),
        "joined": own is not None,
        "removed_you": getattr(game, "removed_you", False),
        "pace_text": pace_text(game.pace_seconds),
        "rules_text": rules_text(game),
        "created_at": game.created_at,
        "finished_at": game.finished_at,
        "reason": game.reason,
        "muted": is_muted(game),
    }


def _offered(game: Game, seats: list[Seat]) -> int:
    """How many seats of a running game anybody may take over."""
    offers = game.state == Game.State.RUNNING and game.on_leave == Game.OnLeave.OFFER
    return sum(seat.offered_at is not None for seat in seats) if offers else 0


@dataclass(frozen=True, slots=True)
class Dashboard:
    """My games: those that wait for me (least time left first), the others, open tables.

    ``version`` grows with time (ms): of two lists, a page keeps the one that was read later.
    """

    waiting: list[dict[str, Any]]
    others: list[dict[str, Any]]
    open: list[dict[str, Any]]
    finished: list[dict[str, Any]]
    version: int


@one_moment()
def dashboard(user: User) -> Dashboard:
    """Everything the dashboard of this person shows."""
    viewer = Viewer(user=user)
    now = timezone.now()
    mine = Game.objects.seating(user.pk).annotate(muted=muted_by(user.pk))
    running = [_running_card(t, now) for t in _running_tables(mine, viewer)]
    running.sort(key=lambda card: (card["remaining_seconds"] is None, card["remaining_seconds"]))
    open_games = with_seats(mine.filter(state=Game.State.OPEN)).order_by("-created_at")
    return Dashboard(
        waiting=[card for card in running if card["needs_you"]],
        others=[card for card in running if not card["needs_you"]],
        open=[table_card(game, viewer) for game in open_games],
        finished=[
            history_card(game, viewer)
            for game in ended_games(user).exclude(started_at=None)[:FINISHED_ON_DASHBOARD]
        ],
        version=int(now.timestamp() * 1000),
    )


def _running_tables(games: QuerySet[Game], viewer: Viewer) -> list[Table]:
    """Running games loaded as far as lists need them: a constant number of queries."""
    current = Round.objects.filter(state__in=[Round.State.DRAFTING, Round.State.PLAYING])
    open_turn = Turn.objects.exclude(state=Turn.State.DONE)
    found = with_seats(games.filter(state=Game.State.RUNNING)).prefetch_related(
        Prefetch("rounds", current),
        Prefetch("rounds__takes", DraftTake.objects.order_by("number")),
        Prefetch("rounds__turns", open_turn),
        Prefetch("rounds__turns__picks", Pick.objects.all()),
        "rounds__hands",
        Prefetch("dues", Due.objects.filter(settled_at=None)),
    )
    return [_list_table(game, viewer) for game in found]


def _list_table(game: Game, viewer: Viewer) -> Table:
    rounds = list(game.rounds.all())
    turns = [turn for round_ in rounds for turn in round_.turns.all()]
    return Table(
        game=game,
        viewer=viewer,
        seats=list(game.seats.all()),
        rounds=rounds,
        turns=turns,
        picks=[pick for turn in turns for pick in turn.picks.all()],
        takes=[take for round_ in rounds for take in round_.takes.all()],
        dues=list(game.dues.all()),
    )


def _running_card(table: Table, now: datetime) -> dict[str, Any]:
    """A running game as a miniature of its lanes."""
    awaited = awaited_seats(table)
    own = table.own_seat
    turn, round_ = table.turn, table.round
    deadline = table.due.at if table.due else None
    since = table.game.paused_at or now
    return {
        **table_card(table.game, table.viewer),
        "needs_you": own is not None and own in awaited,
        "choosing": turn is not None and turn.state == Turn.State.CHOOSING,
        "awaited_text": names_text([seat.name for seat in awaited if seat != own]),
        "paused": table.game.paused_at is not None,
        "deadline": deadline,
        "remaining_seconds": max(0, int((deadline - since).total_seconds())) if deadline else None,
        "round": round_.number if round_ else 0,
        "turn": turn.number if turn else 0,
        "rows": rows_part(table),
        "own_total": (own.total if own else 0)
        + (table.own_hand.bullheads if table.own_hand else 0),
    }


def ended_games(user: User) -> QuerySet[Game]:
    """The person's games that are over, the last first: tables that closed unstarted, too."""
    ended = Game.objects.seating(user.pk).filter(
        state__in=[Game.State.FINISHED, Game.State.VOID, Game.State.CANCELLED]
    )
    return with_seats(ended).order_by("-finished_at", "-pk")


def history_card(game: Game, viewer: Viewer) -> dict[str, Any]:
    """A finished game in a list: standings, and where the viewer came in."""
    seats = sorted(game.seats.all(), key=lambda seat: (seat.rank or 99, seat.number))
    own = viewer.seat_in(seats)
    return {
        **table_card(game, viewer),
        "started": game.started_at is not None,
        "unusual_text": unusual_text(game),
        "standings": [
            {"rank": seat.rank, "name": seat.name, "total": seat.total, "you": seat is own}
            for seat in seats
        ],
        "own_rank": own.rank if own else None,
        "own_total": own.total if own else None,
        "players": len(seats),
    }
