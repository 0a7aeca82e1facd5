"""The life of a round: committed seed, deal, ten turns, totals, the next one or the end."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from games import engine
from games.models import Due, Game, Hand, Round, Salt, Seat, Tenure, Turn
from games.notifications.events import Event
from games.notifications.telling import tell
from games.services.asking import ask
from games.services.bot_moves import pick_for_away, pick_for_bots
from games.services.orders import pick_by_orders
from games.services.queue import resolve_on_commit


def plan_round(game: Game, number: int) -> Round:
    """Draw the secret seed of a coming round and commit to it before any salt is known."""
    seed = secrets.token_bytes(32)
    return Round.objects.create(
        game=game, number=number, seed=seed, commitment=engine.new_commitment(seed)
    )


def begin_game(game: Game) -> None:
    """Close the table and deal the first round. The caller holds the lock and saves the game."""
    seats = list(game.seats.select_related("user").order_by("number"))
    for number, seat in enumerate(seats):  # people left before: close the gaps
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
    game.state, game.started_at = Game.State.RUNNING, timezone.now()
    Tenure.objects.bulk_create(
        Tenure(seat=seat, user=seat.user, began_at=game.started_at) for seat in seats if seat.user
    )
    tell(Event.STARTED, [seat.user_id for seat in seats], game, subject=f"game {game.pk}")
    begin_round(game, game.rounds.get(number=1), seats, leftover=())


def begin_round(game: Game, round_: Round, seats: list[Seat], leftover: Sequence[int]) -> None:
    """Shuffle and deal a planned round, and commit to the seed of the one after it.

    ``leftover``: the cards not dealt in the round before (for ``deal = stock``).
    """
    plan_round(game, round_.number + 1)
    options = game.options
    round_.shuffled_from = list(engine.next_stock(options, len(seats), leftover))
    if options.deal == "draft":
        _open_draft(game, round_, seats)
        return
    order = engine.shuffle(round_.shuffled_from, **shuffle_key(round_, seats))
    deal = engine.deal_round(order, len(seats))
    hands = [
        Hand(round=round_, seat=seat, dealt=list(cards), cards=list(cards))
        for seat, cards in zip(seats, deal.hands, strict=True)
    ]
    Hand.objects.bulk_create(hands)
    round_.stock = list(deal.stock)
    start_play(game, round_, seats, hands, [list(row) for row in deal.rows])


def shuffle_key(round_: Round, seats: list[Seat]) -> dict[str, Any]:
    """The inputs of the provable shuffle, as the engine's keyword arguments."""
    number_of = {seat.pk: seat.number for seat in seats}
    salts = Salt.objects.filter(round=round_).values_list("seat_id", "value")
    return {
        "seed": bytes(round_.seed),
        "game": str(round_.game_id),
        "round_number": round_.number,
        "salts": {number_of[seat_id]: value for seat_id, value in salts},
    }


def _open_draft(game: Game, round_: Round, seats: list[Seat]) -> None:
    from games.services.drafting import continue_draft

    Hand.objects.bulk_create(Hand(round=round_, seat=seat) for seat in seats)
    round_.draft_starter = engine.draft_starter(**shuffle_key(round_, seats), players=len(seats))
    round_.state = Round.State.DRAFTING
    round_.save()
    continue_draft(game, round_, seats, moved=True)


def start_play(
    game: Game, round_: Round, seats: list[Seat], hands: list[Hand], rows: list[list[int]]
) -> None:
    """All hands are known: lay the four row cards and open the first turn."""
    round_.state = Round.State.PLAYING
    round_.start_rows, round_.rows = [row[0] for row in rows], rows
    round_.save()
    open_turn(game, round_, 1, seats, hands)


def open_turn(game: Game, round_: Round, number: int, seats: list[Seat], hands: list[Hand]) -> Turn:
    """Ask everybody for a card; bots, stand-ins of people who are away and standing orders answer
    in the same transaction, so none can be lost."""
    turn = Turn.objects.create(round=round_, number=number, rows_before=round_.rows)
    picked = {
        *pick_for_bots(game, turn, seats, hands),
        *pick_for_away(game, turn, seats, hands),
        *pick_by_orders(game, turn, seats, hands),
    }
    missing = [seat for seat in seats if seat.pk not in picked]
    if missing:
        ask(game, Due.Kind.PICK, missing, turn=turn, subject=f"turn {turn.pk}")
    else:
        close_picking(turn)
    return turn


def close_picking(turn: Turn) -> None:
    """The last pick is in: nothing can be changed any more, the worker takes over."""
    turn.state, turn.complete_at = Turn.State.RESOLVING, timezone.now()
    turn.save(update_fields=["state", "complete_at"])
    resolve_on_commit(turn)


def finish_round(game: Game, round_: Round, seats: list[Seat], hands: list[Hand]) -> None:
    """Add the round's bullheads to the totals; then the end of the game or the next round."""
    bullheads = {hand.seat_id: hand.bullheads for hand in hands}
    for seat in seats:
        seat.total += bullheads[seat.pk]
    Seat.objects.bulk_update(seats, ["total"])
    round_.state, round_.finished_at = Round.State.FINISHED, timezone.now()
    round_.save()
    people = [seat.user_id for seat in seats]
    if engine.is_over(game.options, [seat.total for seat in seats], round_.number):
        _finish_game(game, seats)
        tell(Event.GAME_OVER, people, game, subject=f"game {game.pk}")
    else:
        tell(Event.ROUND_OVER, people, game, subject=f"round {round_.pk}")
        upcoming = Round.objects.get(game=game, number=round_.number + 1)
        begin_round(game, upcoming, seats, leftover=round_.stock)


def _finish_game(game: Game, seats: list[Seat]) -> None:
    ranks = engine.ranks([seat.total for seat in seats])
    for seat, rank in zip(seats, ranks, strict=True):
        seat.rank = rank
    Seat.objects.bulk_update(seats, ["rank"])
    game.rounds.filter(state=Round.State.PLANNED).delete()
    game.state, game.finished_at = Game.State.FINISHED, timezone.now()
