"""Asking somebody for a decision, and until when: the only code that makes or moves a Due.

Live paces know neither sleep nor vacation. In day-paced games a deadline never falls into the
person's sleep, and it waits for vacations where the table allows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.utils import timezone

from games.clock import Span, due_at, remind_at
from games.models import Due, Game, Seat, Turn, Vacation
from games.notifications.events import Event
from games.notifications.telling import tell

EVENT_OF = {
    Due.Kind.PICK: Event.YOUR_TURN,
    Due.Kind.CHOOSE: Event.CHOOSE_ROW,
    Due.Kind.DRAFT: Event.YOUR_TURN,
}


def ask(
    game: Game,
    kind: Due.Kind,
    seats: Sequence[Seat],
    *,
    subject: str,
    turn: Turn | None = None,
) -> None:
    """Ask these seats (of people who are there) and tell them. The caller holds the Game lock.

    ``subject`` names the question: telling the same person of it twice does nothing.
    """
    now = timezone.now()
    dues = [
        Due(game=game, seat=seat, turn=turn, kind=kind, started_at=now, length=game.pace_seconds)
        for seat in seats
    ]
    set_times(game, dues)
    Due.objects.bulk_create(dues)
    tell(EVENT_OF[kind], [seat.user_id for seat in seats], game, subject=subject)


def set_times(game: Game, dues: Iterable[Due]) -> None:
    """Compute deadline and reminder of these open dues (seats with users loaded)."""
    dues = list(dues)
    away = {} if game.is_live or not game.vacations else absences([d.seat.user_id for d in dues])
    for due in dues:
        user = due.seat.user
        sleep = user.sleep if user is not None and not game.is_live else None
        spans = away.get(due.seat.user_id, [])
        due.at = due_at(due.started_at, due.time, away=spans, sleep=sleep)
        reminder = remind_at(due.started_at, due.at, sleep)
        due.remind_at = None if game.is_live else reminder


def absences(user_ids: Iterable[int | None]) -> dict[int | None, list[Span]]:
    """The vacations of these people."""
    spans: dict[int | None, list[Span]] = {}
    for vacation in Vacation.objects.filter(user__in=[pk for pk in user_ids if pk is not None]):
        spans.setdefault(vacation.user_id, []).append((vacation.starts_at, vacation.ends_at))
    return spans


def settle(**which: object) -> None:
    """These decisions (filter of Due) are made or not needed any more: they are not due."""
    Due.objects.filter(settled_at=None, **which).update(settled_at=timezone.now())


def shift_game(game: Game, by: timedelta) -> None:
    """A pause is over: everybody has exactly the time that was left."""
    _move(game, list(open_dues(game)), by)


def open_dues(game: Game) -> Iterable[Due]:
    """What this game asks for now, with the people asked."""
    return Due.objects.filter(game=game, settled_at=None).select_related("seat__user")


def extend(game: Game, by: timedelta) -> None:
    """Everybody agreed: what is open has so much more time."""
    dues = list(open_dues(game))
    for due in dues:
        due.length += int(by.total_seconds())
    _store(game, dues)


def _move(game: Game, dues: list[Due], by: timedelta) -> None:
    for due in dues:
        due.shifted += ceil(by.total_seconds())
    _store(game, dues)


def _store(game: Game, dues: list[Due]) -> None:
    reminded = {due.pk for due in dues if due.remind_at is None}
    set_times(game, dues)
    for due in dues:
        if due.pk in reminded:
            due.remind_at = None  # once is enough
    Due.objects.bulk_update(dues, ["length", "shifted", "at", "remind_at"])


def person_changed(user_id: int) -> None:
    """The person's sleep, time zone or vacations changed: compute their open deadlines anew.

    Only ever called by the person's own settings; each game is locked in turn by its caller's rule.
    """
    asked = Due.objects.filter(seat__user=user_id, settled_at=None)
    for game_id in list(asked.values_list("game_id", flat=True)):
        with transaction.atomic():
            game = Game.objects.lock(game_id)
            if game.paused_at is None:
                dues = [due for due in open_dues(game) if due.seat.user_id == user_id]
                _store(game, dues)


def after_outage(since: datetime, now: datetime) -> int:
    """The sweep was down from ``since`` to ``now``: move every open deadline by that; how many."""
    moved = 0
    asked = Due.objects.filter(settled_at=None, started_at__lt=now)
    for game_id in list(asked.values_list("game_id", flat=True).distinct()):
        moved += _after_outage(game_id, since, now)
    return moved


def _after_outage(game_id: int, since: datetime, now: datetime) -> int:
    with transaction.atomic():
        game = Game.objects.lock(game_id)
        if game.paused_at is not None:
            return 0
        dues = list(open_dues(game))
        for due in dues:
            due.shifted += ceil((now - max(since, due.started_at)).total_seconds())
        _store(game, dues)
        return len(dues)
