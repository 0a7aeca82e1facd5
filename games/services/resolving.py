"""Resolving a turn: all picks are in, the engine places the cards, the table moves on."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games import engine
from games.hints import game_changed_on_commit
from games.models import Due, Game, Hand, Pick, Seat, Turn
from games.services.asking import ask
from games.services.bot_moves import STANDIN, bot_row, cheapest_choice, round_state
from games.services.orders import ruled_row, tell_what_orders_played
from games.services.rounds import finish_round, open_turn

Outcome = engine.TurnResult[int] | engine.ChoiceNeeded[int]


@transaction.atomic
def resolve_turn(*, turn_id: int) -> bool:
    """Resolve a turn whose picks are all in; whether anything was done.

    Safe to run twice, late or at the same time: the Game lock lets one in, the turn's state turns
    the second away. Ends with the next turn open, the game over, or somebody asked for a row.
    """
    game_id = Turn.objects.values_list("round__game_id", flat=True).get(pk=turn_id)
    game = Game.objects.lock(game_id)
    turn = Turn.objects.select_related("round").get(pk=turn_id)
    if turn.state != Turn.State.RESOLVING or not game.is_under_way:
        return False
    seats = list(game.seats.select_related("user"))
    hands = list(turn.round.hands.all())
    picks = list(turn.picks.select_related("seat"))
    outcome = _decide_choices(game, turn, seats, hands, picks)
    if isinstance(outcome, engine.ChoiceNeeded):
        _ask(game, turn, next(seat for seat in seats if seat.number == outcome.seat))
    else:
        _apply(game, turn, seats, hands, picks, outcome)
    game.version += 1
    game.save()
    game_changed_on_commit(game.pk, game.version)
    return True


def engine_outcome(game: Game, turn: Turn, picks: list[Pick]) -> Outcome:
    """What the rules say about these picks and the row choices made so far."""
    return engine.resolve_turn(
        turn.rows_before,
        {pick.seat.number: pick.card for pick in picks},
        {pick.seat.number: pick.row_choice for pick in picks if pick.row_choice is not None},
        game.options,
    )


def _decide_choices(
    game: Game, turn: Turn, seats: list[Seat], hands: list[Hand], picks: list[Pick]
) -> Outcome:
    """Fill in the row choices that wishes and bots answer, until done or somebody must be asked."""
    outcome = engine_outcome(game, turn, picks)
    while isinstance(outcome, engine.ChoiceNeeded):
        pick = next(pick for pick in picks if pick.seat.number == outcome.seat)
        if pick.by == Pick.By.BOT:
            state = round_state(game, turn, seats, hands)
            pick.row_choice = bot_row(state, outcome, pick.seat.bot or STANDIN)
            pick.choice_by = pick.by
        else:
            pick.row_choice, pick.choice_by = _row_unasked(pick, outcome)
        if pick.row_choice is None:
            return outcome
        pick.save(update_fields=["row_choice", "choice_by"])
        outcome = engine_outcome(game, turn, picks)
    return outcome


def _row_unasked(pick: Pick, needed: engine.ChoiceNeeded[int]) -> tuple[int | None, str]:
    """The row taken without asking, and who decided it; None when its owner must be asked.

    The wish that came with the pick, else the cheapest for somebody who has left since, else the
    owner's rule for this game, unless the wish was to be asked.
    """
    wished = wished_row(pick.wish, needed)
    if wished is not None:
        return wished, pick.by
    if pick.seat.user_id is None or pick.seat.is_away:
        return cheapest_choice(needed), Pick.By.STANDIN
    if pick.wish == Pick.Wish.ASK:
        return None, ""
    return ruled_row(pick.seat, needed), Pick.By.ORDER


def wished_row(wish: str, needed: engine.ChoiceNeeded[int]) -> int | None:
    """The row (0..3) a wish stands for in this situation; None: it stands for none.

    A named row that is not among those allowed (a tie between two other places in the two-sided
    game) asks as well: the game never chooses for a player who is there to choose.
    """
    if wish == Pick.Wish.CHEAPEST:
        return cheapest_choice(needed)
    if wish in (Pick.Wish.RULE, Pick.Wish.ASK) or int(wish) not in needed.rows_allowed:
        return None
    return int(wish)


def _ask(game: Game, turn: Turn, seat: Seat) -> None:
    turn.state, turn.chooser = Turn.State.CHOOSING, seat
    turn.save(update_fields=["state", "chooser"])
    ask(game, Due.Kind.CHOOSE, [seat], turn=turn, subject=f"choice {turn.pk}")


def _apply(
    game: Game,
    turn: Turn,
    seats: list[Seat],
    hands: list[Hand],
    picks: list[Pick],
    result: engine.TurnResult[int],
) -> None:
    """Store what happened and open what comes next."""
    pick_of = {pick.seat.number: pick for pick in picks}
    turn.placements = [
        {
            "seat": step.seat,
            "card": step.card,
            "row": step.row,
            "side": step.side,
            "taken": list(step.taken),
            "why": step.why,
            "by": pick_of[step.seat].by,
            "row_by": pick_of[step.seat].choice_by,
        }
        for step in result.placements
    ]
    turn.state, turn.resolved_at = Turn.State.DONE, timezone.now()
    turn.save(update_fields=["placements", "state", "resolved_at"])
    tell_what_orders_played(game, turn, picks)
    _move_cards(seats, hands, result)
    round_ = turn.round
    round_.rows = [list(row) for row in result.rows]
    if turn.number == engine.HAND_SIZE:
        finish_round(game, round_, seats, hands)
    else:
        round_.save(update_fields=["rows"])
        open_turn(game, round_, turn.number + 1, seats, hands)


def _move_cards(seats: list[Seat], hands: list[Hand], result: engine.TurnResult[int]) -> None:
    """From the hands to the rows, and from the rows to the penalty piles."""
    number_of = {seat.pk: seat.number for seat in seats}
    hand_of = {number_of[hand.seat_id]: hand for hand in hands}
    for step in result.placements:
        hand = hand_of[step.seat]
        hand.cards.remove(step.card)
        hand.taken += list(step.taken)
        hand.bullheads += step.bullheads
    Hand.objects.save_all(hands, ["cards", "taken", "bullheads"])
