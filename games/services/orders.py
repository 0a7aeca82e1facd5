"""Standing orders: what a person wants done while they are not there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games.models import Game, Hand, Pick, QueuedPick, Round, Seat, Turn
from games.notifications.events import Event
from games.notifications.telling import tell
from games.services.errors import BadRequest, NotYours, TooLate

MAX_LIMIT = 30  # bullheads a row can cost at the most: 7 + 5 + 5 + 5 + 5, and some air


@dataclass(frozen=True, slots=True)
class Order:
    """One queued pick as its owner gives it (see QueuedPick)."""

    card: int
    wish: str = Pick.Wish.ASK
    guard: str = ""
    guard_row: int | None = None


@transaction.atomic
def set_queue(*, game_id: int, user: User, orders: Sequence[Order]) -> Game:
    """Replace the person's queue for the coming turns of this round; empty clears it.

    The first order is used in the next turn that opens. Raises NotThere, NotYours, BadRequest,
    TooLate (no round is being played).
    """
    game, seat = _lock_own_seat(game_id, user)
    round_ = game.rounds.filter(state=Round.State.PLAYING).first()
    if game.state != Game.State.RUNNING or round_ is None:
        raise TooLate(_("No round is being played now."))
    _check_orders(orders, round_.hands.get(seat=seat).cards)
    QueuedPick.objects.filter(round=round_, seat=seat).delete()
    QueuedPick.objects.bulk_create(
        QueuedPick(
            round=round_,
            seat=seat,
            position=position,
            card=order.card,
            wish=order.wish,
            guard=order.guard,
            guard_row=order.guard_row,
        )
        for position, order in enumerate(orders)
    )
    return game


@transaction.atomic
def set_row_rule(*, game_id: int, user: User, rule: str, limit: int | None = None) -> Game:
    """Keep the person's default for row choices in this game. Raises as ``set_queue``."""
    game, seat = _lock_own_seat(game_id, user)
    if rule not in Seat.RowRule.values:
        raise BadRequest(_("There is no such rule. Choose one of those offered."))
    if (rule == Seat.RowRule.AT_MOST) != (limit is not None):
        raise BadRequest(_("Say how many bullheads at the most."))
    if limit is not None and not 0 <= limit <= MAX_LIMIT:
        raise BadRequest(_("A row costs at most %(n)d bullheads.") % {"n": MAX_LIMIT})
    seat.row_rule, seat.row_limit = rule, limit
    seat.save(update_fields=["row_rule", "row_limit"])
    return game


def _lock_own_seat(game_id: int, user: User) -> tuple[Game, Seat]:
    from games.services.tables import lock_game

    game = lock_game(game_id)
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise NotYours(_("You do not play in this game."))
    return game, seat


def _check_orders(orders: Sequence[Order], hand: Sequence[int]) -> None:
    cards = [order.card for order in orders]
    if not set(cards) <= set(hand) or len(set(cards)) != len(cards):
        raise BadRequest(_("A queue names cards of your hand, each once."))
    for order in orders:
        if order.wish not in Pick.Wish.values or order.guard not in QueuedPick.Guard.values:
            raise BadRequest(_("There is no such wish or condition."))
        needs_row = order.guard == QueuedPick.Guard.ROW_NOT_FULL
        if needs_row != (order.guard_row is not None) or order.guard_row not in (None, 0, 1, 2, 3):
            raise BadRequest(_("Say which row the condition is about."))


def pick_by_orders(game: Game, turn: Turn, seats: list[Seat], hands: list[Hand]) -> list[int]:
    """Play the first queued pick of everybody who has one; the ids of their seats.

    A guard that fails drops the queue, and its owner is asked and told why.
    """
    queues: dict[int, list[QueuedPick]] = {}
    for queued in QueuedPick.objects.filter(round=turn.round_id).order_by("position"):
        queues.setdefault(queued.seat_id, []).append(queued)
    cards = {hand.seat_id: hand.cards for hand in hands}
    played: list[Pick] = []
    for seat in (seat for seat in seats if seat.pk in queues and not seat.is_away):
        first = queues[seat.pk][0]
        if first.card in cards[seat.pk] and guard_holds(first, turn.rows_before, game.options):
            first.delete()
            played.append(
                Pick(turn=turn, seat=seat, card=first.card, wish=first.wish, by=Pick.By.ORDER)
            )
        else:
            QueuedPick.objects.filter(round=turn.round_id, seat=seat).delete()
            tell(
                Event.ORDER,
                [seat.user_id],
                game,
                subject=f"turn {turn.pk}",
                data={"dropped": True},
            )
    Pick.objects.bulk_create(played)
    return [pick.seat_id for pick in played]


def guard_holds(queued: QueuedPick, rows: list[list[int]], options: engine.Options) -> bool:
    """Whether the queued card may still be played, by the rows as they lie now."""
    if queued.guard == QueuedPick.Guard.ROW_NOT_FULL:
        return len(rows[queued.guard_row or 0]) < engine.ROW_LIMIT
    alone = engine.place_alone(tuple(tuple(row) for row in rows), queued.card, options)
    if queued.guard == QueuedPick.Guard.NOT_LOW:
        return alone is not None
    if queued.guard == QueuedPick.Guard.NOT_SIXTH:
        return alone is None or not alone.would_take
    return True


def ruled_row(seat: Seat, needed: engine.ChoiceNeeded[int]) -> int | None:
    """The row (0..3) the person's rule for this game takes now; None: they must be asked."""
    from games.services.bot_moves import cheapest_choice

    row = cheapest_choice(needed)
    if seat.row_rule == Seat.RowRule.CHEAPEST:
        return row
    if seat.row_rule == Seat.RowRule.AT_MOST:
        cost = engine.total_bullheads(needed.rows[row])
        return row if cost <= (seat.row_limit or 0) else None
    return None
