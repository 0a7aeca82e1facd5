"""Looking for games that wait for nobody (field report B-26) and for decisions nobody can make.

What a running game waits for follows from its rounds, turns and picks; whom it asks, and until
when, is stored as dues. Both are compared here for all games at once, in a few queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from games import engine
from games.models import DraftTake, Due, Game, Pick, Round, Seat, Turn

Question = tuple[int, str]  # a seat's id, and what is asked of it (Due.Kind)


def idle_games(game_ids: Iterable[int] | None = None) -> Iterator[tuple[int, str]]:
    """Games (all, or these) in which something is wrong with who is awaited: (id, a sentence).

    In a running game somebody who is there is asked for exactly what is missing, or the worker has
    the turn and finds it by its state; a game that is over asks for nothing.
    """
    asked = Due.objects.filter(settled_at=None)
    games = Game.objects.filter(state=Game.State.RUNNING)
    if game_ids is not None:
        asked, games = asked.filter(game__in=game_ids), games.filter(pk__in=game_ids)
    for pk in asked.exclude(game__state=Game.State.RUNNING).values_list("game", flat=True):
        yield pk, "it is not running, and a decision is still due"
    running = list(games.order_by("pk").values_list("pk", flat=True))
    yield from _compared(running, _wanted(running), _asked(running))


def _compared(
    running: list[int], wanted: dict[int, set[Question]], asked: dict[int, set[Question]]
) -> Iterator[tuple[int, str]]:
    with_worker = set(
        Turn.objects.filter(
            round__game__in=running, state=Turn.State.RESOLVING, complete_at__isnull=False
        ).values_list("round__game", flat=True)
    )
    absent = Seat.objects.filter(game__in=running, user=None) | Seat.objects.filter(
        game__in=running, offered_at__isnull=False
    )
    nobody = set(absent.values_list("pk", flat=True))
    for pk in running:
        if not wanted[pk] and pk not in with_worker:
            yield pk, "it waits for nobody, and no worker has it"
        if wanted[pk] - asked[pk]:
            yield pk, "a decision is missing, and nobody is asked for it"
        if asked[pk] - wanted[pk]:
            yield pk, "somebody is asked for what is not wanted"
        if any(seat in nobody for seat, _kind in asked[pk]):
            yield pk, "somebody is awaited who is not there"


def _asked(running: list[int]) -> dict[int, set[Question]]:
    asked: dict[int, set[Question]] = defaultdict(set)
    dues = Due.objects.filter(game__in=running, settled_at=None)
    for game, seat, kind in dues.values_list("game", "seat", "kind"):
        asked[game].add((seat, kind))
    return asked


def _wanted(running: list[int]) -> dict[int, set[Question]]:
    wanted: dict[int, set[Question]] = defaultdict(set)
    seats = _seats(running)
    turns = Turn.objects.filter(round__game__in=running).exclude(state=Turn.State.DONE)
    picked = set(Pick.objects.filter(turn__in=turns).values_list("turn", "seat"))
    for turn, game, state, chooser in turns.values_list("pk", "round__game", "state", "chooser"):
        if state == Turn.State.CHOOSING:
            wanted[game].add((chooser, Due.Kind.CHOOSE))
        elif state == Turn.State.PICKING:
            missing = (seat for seat in seats[game] if (turn, seat) not in picked)
            wanted[game].update((seat, Due.Kind.PICK) for seat in missing)
    for game, seat in _drafting(running, seats):
        wanted[game].add((seat, Due.Kind.DRAFT))
    return wanted


def _seats(running: list[int]) -> dict[int, list[int]]:
    """The ids of each game's seats, in their order."""
    seats: dict[int, list[int]] = defaultdict(list)
    of_games = Seat.objects.filter(game__in=running).order_by("game", "number")
    for game, seat in of_games.values_list("game", "pk"):
        seats[game].append(seat)
    return seats


def _drafting(running: list[int], seats: dict[int, list[int]]) -> Iterator[tuple[int, int]]:
    """Game and seat of everybody whose turn it is to take a card."""
    drafts = Round.objects.filter(game__in=running, state=Round.State.DRAFTING)
    taken: dict[int, int] = defaultdict(int)
    for round_ in DraftTake.objects.filter(round__in=drafts).values_list("round", flat=True):
        taken[round_] += 1
    for pk, game, starter in drafts.values_list("pk", "game", "draft_starter"):
        order = engine.draft_order(starter or 0, len(seats[game]))
        if taken[pk] < len(order):
            yield game, seats[game][order[taken[pk]]]
