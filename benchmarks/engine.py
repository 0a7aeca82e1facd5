"""How many rounds a second the engine plays: `python -m benchmarks.engine`.

Four players with random, prepared picks, one process, through the public `RoundState`. The floor
is the shortest loop over plain lists that plays the same rounds to the same results; it checks
nothing, keeps no history and forgets who placed what.
"""

import random
import time
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.figure import Figure
from games.engine import RoundState, bullheads, deal_round, total_bullheads

PLAYERS = 4
ROUNDS = 100
TRIES = 40
BULLHEADS = [0, *(bullheads(card) for card in range(1, 105))]


class Script(NamedTuple):
    """One prepared round: the start, and for each turn the plays and a row for each seat."""

    rows: tuple[tuple[int, ...], ...]
    hands: dict[int, tuple[int, ...]]
    turns: list[tuple[dict[int, int], dict[int, int]]]


class Outcome(NamedTuple):
    """What both ways to play must agree on."""

    rows: list[list[int]]
    taken: list[list[int]]
    bullheads: list[int]


def prepare(seed: int) -> Script:
    """A random round of random players, the same for the same seed."""
    rng = random.Random(seed)
    deal = deal_round(rng.sample(range(1, 105), 104), PLAYERS)
    orders = [rng.sample(hand, len(hand)) for hand in deal.hands]
    turns = [
        (dict(enumerate(plays)), {seat: rng.randrange(4) for seat in range(PLAYERS)})
        for plays in zip(*orders, strict=True)
    ]
    return Script(deal.rows, dict(enumerate(deal.hands)), turns)


def engine_round(script: Script) -> RoundState[int]:
    """The round through the engine, every turn checked as the site checks it."""
    state = RoundState.start(script.rows, script.hands)
    for plays, row_choices in script.turns:
        after = state.play(plays, row_choices)
        assert isinstance(after, RoundState)
        state = after
    return state


def floor_round(script: Script) -> Outcome:
    """The same round as the shortest loop over plain lists."""
    rows = [list(row) for row in script.rows]
    hands = [list(hand) for hand in script.hands.values()]
    taken: list[list[int]] = [[] for _ in hands]
    for plays, row_choices in script.turns:
        for card, seat in sorted(zip(plays.values(), plays, strict=True)):
            hands[seat].remove(card)
            best, end = -1, 0
            for index, row in enumerate(rows):
                if end < row[-1] < card:
                    best, end = index, row[-1]
            if not end:
                best = row_choices[seat]
            elif len(rows[best]) < 5:
                rows[best].append(card)
                continue
            taken[seat] += rows[best]
            rows[best] = [card]
    return Outcome(rows, taken, [sum(BULLHEADS[card] for card in pile) for pile in taken])


def outcome(state: RoundState[int]) -> Outcome:
    """What the engine's final state says, in the floor's terms."""
    piles = list(state.taken.values())
    rows = [list(row) for row in state.rows]
    return Outcome(rows, [list(pile) for pile in piles], [total_bullheads(pile) for pile in piles])


def seconds(play: Callable[[Script], object], script: Script) -> float:
    """The time of one round."""
    start = time.perf_counter()
    play(script)
    return time.perf_counter() - start


def figures() -> list[Figure]:
    """The engine's figures, after checking that both ways to play agree.

    Each round is timed alone, by turns, and its best time counts: single rounds are short enough
    not to be interrupted on a busy machine.
    """
    engine = floor = 0.0
    for script in map(prepare, range(ROUNDS)):
        assert outcome(engine_round(script)) == floor_round(script)
        pairs = [
            (seconds(engine_round, script), seconds(floor_round, script)) for _ in range(TRIES)
        ]
        engine += min(pair[0] for pair in pairs)
        floor += min(pair[1] for pair in pairs)
    return [Figure("engine_rounds_per_s", ROUNDS / engine, "rounds/s", floor / engine)]


if __name__ == "__main__":
    for figure in figures():
        print(figure)
