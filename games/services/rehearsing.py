"""Playing a game to its end at once, every person's moves made by the stand-in: for demos."""

from __future__ import annotations

from games.models import Game, Pick, Seat, Turn
from games.services.bot_moves import STANDIN, bot_card, round_state
from games.services.picking import submit_pick
from games.services.resolving import resolve_turn


def play_turns(game_id: int, turns: int = 1000) -> Game:
    """Play up to so many turns of a running game through the services; the game as it is then."""
    for _turn in range(turns):
        game = Game.objects.get(pk=game_id)
        if game.state != Game.State.RUNNING:
            break
        turn = (
            Turn.objects.select_related("round")
            .exclude(state=Turn.State.DONE)
            .get(round__game=game)
        )
        seats = list(game.seats.select_related("user"))
        picked = set(turn.picks.values_list("seat_id", flat=True))
        for seat in seats:
            if seat.pk not in picked:
                _pick(game, turn, seats, seat)
        resolve_turn(turn_id=turn.pk)
    return Game.objects.get(pk=game_id)


def _pick(game: Game, turn: Turn, seats: list[Seat], seat: Seat) -> None:
    assert seat.user is not None  # bots have picked already
    state = round_state(game, turn, seats, list(turn.round.hands.all()))
    card = bot_card(state, seat, STANDIN)
    submit_pick(game_id=game.pk, user=seat.user, card=card, wish=Pick.Wish.CHEAPEST)
