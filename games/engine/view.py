"""What one viewer may see of a round: the state without everybody else's secrets."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Generic

from games.engine.errors import InvalidPlayers
from games.engine.options import Options
from games.engine.round import RoundState
from games.engine.rows import Row, Rows
from games.engine.turn import ChoiceNeeded, S


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """One viewer's sight of a round (`seat=None`: a spectator). Bots get exactly this.

    `hand` and `pick` are the viewer's own; `picked` are the seats that have picked, without
    their cards. `open_hands` are the hands everybody knows: all of them in the draft variant,
    none otherwise. `unseen` are the cards that are somewhere the viewer cannot look, ascending.
    While a row choice is awaited, `choice` tells it and `rows` are the rows at that moment.
    """

    options: Options
    seat: S | None
    seats: tuple[S, ...]
    turn: int
    rows: Rows
    hand: Row
    pick: int | None
    picked: frozenset[S]
    hand_sizes: Mapping[S, int]
    open_hands: Mapping[S, Row]
    taken: Mapping[S, Row]
    bullheads: Mapping[S, int]
    unseen: Row
    choice: ChoiceNeeded[S] | None


def view_for(
    state: RoundState[S],
    seat: S | None,
    *,
    picks: Mapping[S, int] | None = None,
    choice: ChoiceNeeded[S] | None = None,
) -> View[S]:
    """The view of `seat` (or of a spectator, `None`) on a state and the picks made so far.

    Raises `InvalidPlayers` when that seat is not at the table.

    >>> rows = [[1], [2], [3], [4]]
    >>> state = RoundState.start(rows, {"Alice": [10, 20], "Bob": [30, 40]})
    >>> view = view_for(state, "Alice", picks={"Bob": 30})
    >>> view.hand, view.unseen, view.pick, sorted(view.picked)
    ((10, 20), (30, 40), None, ['Bob'])
    """
    if seat is not None and seat not in state.hands:
        raise InvalidPlayers("That seat is not at this table.")
    picks = picks or {}
    open_hands = dict(state.hands) if state.options.deal == "draft" else {}
    closed = [hand for s, hand in state.hands.items() if s != seat and s not in open_hands]
    return View(
        options=state.options,
        seat=seat,
        seats=tuple(state.hands),
        turn=state.turn,
        rows=choice.rows if choice else state.rows,
        hand=() if seat is None else state.hands[seat],
        pick=None if seat is None else picks.get(seat),
        picked=frozenset(picks),
        hand_sizes={s: len(hand) for s, hand in state.hands.items()},
        open_hands=open_hands,
        taken=dict(state.taken),
        bullheads=state.bullheads,
        unseen=tuple(sorted(chain(state.stock, *closed))),
        choice=choice,
    )
