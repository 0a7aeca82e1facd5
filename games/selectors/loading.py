"""A game loaded for reading, in a constant number of queries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import connection, transaction
from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _

from games import engine
from games.models import (
    DraftTake,
    Due,
    Game,
    Hand,
    Pick,
    QueuedPick,
    Round,
    Salt,
    Seat,
    Tenure,
    Turn,
)
from games.selectors.muted import muted_by
from games.selectors.standing import load_standing
from games.selectors.viewer import Viewer, check_may_see
from games.services.errors import NotThere
from games.services.sitting import why_not_join, why_not_take


@dataclass
class Table:
    """Everything stored about a game that its page may need, secrets included.

    Only games.selectors may hold one: what leaves goes through ``table_view``.
    """

    game: Game
    viewer: Viewer
    seats: list[Seat]
    rounds: list[Round]
    turns: list[Turn]  # of the current round and the one before, in order
    picks: list[Pick] = field(default_factory=list)  # of the open turn
    takes: list[DraftTake] = field(default_factory=list)  # of the current draft
    dues: list[Due] = field(default_factory=list)  # what is asked for now
    tenures: list[Tenure] = field(default_factory=list)  # games.selectors.standing loads the rest
    on_vacation: dict[int, datetime] = field(default_factory=dict)  # until when, by seat id
    votes: set[int] = field(default_factory=set)  # seat ids, for more time
    queue: list[QueuedPick] = field(default_factory=list)  # the viewer's own
    dropped: dict[str, Any] | None = None  # why the viewer's queue is gone

    @cached_property
    def own_seat(self) -> Seat | None:
        return self.viewer.seat_in(self.seats)

    @cached_property
    def round(self) -> Round | None:
        """The round being played (or the last one)."""
        dealt = [round_ for round_ in self.rounds if round_.state != Round.State.PLANNED]
        return dealt[-1] if dealt else None

    @cached_property
    def shown_rounds(self) -> list[Round]:
        """The rounds whose hands and salts are loaded: the last two; all once the game is over."""
        dealt = [round_ for round_ in self.rounds if round_.state != Round.State.PLANNED]
        return dealt[-2:] if self.is_running else dealt

    @cached_property
    def planned(self) -> Round | None:
        return next((r for r in self.rounds if r.state == Round.State.PLANNED), None)

    @cached_property
    def turn(self) -> Turn | None:
        """The open turn."""
        last = self.turns[-1] if self.turns else None
        return last if last is not None and last.state != Turn.State.DONE else None

    @cached_property
    def needed_choice(self) -> engine.ChoiceNeeded[int] | None:
        """The row choice the open turn waits for, with the rows as they lie at that moment."""
        if self.turn is None or self.turn.state != Turn.State.CHOOSING:
            return None
        plays = {self.number_of[pick.seat_id]: pick.card for pick in self.picks}
        chosen = {
            self.number_of[pick.seat_id]: pick.row_choice
            for pick in self.picks
            if pick.row_choice is not None
        }
        needed = engine.resolve_turn(self.turn.rows_before, plays, chosen, self.game.options)
        return needed if isinstance(needed, engine.ChoiceNeeded) else None

    @cached_property
    def rows(self) -> list[list[int]]:
        """The rows as they lie on the table now; in the middle of a two-sided turn, too."""
        if self.needed_choice is not None:
            return [list(row) for row in self.needed_choice.rows]
        return self.round.rows if self.round else []

    @cached_property
    def hands(self) -> dict[int, Hand]:
        """The current round's hands by seat id."""
        return {hand.seat_id: hand for hand in self.round.hands.all()} if self.round else {}

    @cached_property
    def own_hand(self) -> Hand | None:
        return self.hands.get(self.own_seat.pk) if self.own_seat else None

    @cached_property
    def own_pick(self) -> Pick | None:
        own = self.own_seat
        return next((p for p in self.picks if own is not None and p.seat_id == own.pk), None)

    @cached_property
    def due(self) -> Due | None:
        """The deadline this viewer sees: their own, or the last of those awaited."""
        own = self.own_seat
        mine = [due for due in self.dues if own is not None and due.seat_id == own.pk]
        return max(mine or self.dues, key=lambda due: due.at, default=None)

    @cached_property
    def barred(self) -> str:
        """Why this viewer may not sit down here (games.services.sitting); "" if they may, or do."""
        user, game = self.viewer.user, self.game
        if user is None or self.own_seat is not None:
            return ""
        why_not = why_not_take if self.is_running else why_not_join
        return why_not(game, user, invited=game.invite_token in self.viewer.invited)

    @cached_property
    def number_of(self) -> dict[int, int]:
        """Seat numbers by seat id."""
        return {seat.pk: seat.number for seat in self.seats}

    @cached_property
    def is_running(self) -> bool:
        return self.game.state == Game.State.RUNNING


@contextmanager
def one_moment() -> Iterator[None]:
    """All queries inside see the database as it is at the first of them.

    Without it a page rendered while a turn resolves has a card in the hand and on the table.
    """
    if connection.in_atomic_block:  # of the caller, who cares for that
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def current_version(game_id: int, viewer: Viewer) -> int:
    """The version a page of this viewer should show. Raises NotThere, NotYours (private)."""
    game = Game.objects.filter(pk=game_id).only("version", "visibility", "rematch_of").first()
    if game is None:
        raise NotThere(_("There is no such game."))
    if game.visibility == Game.Visibility.PRIVATE:
        check_may_see(game, list(game.seats.all()), viewer)
    return game.version


@one_moment()
def load_table(game_id: int, viewer: Viewer) -> Table:
    """Load a game for this viewer. Raises NotThere, NotYours (private)."""
    games = Game.objects.filter(pk=game_id).annotate(muted=muted_by(viewer.user_id))
    game = games.select_related("creator", "rematch", "rematch_of").first()
    if game is None:
        raise NotThere(_("There is no such game."))
    seats = list(game.seats.select_related("user"))
    check_may_see(game, seats, viewer)
    table = Table(game=game, viewer=viewer, seats=seats, rounds=list(game.rounds.all()), turns=[])
    if table.round is not None:
        salts = Prefetch("salts", Salt.objects.order_by("seat"))
        prefetch_related_objects(table.shown_rounds, "hands", salts)
        last_two = {r.pk: r for r in table.rounds if 0 <= table.round.number - r.number <= 1}
        turns = Turn.objects.filter(round__in=last_two).order_by("round__number", "number")
        for turn in turns:
            turn.round = last_two[turn.round_id]
            table.turns.append(turn)
        if table.turn is not None:
            table.picks = list(Pick.objects.filter(turn=table.turn))
        if table.round.state == Round.State.DRAFTING:
            table.takes = list(table.round.takes.all())
        if table.is_running:
            table.dues = list(Due.objects.filter(game=game, settled_at=None))
    load_standing(table)
    return table
