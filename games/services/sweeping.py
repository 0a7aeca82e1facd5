"""The sweep: what must happen although nobody did anything.

Everything it looks for is a column, so it finds what a killed worker, a flushed Valkey or a
dead beat left behind. Safe to run twice and at the same time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import engine
from games.hints import game_changed_on_commit
from games.models import Game, JobRun, Pick, Round, Turn
from games.services.bot_moves import cheapest_choice, pick_for_absent
from games.services.drafting import take_for_absent
from games.services.picking import record_choice
from games.services.resolving import engine_outcome
from games.services.rounds import close_picking
from games.services.tables import expire_tables

log = logging.getLogger(__name__)
LOCK_KEY = 606_104  # of the advisory lock: one sweep at a time
BATCH = 500
STALE_AFTER = timedelta(seconds=2)  # a turn that waits longer for its worker is enqueued again


def sweep() -> dict[str, int] | None:
    """Do what is due; how many of each kind, or None when another sweep is at it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK_KEY])
        if not cursor.fetchone()[0]:
            return None
        try:
            return _sweep(timezone.now())
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK_KEY])


def _sweep(now: datetime) -> dict[str, int]:
    done = {
        "turns": _each(_overdue_turns(now), play_for_absent),
        "drafts": _each(_overdue_drafts(now), draft_for_absent),
        "resolutions": enqueue_stale_turns(now),
        "tables": expire_tables(now),
    }
    JobRun.objects.update_or_create(name="sweep", defaults={"ran_at": now})
    return done


def _each(ids: QuerySet[Turn, int] | QuerySet[Round, int], act: Callable[[int], bool]) -> int:
    """Act on each due id; one that fails is logged and does not hold up the others."""
    done = 0
    for pk in list(ids[:BATCH]):
        try:
            done += act(pk)
        except Exception:
            log.exception("The sweep failed at %s %s", act.__name__, pk)
    return done


def _overdue_turns(now: datetime) -> QuerySet[Turn, int]:
    asked = (Turn.State.PICKING, Turn.State.CHOOSING)
    return (
        Turn.objects.filter(state__in=asked, deadline__lte=now)
        .filter(round__game__state=Game.State.RUNNING, round__game__paused_at=None)
        .order_by("deadline")
        .values_list("pk", flat=True)
    )


def _overdue_drafts(now: datetime) -> QuerySet[Round, int]:
    return (
        Round.objects.filter(state=Round.State.DRAFTING, deadline__lte=now)
        .filter(game__state=Game.State.RUNNING, game__paused_at=None)
        .order_by("deadline")
        .values_list("pk", flat=True)
    )


def enqueue_stale_turns(now: datetime) -> int:
    """Ask the workers again for every turn that waits for its resolution too long; how many."""
    from games.tasks import resolve_turn

    stale = Turn.objects.filter(
        state=Turn.State.RESOLVING,
        complete_at__lte=now - STALE_AFTER,
        round__game__state=Game.State.RUNNING,
        round__game__paused_at=None,
    ).values_list("pk", flat=True)
    ids = list(stale.order_by("complete_at")[:BATCH])
    for pk in ids:
        resolve_turn.delay(pk)
    return len(ids)


def _lock_if_free(game_id: int) -> Game | None:
    """The game under its lock; None while somebody else is moving it (the next sweep looks)."""
    free = Game.objects.select_for_update(no_key=True, skip_locked=True)
    return free.filter(pk=game_id).first()


@transaction.atomic
def play_for_absent(turn_id: int) -> bool:
    """Let the stand-in act for everybody a turn waits for past its deadline."""
    game_id = Turn.objects.values_list("round__game_id", flat=True).get(pk=turn_id)
    game = _lock_if_free(game_id)
    if game is None or not game.is_under_way:
        return False
    turn = Turn.objects.select_related("round", "chooser").get(pk=turn_id)
    if turn.deadline > timezone.now():
        return False
    if turn.state == Turn.State.PICKING:
        _pick_for_absent(game, turn)
    elif turn.state == Turn.State.CHOOSING:
        _choose_for_absent(game, turn)
    else:
        return False
    return True


def _pick_for_absent(game: Game, turn: Turn) -> None:
    seats = list(game.seats.select_related("user"))
    pick_for_absent(game, turn, seats, list(turn.round.hands.all()))
    close_picking(turn)
    game.version += 1
    game.save(update_fields=["version"])
    game_changed_on_commit(game.pk, game.version)


def _choose_for_absent(game: Game, turn: Turn) -> None:
    """The cheapest row, the first among equals: the same on every run."""
    needed = engine_outcome(game, turn, list(turn.picks.select_related("seat")))
    if isinstance(needed, engine.ChoiceNeeded) and turn.chooser is not None:
        record_choice(game, turn, turn.chooser, cheapest_choice(needed), Pick.By.STANDIN)


@transaction.atomic
def draft_for_absent(round_id: int) -> bool:
    """Let the stand-in take the one card a draft waits for past its deadline."""
    game_id = Round.objects.values_list("game_id", flat=True).get(pk=round_id)
    game = _lock_if_free(game_id)
    if game is None or not game.is_under_way:
        return False
    round_ = Round.objects.get(pk=round_id)
    if round_.state != Round.State.DRAFTING or (round_.deadline or timezone.now()) > timezone.now():
        return False
    take_for_absent(game, round_, list(game.seats.select_related("user").order_by("number")))
    return True
