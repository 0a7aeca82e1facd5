"""Whole rounds between bots, through views only, as the site lets them play."""

import random
from collections.abc import Sequence
from typing import Any

from games.bots import Bot
from games.engine import (
    ChoiceNeeded,
    Deal,
    Draft,
    Options,
    RoundState,
    View,
    deal_round,
    deck,
    view_for,
)

VARIANTS = [
    Options(),
    Options(deck="tight"),
    Options(deal="stock"),
    Options(placement="both"),
    Options(deal="draft"),
    Options(deal="draft", placement="both"),
]


class RandomBot:
    """The measure below everything: any legal answer."""

    name = "random"

    def pick(self, view: View[Any], rng: random.Random) -> int:
        return rng.choice(view.hand)

    def choose_row(self, view: View[Any], allowed: Sequence[int], rng: random.Random) -> int:
        return rng.choice(allowed)

    def draft(self, draft: Draft, rng: random.Random) -> int:
        return rng.choice(draft.table)


def random_deal(bots: Sequence[Bot], options: Options, rng: random.Random) -> Deal:
    """A shuffled deal, or a draft by the bots themselves."""
    players = len(bots)
    if options.deal != "draft":
        cards = deck(options, players)
        return deal_round(rng.sample(cards, len(cards)), players)
    draft = Draft(players, rng.randrange(players))
    while (seat := draft.turn_seat) is not None:
        draft = draft.take(seat, bots[seat].draft(draft, rng))
    return draft.deal()


def play_turn(state: RoundState[int], bots: Sequence[Bot], rng: random.Random) -> RoundState[int]:
    """One turn; every answer of a bot goes through the engine, which refuses illegal ones."""
    picks = {seat: bot.pick(view_for(state, seat), rng) for seat, bot in enumerate(bots)}
    choices: dict[int, int] = {}
    while isinstance(after := state.play(picks, choices), ChoiceNeeded):
        view = view_for(state, after.seat, picks=picks, choice=after)
        choices[after.seat] = bots[after.seat].choose_row(view, after.rows_allowed, rng)
    return after


def play_round(bots: Sequence[Bot], options: Options, rng: random.Random) -> RoundState[int]:
    """One round to its end, dealt from `rng`."""
    deal = random_deal(bots, options, rng)
    state = RoundState.from_deal(deal, options=options, seats=range(len(bots)))
    while not state.is_over:
        state = play_turn(state, bots, rng)
    return state


def mean_bullheads(first: Bot, second: Bot, options: Options, rounds: int) -> tuple[float, float]:
    """Bullheads a round and seat for two bots on two seats each, seats changing every round."""
    rng = random.Random(2026)
    totals = [0, 0]
    for number in range(rounds):
        sides = [(seat + number) % 2 for seat in range(4)]
        state = play_round([(first, second)[side] for side in sides], options, rng)
        for seat, side in enumerate(sides):
            totals[side] += state.bullheads[seat]
    return totals[0] / (2 * rounds), totals[1] / (2 * rounds)
