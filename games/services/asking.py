"""Asking somebody for a decision, and until when: the only code that makes or moves a Due.

Live paces know neither sleep nor vacation. In day-paced games a deadline never falls into the
person's sleep, and it waits for vacations where the table allows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import groupby
from math import ceil

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from games.clock import LONGEST_SLEEP, Calendar, Span
from games.hints import game_changed_on_commit
from games.models import Due, Game, Seat, Turn, Vacation
from games.notifications.events import Event
from games.notifications.telling import tell

EVENT_OF = {
    Due.Kind.PICK: Event.YOUR_TURN,
    Due.Kind.CHOOSE: Event.CHOOSE_ROW,
    Due.Kind.DRAFT: Event.YOUR_TURN,
}

TIMES = ["settled_at", "started_at", "length", "shifted", "at", "remind_at"]
UNDER_WAY = (Game.State.OPEN, Game.State.RUNNING)  # an open table may begin at any moment
Absences = dict[int | None, list[Span]]


def ask(
    game: Game,
    kind: Due.Kind,
    seats: Sequence[Seat],
    *,
    subject: str,
    turn: Turn | None = None,
    seconds: int | None = None,
) -> None:
    """Ask these seats (of people who are there) and tell them. The caller holds the Game lock.

    ``subject`` names the question: telling the same person of it twice does nothing. A seat that
    was asked this before is asked again. Each has ``seconds``, or else the game's full time.
    """
    now, length = timezone.now(), game.pace_seconds if seconds is None else seconds
    dues = [
        Due(game=game, seat=seat, turn=turn, kind=kind, started_at=now, length=length)
        for seat in seats
    ]
    set_times(game, dues)
    Due.objects.bulk_create(
        dues, update_conflicts=True, unique_fields=["turn", "seat", "kind"], update_fields=TIMES
    )
    tell(EVENT_OF[kind], [seat.user_id for seat in seats], game, subject=subject)


def set_times(game: Game, dues: Sequence[Due], known: Absences | None = None) -> None:
    """Compute deadline and reminder of these open dues (seats with users loaded).

    ``known``: the absences of all these people, when they are loaded already.
    """
    for due, calendar in _calendars(game, dues, known):
        due.at = calendar.due_at(due.started_at, due.time)
        length, shifted = timedelta(seconds=due.length), timedelta(seconds=due.shifted)
        reminder = calendar.remind_at(due.started_at, length, shifted)
        due.remind_at = None if game.is_live else reminder


def _calendars(
    game: Game, dues: Sequence[Due], known: Absences | None = None
) -> Iterator[tuple[Due, Calendar]]:
    """Each due with the times at which its person is there, as far as this game cares."""
    away: Absences = {}
    if game.vacations and not game.is_live:
        away = absences(due.seat.user_id for due in dues) if known is None else known
    for due in dues:
        user = due.seat.user
        sleep = user.sleep if user is not None and not game.is_live else None
        yield due, Calendar(sleep, tuple(away.get(due.seat.user_id, ())))


def absences(user_ids: Iterable[int | None]) -> Absences:
    """The vacations of these people."""
    spans: Absences = {}
    for vacation in Vacation.objects.filter(user__in=[pk for pk in user_ids if pk is not None]):
        spans.setdefault(vacation.user_id, []).append((vacation.starts_at, vacation.ends_at))
    return spans


def settle(**which: object) -> None:
    """These decisions (filter of Due) are made or not needed any more: they are not due."""
    Due.objects.filter(settled_at=None, **which).update(settled_at=timezone.now())


def open_dues(game: Game) -> QuerySet[Due]:
    """What this game asks for now, with the people asked."""
    return Due.objects.filter(game=game, settled_at=None).select_related("seat__user")


def extend(game: Game, by: timedelta) -> None:
    """Everybody agreed: what is open has so much more time."""
    dues = list(open_dues(game))
    before = {due.pk: due.at for due in dues}
    for due in dues:
        due.length += int(by.total_seconds())
    set_times(game, dues)
    for due, calendar in _calendars(game, dues):
        if due.at <= before[due.pk]:  # it had been moved over a sleep already, or kept
            due.at = calendar.there_at(before[due.pk] + by)
    _write(dues)


def go_on(game: Game, since: datetime, now: datetime) -> int:
    """All stood still from ``since`` to ``now`` (a pause, an outage), and nobody's time has passed.

    Everybody has exactly the time that was left; how many decisions that concerns.
    """
    dues = list(open_dues(game))
    _give_back(game, dues, since, now)
    set_times(game, dues)
    _write(dues)
    return len(dues)


def _give_back(
    game: Game, dues: Sequence[Due], since: datetime, now: datetime, known: Absences | None = None
) -> None:
    for due, calendar in _calendars(game, dues, known):
        more = calendar.more_time(due.started_at, due.time, due.at, (since, now))
        due.shifted += ceil(more.total_seconds())


def _write(dues: Sequence[Due]) -> None:
    """Store the times of dues that exist: an upsert costs a third of ``bulk_update``.

    A reminder that was given may be due again: it is told once (``tell``).
    """
    Due.objects.bulk_create(
        dues, update_conflicts=True, unique_fields=["pk"], update_fields=TIMES[1:]
    )


@contextmanager
def person_changes(user_id: int) -> Iterator[User]:
    """Change a person's sleep, time zone or vacations inside: their open deadlines follow.

    All of it is saved together or not at all. The games they may be asked in are locked first, in
    their order, so nobody asks them meanwhile by what is about to change.
    """
    with transaction.atomic():
        played = Game.objects.filter(seats__user=user_id, state__in=UNDER_WAY)
        locked = Game.objects.select_for_update(no_key=True).order_by("pk")
        games = {game.pk: game for game in locked.filter(pk__in=played.values("pk"))}
        yield User.objects.select_for_update(no_key=True).get(pk=user_id)
        _follow_person(user_id, games)


def _follow_person(user_id: int, games: dict[int, Game]) -> None:
    """New times for what these (locked) games ask of the person, and pages that show them."""
    asked = Due.objects.filter(game__in=games, seat__user=user_id, settled_at=None)
    dues, away = list(asked.select_related("seat__user")), absences([user_id])
    for due in dues:
        _follow_settings(games[due.game_id], due, away)
    _write(dues)
    changed = {due.game_id for due in dues}
    Game.objects.filter(pk__in=changed).update(version=F("version") + 1)
    for pk in sorted(changed):
        game_changed_on_commit(pk, games[pk].version + 1)


def _follow_settings(game: Game, due: Due, away: Absences) -> None:
    """New times by new settings, which never make anything overdue that was not.

    A deadline kept that way may move out of a new sleep, though not for ever: with all that sleep
    can give (a time that begins and ends with the longest one) it stays where it is.
    """
    now, before = game.paused_at or timezone.now(), due.at
    set_times(game, [due], away)
    if not due.at <= now < before:
        return
    ((_due, calendar),) = _calendars(game, [due], away)
    most = Calendar(away=calendar.away).due_at(due.started_at, due.time) + 2 * LONGEST_SLEEP
    moved = calendar.there_at(before)
    due.at = moved if moved <= most else before


def give_back_outage(game_ids: Sequence[int], since: datetime, until: datetime) -> int:
    """Nobody swept from ``since`` to ``until``: move what these games ask by that; how many.

    What a table paused in that time has back ends with the pause. The caller's transaction locks
    the games, in their order.
    """
    locked = Game.objects.select_for_update(no_key=True).order_by("pk")
    games = {game.pk: game for game in locked.filter(pk__in=game_ids)}
    dues = list(
        Due.objects.filter(game__in=games, settled_at=None, started_at__lt=until)
        .select_related("seat__user")
        .order_by("game_id", "pk")
    )
    away, moved = absences(due.seat.user_id for due in dues), list[Due]()
    for game_id, of_game in groupby(dues, key=lambda due: due.game_id):
        game, asked = games[game_id], list(of_game)
        end = min(until, game.paused_at or until)
        if since < end:
            _give_back(game, asked, since, end, away)
            set_times(game, asked, away)
            moved += asked
    _write(moved)
    # No hint for each: open pages look for a newer version now and then.
    changed = {due.game_id for due in moved}
    Game.objects.filter(pk__in=changed).update(version=F("version") + 1)
    return len(moved)


def batched(ids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """The ids in slices of this size."""
    return (ids[begin : begin + size] for begin in range(0, len(ids), size))
