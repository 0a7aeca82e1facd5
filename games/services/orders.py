"""Standing orders: what a person wants done while they are not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import engine
from games.hints import game_changed_on_commit
from games.models import Game, Hand, Pick, QueuedPick, Round, Seat, Turn
from games.notifications.events import Event
from games.notifications.telling import tell
from games.services.bot_moves import cheapest_choice, choice_cost
from games.services.errors import BadRequest, NotYours, TooLate

MAX_LIMIT = 30  # bullheads a row can cost at the most: 7 + 5 + 5 + 5 + 5, and some air


@dataclass(frozen=True, slots=True)
class Order:
    """One queued pick as its owner gives it (see QueuedPick)."""

    card: int
    wish: str = Pick.Wish.RULE
    guard: str = ""
    guard_row: int | None = None


@transaction.atomic
def set_queue(*, game_id: int, user: User, orders: Sequence[Order]) -> Game:
    """Replace the person's queue for the coming turns of this round; empty clears it.

    The first order is used in the next turn that opens, or when the person's time for the open one
    is up. Who leaves orders is there. Raises NotThere, NotYours, BadRequest, TooLate (no round is
    being played).
    """
    game, seat = _lock_own_seat(game_id, user)
    turn = _turn_of_play(game)
    round_ = turn.round
    _check_orders(orders, round_.hands.get(seat=seat).cards)
    _check_turns(orders, turn, seat)
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
    seat.come_back()
    _changed(game)
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
    seat.come_back()
    _changed(game)
    return game


def _lock_own_seat(game_id: int, user: User) -> tuple[Game, Seat]:
    from games.services.tables import lock_game

    game = lock_game(game_id)
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise NotYours(_("You do not play in this game."))
    if game.state != Game.State.RUNNING:
        raise TooLate(_("This game is not being played now."))
    return game, seat


def _changed(game: Game) -> None:
    """The person's pages show it at once; nobody else's show anything but a newer version."""
    game.version += 1
    game.save(update_fields=["version"])
    game_changed_on_commit(game.pk, game.version)


def _turn_of_play(game: Game) -> Turn:
    turns = Turn.objects.filter(round__game=game, round__state=Round.State.PLAYING)
    turn = turns.select_related("round").order_by("-number").first()
    if turn is None:
        raise TooLate(_("The cards are still being drafted."))
    return turn


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


def _check_turns(orders: Sequence[Order], turn: Turn, seat: Seat) -> None:
    left = engine.HAND_SIZE - turn.number
    if len(orders) > left:
        words = ngettext("Only %(n)d turn is to come.", "Only %(n)d turns are to come.", left)
        raise BadRequest(words % {"n": left})
    laid = turn.picks.filter(seat=seat).values_list("card", flat=True).first()
    if laid in [order.card for order in orders]:
        raise BadRequest(_("Your %(card)d lies face down already.") % {"card": laid})


def pick_by_orders(game: Game, turn: Turn, seats: list[Seat], hands: list[Hand]) -> list[int]:
    """Play the first queued pick of everybody among ``seats`` who has one; the ids of their seats.

    Cards that were played by hand meanwhile are skipped. A guard that fails drops the queue, and
    its owner is told why.
    """
    cards = {hand.seat_id: hand.cards for hand in hands}
    played: list[Pick] = []
    used: list[int] = []
    for seat, queue in _queues(turn, seats):
        held = [queued for queued in queue if queued.card in cards[seat.pk]]
        used += [queued.pk for queued in queue if queued not in held[1:]]
        if held and guard_holds(held[0], turn.rows_before, game.options):
            card, wish = held[0].card, held[0].wish
            played.append(Pick(turn=turn, seat=seat, card=card, wish=wish, by=Pick.By.ORDER))
        elif held:
            used += [queued.pk for queued in queue]
            why: dict[str, object] = {"dropped": held[0].guard, "row": held[0].guard_row}
            subject = f"turn {turn.pk} dropped v{game.version}"
            tell(Event.ORDER, [seat.user_id], game, subject=subject, data=why)
    if used:
        QueuedPick.objects.filter(pk__in=used).delete()
        Pick.objects.bulk_create(played)
    return [pick.seat_id for pick in played]


def _queues(turn: Turn, seats: list[Seat]) -> Iterator[tuple[Seat, list[QueuedPick]]]:
    """The queue of each of these people who has one, in their order."""
    queues: dict[int, list[QueuedPick]] = {}
    for queued in QueuedPick.objects.filter(round=turn.round_id, seat__in=seats):
        queues.setdefault(queued.seat_id, []).append(queued)
    for seat in seats:
        if seat.pk in queues and not seat.is_away:
            yield seat, queues[seat.pk]


def drop_orders(seat: Seat) -> None:
    """Forget what the person on this seat wanted done: they are gone. Rules included."""
    QueuedPick.objects.filter(seat=seat).delete()
    Hand.objects.filter(seat=seat).exclude(wishes=[]).update(wishes=[])
    seat.row_rule, seat.row_limit = Seat.RowRule.ASK, None


def tell_what_orders_played(game: Game, turn: Turn, picks: list[Pick]) -> None:
    """Tell each owner, now that the cards are public, what their orders played and took."""
    for pick in picks:
        told: dict[str, object] = {}
        if pick.by == Pick.By.ORDER:
            told["played"] = pick.card
        if pick.choice_by == Pick.By.ORDER and pick.row_choice is not None:
            told["took"] = pick.row_choice
        if told:
            subject = f"turn {turn.pk} played"
            tell(Event.ORDER, [pick.seat.user_id], game, subject=subject, data=told)


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
    row = cheapest_choice(needed)
    if seat.row_rule == Seat.RowRule.CHEAPEST:
        return row
    if seat.row_rule == Seat.RowRule.AT_MOST:
        return row if choice_cost(needed, row) <= (seat.row_limit or 0) else None
    return None
