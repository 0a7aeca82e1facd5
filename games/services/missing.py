"""A deadline has passed: the stand-in acts, and who is gone too long is not waited for any more."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import engine
from games.hints import game_changed_on_commit
from games.models import DraftTake, Due, Game, Pick, QueuedPick, Round, Seat, Turn
from games.notifications.events import Event
from games.notifications.telling import tell
from games.services.asking import settle
from games.services.bot_moves import cheapest_choice, stand_in
from games.services.drafting import take_for_absent
from games.services.extending import grant_if_agreed
from games.services.orders import pick_by_orders
from games.services.picking import record_choice
from games.services.resolving import engine_outcome
from games.services.rounds import close_picking

MISSES_IN_A_ROW = 3  # after which the seat is not waited for any more


@transaction.atomic
def miss(due_id: int) -> bool:
    """Act for the person whose deadline has passed; whether anything was done.

    Their own standing order is played first, and is no miss; else a stand-in acts. Safe to run
    twice and beside a pick: the Game lock lets one in, and who comes second finds the decision
    settled. Somebody who did nothing before the first reveal ends the game unrated.
    """
    game_id = Due.objects.values_list("game_id", flat=True).get(pk=due_id)
    free = Game.objects.select_for_update(no_key=True, skip_locked=True)
    game = free.filter(pk=game_id).first()
    if game is None or not game.is_under_way:
        return False
    due = Due.objects.select_related("seat__user", "turn__round").get(pk=due_id)
    if due.settled_at is not None or due.at > timezone.now():
        return False
    settle(pk=due.pk)
    if _played_by_order(game, due):
        return True
    if _is_no_show(game, due):
        _cancel_for_no_show(game, due.seat)
        return True
    _count_miss(game, due.seat)
    _act(game, due)
    if due.seat.is_away:
        grant_if_agreed(game)
    return True


def _played_by_order(game: Game, due: Due) -> bool:
    """Play the card the person has queued for later; whether they had one that may be played."""
    if due.kind != Due.Kind.PICK or due.turn is None:
        return False
    hands = list(due.turn.round.hands.filter(seat=due.seat))
    if not pick_by_orders(game, due.turn, [due.seat], hands):
        return False
    _picked(game, due.turn)
    return True


def _is_no_show(game: Game, due: Due) -> bool:
    """Before anything was revealed, and without a card taken in a draft (rules of the site)."""
    if due.kind == Due.Kind.CHOOSE:
        return False
    if Turn.objects.filter(round__game=game, state=Turn.State.DONE).exists():
        return False
    return not DraftTake.objects.filter(seat=due.seat).exclude(by=Pick.By.STANDIN).exists()


def _cancel_for_no_show(game: Game, seat: Seat) -> None:
    settle(game=game)
    game.state, game.finished_at = Game.State.CANCELLED, timezone.now()
    game.reason = _("%(name)s did not come to the first turn.") % {"name": seat.name}
    _changed(game)
    people = game.seats.values_list("user_id", flat=True)
    tell(Event.GAME_OVER, people, game, subject=f"game {game.pk}", data={"no_show": seat.name})


def _changed(game: Game) -> None:
    game.version += 1
    game.save()
    game_changed_on_commit(game.pk, game.version)


def _count_miss(game: Game, seat: Seat) -> None:
    seat.misses += 1
    if seat.misses >= MISSES_IN_A_ROW and seat.offered_at is None:
        seat.offered_at = timezone.now()
        QueuedPick.objects.filter(seat=seat).delete()  # made for turns long past
        people = game.seats.values_list("user_id", flat=True)
        subject = f"seat {seat.pk} away v{game.version}"
        tell(Event.REPLACED, people, game, subject=subject, data={"away": seat.name})
    seat.save(update_fields=["misses", "offered_at"])


def _act(game: Game, due: Due) -> None:
    if due.turn is None:  # of a draft
        round_ = game.rounds.get(state=Round.State.DRAFTING)
        take_for_absent(game, round_, list(game.seats.select_related("user")))
    elif due.kind == Due.Kind.CHOOSE:
        choose_for_absent(game, due.turn)
    else:
        pick_for(game, due.turn, due.seat)


def pick_for(game: Game, turn: Turn, seat: Seat) -> None:
    """The stand-in picks for one seat of an open turn; the last pick closes it."""
    seats = list(game.seats.select_related("user"))
    stand_in(game, turn, seats, list(turn.round.hands.all()), [seat])
    _picked(game, turn)


def _picked(game: Game, turn: Turn) -> None:
    if not game.seats.exclude(picks__turn=turn).exists():
        close_picking(turn)
    _changed(game)


def choose_for_absent(game: Game, turn: Turn) -> None:
    """The cheapest row, the first among equals: the same on every run."""
    needed = engine_outcome(game, turn, list(turn.picks.select_related("seat")))
    if isinstance(needed, engine.ChoiceNeeded) and turn.chooser is not None:
        record_choice(game, turn, turn.chooser, cheapest_choice(needed), Pick.By.STANDIN)
        game_changed_on_commit(game.pk, game.version)
