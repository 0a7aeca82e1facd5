"""What is loaded beside the cards: who sat where, who is away until when, what was left to do."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone

from games.models import (
    ExtensionVote,
    Game,
    Notification,
    QueuedPick,
    Round,
    Seat,
    Tenure,
    Turn,
    Vacation,
)
from games.models.seat import BOT_NAMES
from games.notifications.events import Event

if TYPE_CHECKING:
    from games.selectors.loading import Table


def load_standing(table: Table) -> None:
    """Load it for a game that has started: at most five queries, whatever was played."""
    if table.game.started_at is None:
        return
    tenures = Tenure.objects.filter(seat__in=table.seats).select_related("user")
    table.tenures = list(tenures.order_by("began_at", "pk"))
    if not table.is_running:
        return
    if table.game.vacations and not table.game.is_live:
        table.on_vacation = _on_vacation(table.seats, timezone.now())
    if table.own_seat is None:
        return
    table.votes = _votes(table)
    if table.round is not None and table.round.state == Round.State.PLAYING:
        queued = QueuedPick.objects.filter(round=table.round, seat=table.own_seat)
        table.queue = list(queued.order_by("position"))
        table.dropped = _dropped(table)


def _on_vacation(seats: list[Seat], now: datetime) -> dict[int, datetime]:
    """Until when, by seat id. Nothing else of a vacation is anybody's business."""
    seat_of = {seat.user_id: seat.pk for seat in seats if seat.user_id is not None}
    spans = Vacation.objects.filter(user__in=seat_of, starts_at__lte=now, ends_at__gt=now)
    return {seat_of[span.user_id]: span.ends_at for span in spans}


def _votes(table: Table) -> set[int]:
    """Seat ids of those who want more time for what is asked now."""
    if not table.dues:
        return set()
    one = table.dues[0]
    question = Q(turn=one.turn_id) if one.turn_id else Q(due=one)
    return set(ExtensionVote.objects.filter(question).values_list("seat_id", flat=True))


def _dropped(table: Table) -> dict[str, object] | None:
    """Why the viewer's queue was dropped when this turn opened, while they have not picked."""
    turn = table.turn
    if turn is None or turn.state != Turn.State.PICKING or table.own_pick or table.queue:
        return None
    told = Notification.objects.filter(user=table.viewer.user, event=Event.ORDER)
    dropped = told.filter(subject__startswith=f"turn {turn.pk} dropped").order_by("-pk").first()
    return dropped.data if dropped is not None else None


def name_at(table: Table, seat: Seat, moment: datetime | None) -> str:
    """Who sat on a seat then: the story is told of them, not of those who came later."""
    holder = tenure_at(table, seat, moment)
    if holder is not None:
        return holder.user.username
    if moment is not None and any(tenure.seat_id == seat.pk for tenure in table.tenures):
        return str(BOT_NAMES[seat.number])
    return seat.name


def tenure_at(table: Table, seat: Seat, moment: datetime | None) -> Tenure | None:
    """The person's stay on this seat at that moment; None: a bot's time."""
    return next((t for t in table.tenures if t.seat_id == seat.pk and _covers(t, moment)), None)


def _covers(tenure: Tenure, moment: datetime | None) -> bool:
    if moment is None or moment < tenure.began_at:
        return False
    return tenure.ended_at is None or moment < tenure.ended_at


def formerly(table: Table, seat: Seat) -> list[str]:
    """The people who sat there before, in order."""
    ended = [t for t in table.tenures if t.seat_id == seat.pk and t.ended_at is not None]
    return [tenure.user.username for tenure in ended]


def is_anybody_absent(table: Table) -> bool:
    """Whether there is anything to say of people who are not there."""
    if not table.is_running:
        return False
    gone = any(seat.is_away or (seat.bot and formerly(table, seat)) for seat in table.seats)
    return gone or bool(table.on_vacation)


def is_on_offer(table: Table, seat: Seat) -> bool:
    """Anybody may take this seat."""
    offers = table.game.on_leave == Game.OnLeave.OFFER
    return offers and table.is_running and seat.offered_at is not None


def may_take(table: Table, seat: Seat) -> bool:
    """Whether this viewer could sit down there now (services.leaving.take_seat)."""
    if not is_on_offer(table, seat) or table.viewer.user is None or table.own_seat is not None:
        return False
    return not table.barred


def why_no_seat(table: Table) -> str:
    """Why this viewer can have none of the seats that are free, as a sentence; else ""."""
    has_free = table.game.state == Game.State.OPEN
    if has_free or any(is_on_offer(table, seat) for seat in table.seats):
        return table.barred
    return ""
