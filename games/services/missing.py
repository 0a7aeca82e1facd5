"""A deadline has passed: the stand-in acts, and who is gone too long is not waited for any more."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games import engine
from games.hints import game_changed_on_commit
from games.models import Due, Game, Pick, QueuedPick, Round, Seat, Turn
from games.notifications.events import Event
from games.notifications.telling import tell
from games.services.asking import settle
from games.services.bot_moves import cheapest_choice, stand_in
from games.services.drafting import take_for_absent
from games.services.extending import grant_if_agreed
from games.services.orders import pick_by_orders, ruled_row
from games.services.picking import record_choice
from games.services.resolving import engine_outcome
from games.services.rounds import close_picking

MISSES_IN_A_ROW = 3  # after which the seat is not waited for any more


@transaction.atomic
def miss(game_id: int, *, until: datetime | None = None) -> int:
    """Act for everybody in a game whose deadline has passed by ``until`` (now); for how many.

    Their own standing order is played first, and is no miss; else a stand-in acts. Safe to run
    twice and beside a pick: the Game lock lets one in, and who comes second finds the decision
    settled. Somebody who did nothing before the first reveal ends the game unrated. All of a turn
    are done at once, so the number of queries hardly depends on theirs.
    """
    free = Game.objects.select_for_update(no_key=True, skip_locked=True)
    game = free.filter(pk=game_id).first()
    if game is None or not game.is_under_way:
        return 0
    passed = Due.objects.filter(game=game, settled_at=None, at__lte=until or timezone.now())
    dues = list(passed.select_related("seat__user", "turn__round").order_by("at", "pk"))
    if not dues:
        return 0
    settle(pk__in=[due.pk for due in dues])
    turn = dues[0].turn  # of all of them: a draft or a choice asks one person, a turn has the rest
    by_order = _played_by_order(game, turn, dues)
    missed = [due for due in dues if due.seat_id not in by_order]
    no_show = next((due for due in missed if _is_no_show(game, due)), None)
    if no_show is not None:
        _cancel_for_no_show(game, no_show.seat)
        return len(dues)
    _count_misses(game, [due.seat for due in missed])
    _act(game, turn, dues[0].kind, [due.seat for due in missed])
    if any(due.seat.is_away for due in missed):
        grant_if_agreed(game)
    return len(dues)


def _played_by_order(game: Game, turn: Turn | None, dues: list[Due]) -> list[int]:
    """Play the cards that people have queued, or choose by their rule; the ids of their seats."""
    if turn is None:
        return []
    if dues[0].kind == Due.Kind.CHOOSE:
        return _chosen_by_rule(game, turn, dues[0].seat)
    seats = [due.seat for due in dues]
    return pick_by_orders(game, turn, seats, list(turn.round.hands.filter(seat__in=seats)))


def _chosen_by_rule(game: Game, turn: Turn, seat: Seat) -> list[int]:
    """Take the row by the rule of who was asked, if it says which."""
    needed = engine_outcome(game, turn, list(turn.picks.select_related("seat")))
    row = ruled_row(seat, needed) if isinstance(needed, engine.ChoiceNeeded) else None
    if row is None:
        return []
    record_choice(game, turn, seat, row, Pick.By.ORDER)
    game_changed_on_commit(game.pk, game.version)
    return [seat.pk]


def _is_no_show(game: Game, due: Due) -> bool:
    """Before anything was revealed, and without having done anything (docs/decisions.md)."""
    turn = due.turn
    if turn is not None and (turn.round.number > 1 or turn.number > 1 or turn.chooser_id):
        return False
    if Turn.objects.filter(round__game=game, state=Turn.State.DONE).exists():
        return False
    return not due.seat.has_acted


def _cancel_for_no_show(game: Game, seat: Seat) -> None:
    settle(game=game)
    game.state, game.finished_at = Game.State.CANCELLED, timezone.now()
    game.reason = _("%(name)s did not come to the first turn: the game does not count.") % {
        "name": seat.name
    }
    _changed(game)
    people = game.seats.values_list("user_id", flat=True)
    tell(Event.GAME_OVER, people, game, subject=f"game {game.pk}", data={"no_show": seat.name})


def _changed(game: Game) -> None:
    game.version += 1
    game.save()
    game_changed_on_commit(game.pk, game.version)


def _count_misses(game: Game, seats: list[Seat]) -> None:
    """One more for each; who has too many in a row is not waited for any more."""
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(misses=F("misses") + 1)
    for seat in seats:
        seat.misses += 1
        if seat.misses >= MISSES_IN_A_ROW and seat.offered_at is None:
            _give_up(game, seat)


def _give_up(game: Game, seat: Seat) -> None:
    seat.offered_at = timezone.now()
    seat.save(update_fields=["offered_at"])
    QueuedPick.objects.filter(seat=seat).delete()  # made for turns long past
    people = game.seats.values_list("user_id", flat=True)
    subject = f"seat {seat.pk} away v{game.version}"
    tell(Event.REPLACED, people, game, subject=subject, data={"away": seat.name})


def _act(game: Game, turn: Turn | None, kind: str, absent: list[Seat]) -> None:
    if turn is None:  # of a draft
        round_ = game.rounds.get(state=Round.State.DRAFTING)
        take_for_absent(game, round_, list(game.seats.select_related("user")))
    elif kind == Due.Kind.CHOOSE:
        choose_for_absent(game, turn)
    else:
        pick_for(game, turn, absent)


def pick_for(game: Game, turn: Turn, absent: list[Seat]) -> None:
    """The stand-in picks for these seats of an open turn; the last pick closes it."""
    if absent:
        seats = list(game.seats.select_related("user"))
        stand_in(game, turn, seats, list(turn.round.hands.all()), absent)
    if not game.seats.exclude(picks__turn=turn).exists():
        close_picking(turn)
    _changed(game)


def choose_for_absent(game: Game, turn: Turn) -> None:
    """The cheapest row, the first among equals: the same on every run."""
    needed = engine_outcome(game, turn, list(turn.picks.select_related("seat")))
    if isinstance(needed, engine.ChoiceNeeded) and turn.chooser is not None:
        record_choice(game, turn, turn.chooser, cheapest_choice(needed), Pick.By.STANDIN)
        game_changed_on_commit(game.pk, game.version)
