"""Moves made for seats by code: bots, and stand-ins for absent people.

A bot sees what a person on its seat would see (the engine's view), nothing more. What it answers
is checked like anybody's; an error or an illegal answer is logged and replaced by the lowest card,
so a bot never holds up a table.
"""

from __future__ import annotations

import logging
import random
import traceback

from games import engine
from games.bots import LEVELS
from games.bots.choosing import cost_of_joining
from games.models import Game, Hand, Pick, Seat, Turn

log = logging.getLogger(__name__)
STANDIN = "simple"  # plays for people who are not there
_rng = random.SystemRandom()


def round_state(
    game: Game, turn: Turn, seats: list[Seat], hands: list[Hand]
) -> engine.RoundState[int]:
    """The engine's state at the beginning of a turn, by seat numbers."""
    number_of = {seat.pk: seat.number for seat in seats}
    return engine.RoundState(
        options=game.options,
        rows=tuple(tuple(row) for row in turn.rows_before),
        hands={number_of[hand.seat_id]: tuple(hand.cards) for hand in hands},
        taken={number_of[hand.seat_id]: tuple(hand.taken) for hand in hands},
        stock=tuple(turn.round.stock),
    )


def pick_for_bots(game: Game, turn: Turn, seats: list[Seat], hands: list[Hand]) -> list[int]:
    """Let every bot at the table pick; the ids of their seats."""
    bots = [seat for seat in seats if seat.bot]
    if bots:
        state = round_state(game, turn, seats, hands)
        Pick.objects.bulk_create(
            Pick(turn=turn, seat=seat, card=bot_card(state, seat, seat.bot), by=Pick.By.BOT)
            for seat in bots
        )
    return [seat.pk for seat in bots]


def pick_for_away(game: Game, turn: Turn, seats: list[Seat], hands: list[Hand]) -> list[int]:
    """Let the stand-in pick at once for everybody who is away; the ids of their seats."""
    away = [seat for seat in seats if seat.is_away]
    if away:
        stand_in(game, turn, seats, hands, away)
    return [seat.pk for seat in away]


def stand_in(
    game: Game, turn: Turn, seats: list[Seat], hands: list[Hand], absent: list[Seat]
) -> None:
    """Let the stand-in pick for these seats."""
    state = round_state(game, turn, seats, hands)
    Pick.objects.bulk_create(
        Pick(
            turn=turn,
            seat=seat,
            card=bot_card(state, seat, STANDIN),
            wish=Pick.Wish.CHEAPEST,
            by=Pick.By.STANDIN,
        )
        for seat in absent
    )


def bot_card(state: engine.RoundState[int], seat: Seat, level: str) -> int:
    """A legal card for the seat: the bot's, or the lowest when the bot fails."""
    hand = state.hands[seat.number]
    try:
        card = LEVELS[level].pick(engine.view_for(state, seat.number), _rng)
        if card in hand:
            return card
        log.warning("Bot %s of game %s picked a card it does not hold", level, seat.game_id)
    except Exception as error:
        _note_failure(level, "pick", error)
    return min(hand)


def bot_row(state: engine.RoundState[int], needed: engine.ChoiceNeeded[int], level: str) -> int:
    """An allowed row for the bot that must take one: its own choice, or the cheapest."""
    try:
        view = engine.view_for(state, needed.seat, choice=needed)
        row = LEVELS[level].choose_row(view, needed.rows_allowed, _rng)
        if row in needed.rows_allowed:
            return row
        log.warning("Bot %s chose row %s, which is not allowed", level, row)
    except Exception as error:
        _note_failure(level, "choose a row", error)
    return cheapest_choice(needed)


def _note_failure(level: str, what: str, error: Exception) -> None:
    """Log what failed and where; never the error's words, which may name cards it holds."""
    where = "".join(traceback.format_tb(error.__traceback__))
    log.warning("Bot %s failed to %s: %s\n%s", level, what, type(error).__name__, where)


def cheapest_choice(needed: engine.ChoiceNeeded[int]) -> int:
    """The allowed row (0..3) that costs the fewest bullheads now, the first among equals."""
    return min(needed.rows_allowed, key=lambda row: (choice_cost(needed, row), row))


def choice_cost(needed: engine.ChoiceNeeded[int], row: int) -> int:
    """Bullheads that choosing this row costs: in a tie (two-sided game), none if it has room."""
    cards = needed.rows[row]
    return engine.total_bullheads(cards) if needed.why == "low" else cost_of_joining(cards)


def bot_draft(draft: engine.Draft, level: str) -> int:
    """An open card for the bot on turn: its own choice, or the lowest."""
    try:
        card = LEVELS[level].draft(draft, _rng)
        if card in draft.table:
            return card
        log.warning("Bot %s drafted a card that is not on the table", level)
    except Exception as error:
        _note_failure(level, "draft", error)
    return min(draft.table)
