"""Replaying stored games through the engine: does what is stored follow from what was played?"""

from __future__ import annotations

from collections.abc import Iterator

from games import engine
from games.models import Game, Hand, Pick, Round, Seat, Turn
from games.services.rounds import shuffle_key


def problems_of(game: Game) -> Iterator[str]:
    """Everything wrong with a stored game, one sentence each; nothing when it is right.

    Checks commitments, deals, every placement, hands, penalty piles, totals, ranks, that every
    card is in one place, and that a running game waits for somebody.
    """
    if game.engine_version != engine.ENGINE_VERSION:
        yield f"engine version {game.engine_version} is not known"
        return
    seats = list(game.seats.select_related("user"))
    rounds = list(game.rounds.prefetch_related("hands", "turns__picks__seat", "takes"))
    for number in _missing([round_.number for round_ in rounds]):
        yield f"round {number} is missing"
    for round_ in rounds:
        try:
            for problem in _round_problems(game, round_, seats):
                yield f"round {round_.number}: {problem}"
        except (engine.EngineError, LookupError) as error:  # such nonsense that it cannot be played
            yield f"round {round_.number}: cannot be replayed ({type(error).__name__})"
    yield from _score_problems(game, rounds, seats)
    yield from _life_problems(game, rounds)


def _missing(numbers: list[int]) -> list[int]:
    """The gaps in numbers that should count from 1."""
    return sorted(set(range(1, max(numbers, default=0) + 1)) - set(numbers))


def _round_problems(game: Game, round_: Round, seats: list[Seat]) -> Iterator[str]:
    if engine.new_commitment(bytes(round_.seed)) != round_.commitment:
        yield "the seed is not the one that was committed to"
    if round_.state == Round.State.PLANNED:
        return
    if game.options.deal == "draft":
        yield from _draft_problems(round_, seats)
    else:
        yield from _deal_problems(round_, seats)
    if round_.state != Round.State.DRAFTING:
        yield from _replay_problems(game, round_, seats)


def _in_seat_order(round_: Round, seats: list[Seat]) -> list[Hand]:
    hands = {hand.seat_id: hand for hand in round_.hands.all()}
    return [hands[seat.pk] for seat in seats]


def _deal_problems(round_: Round, seats: list[Seat]) -> Iterator[str]:
    order = engine.shuffle(round_.shuffled_from, **shuffle_key(round_, seats))
    deal = engine.deal_round(order, len(seats))
    dealt = tuple(tuple(hand.dealt) for hand in _in_seat_order(round_, seats))
    rows = tuple((card,) for card in round_.start_rows)
    if (dealt, rows, tuple(round_.stock)) != (deal.hands, deal.rows, deal.stock):
        yield "the deal does not follow from seed and salts"


def _draft_problems(round_: Round, seats: list[Seat]) -> Iterator[str]:
    starter = engine.draft_starter(**shuffle_key(round_, seats), players=len(seats))
    if starter != round_.draft_starter:
        yield "the draft's first seat does not follow from seed and salts"
    takes = list(round_.takes.all())
    number_of = {seat.pk: seat.number for seat in seats}
    draft = engine.Draft(players=len(seats), starter=starter)
    for take in takes:
        draft = draft.take(number_of[take.seat_id], take.card)
    if round_.state == Round.State.DRAFTING:
        return
    dealt = tuple(tuple(hand.dealt) for hand in _in_seat_order(round_, seats))
    if dealt != draft.hands or tuple(round_.start_rows) != draft.table:
        yield "the hands do not follow from the draft"


def _replay_problems(game: Game, round_: Round, seats: list[Seat]) -> Iterator[str]:
    hands = dict(zip((s.number for s in seats), _in_seat_order(round_, seats), strict=True))
    state = engine.RoundState.start(
        [[card] for card in round_.start_rows],
        {number: hand.dealt for number, hand in hands.items()},
        options=game.options,
        stock=round_.stock,
    )
    turns = sorted(round_.turns.all(), key=lambda turn: turn.number)
    for number in _missing([turn.number for turn in turns]):
        yield f"turn {number} is missing"
    for turn in turns:
        if tuple(tuple(row) for row in turn.rows_before) != state.rows:
            yield f"turn {turn.number} does not begin with the rows the one before left"
        if turn.state == Turn.State.DONE:
            after = _replayed(state, turn)
            if after is None or placements_json(after) != _without_by(turn):
                yield f"turn {turn.number} does not replay to what is stored"
                return
            state = after
        else:
            yield from _open_turn_problems(turn, state)
    yield from _end_problems(round_, state, hands, len(turns))


def _replayed(state: engine.RoundState[int], turn: Turn) -> engine.RoundState[int] | None:
    picks = list(turn.picks.all())
    choices = {p.seat.number: p.row_choice for p in picks if p.row_choice is not None}
    try:
        after = state.play({pick.seat.number: pick.card for pick in picks}, choices)
    except engine.EngineError:
        return None
    return after if isinstance(after, engine.RoundState) else None


def placements_json(state: engine.RoundState[int]) -> list[dict[str, object]]:
    """The placements of the turn that led to ``state``, as they are stored (but not by whom)."""
    if state.last is None:
        return []
    return [{**step._asdict(), "taken": list(step.taken)} for step in state.last.placements]


def _without_by(turn: Turn) -> list[dict[str, object]]:
    return [
        {k: v for k, v in step.items() if k not in ("by", "row_by")} for step in turn.placements
    ]


def _open_turn_problems(turn: Turn, state: engine.RoundState[int]) -> Iterator[str]:
    picks: list[Pick] = list(turn.picks.all())
    if any(pick.card not in state.hands[pick.seat.number] for pick in picks):
        yield f"turn {turn.number} has a pick of a card that is not in the hand"
    everybody = len(picks) == len(state.hands)
    if turn.state == Turn.State.PICKING and everybody:
        yield f"turn {turn.number} waits for nobody"
    if turn.state != Turn.State.PICKING and not everybody:
        yield f"turn {turn.number} is being resolved without all picks"


def _end_problems(
    round_: Round, state: engine.RoundState[int], hands: dict[int, Hand], turns: int
) -> Iterator[str]:
    for number, hand in hands.items():
        if tuple(sorted(hand.cards)) != state.hands[number]:
            yield f"seat {number} does not hold what it should"
        if tuple(hand.taken) != state.taken[number] or hand.bullheads != state.bullheads[number]:
            yield f"seat {number} has not taken what it should"
    if tuple(tuple(row) for row in round_.rows) != state.rows:
        yield "the rows are not those of the last turn"
    everywhere = [*state.stock, *(card for row in state.rows for card in row)]
    for number in state.hands:
        everywhere += [*state.hands[number], *state.taken[number]]
    if sorted(everywhere) != sorted(round_.shuffled_from):
        yield "a card is missing or in two places"
    if round_.state == Round.State.FINISHED and (not state.is_over or turns != engine.HAND_SIZE):
        yield "it is finished before its ten turns"


def _score_problems(game: Game, rounds: list[Round], seats: list[Seat]) -> Iterator[str]:
    finished = [round_ for round_ in rounds if round_.state == Round.State.FINISHED]
    totals = dict.fromkeys((seat.pk for seat in seats), 0)
    for played, round_ in enumerate(finished, start=1):
        for hand in round_.hands.all():
            totals[hand.seat_id] += hand.bullheads
        over = engine.is_over(game.options, list(totals.values()), played)
        last_of_finished = played == len(finished) and game.state == Game.State.FINISHED
        if over != last_of_finished and game.state in (Game.State.RUNNING, Game.State.FINISHED):
            yield f"the game should {'' if over else 'not '}be over after round {played}"
    if any(seat.total != totals[seat.pk] for seat in seats):
        yield "a total is not the sum of its rounds"
    if game.state == Game.State.FINISHED and tuple(s.rank for s in seats) != engine.ranks(
        [totals[seat.pk] for seat in seats]
    ):
        yield "the ranks do not follow from the totals"


def _life_problems(game: Game, rounds: list[Round]) -> Iterator[str]:
    """A running game has exactly one round under way, which waits for somebody."""
    if game.state != Game.State.RUNNING:
        return
    under_way = [r for r in rounds if r.state in (Round.State.DRAFTING, Round.State.PLAYING)]
    if len(under_way) != 1:
        yield f"{len(under_way)} rounds are under way"
    for round_ in under_way:
        open_turns = [turn for turn in round_.turns.all() if turn.state != Turn.State.DONE]
        if round_.state == Round.State.PLAYING and len(open_turns) != 1:
            yield f"round {round_.number} has {len(open_turns)} open turns"
