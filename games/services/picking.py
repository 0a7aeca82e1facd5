"""Picking a card, changing the pick until the reveal, and choosing a row when asked."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games.hints import game_changed_on_commit
from games.models import Game, Pick, Round, Salt, Seat, Turn
from games.services.asking import settle
from games.services.errors import BadRequest, NotYours, TooLate
from games.services.queue import resolve_on_commit
from games.services.resolving import engine_outcome
from games.services.rounds import close_picking
from games.services.salts import check_salt, give_salt
from games.services.tables import lock_game


@transaction.atomic
def submit_pick(
    *, game_id: int, user: User, card: int, wish: str = "", turn_label: str = "", salt: str = ""
) -> Game:
    """Lay a card face down, or change the one that lies there, until the last pick is in.

    ``wish``: "rule", "ask", "cheapest" or "0".."3" (see Pick.Wish); missing means by the rule.
    ``turn_label``: the "round.turn" the page was made for; missing means the current one. Under the
    Game lock two last picks cannot both count "one missing": whoever comes second closes the turn.

    Raises NotThere, NotYours, BadRequest (no such card in this hand, bad wish or salt), TooLate.
    """
    if wish and wish not in Pick.Wish.values:
        raise BadRequest(_("There is no such wish. Choose a row, the cheapest, or to be asked."))
    check_salt(salt)
    game = lock_game(game_id)
    seat = _own_seat(game, user)
    turn = _current_turn(game, turn_label)
    if not turn.is_open:
        raise TooLate(_("All picks are in: this one cannot be changed any more."))
    if card not in turn.round.hands.get(seat=seat).cards:
        raise BadRequest(_("You do not hold card %(card)s.") % {"card": card})
    _save_pick(turn, seat, card, wish or Pick.Wish.RULE)
    _salt_for_next_round(game, seat, salt)
    settle(turn=turn, seat=seat)
    seat.come_back()
    is_last = not game.seats.exclude(picks__turn=turn).exists()
    if is_last:
        close_picking(turn)
    game.version += 1
    game.save(update_fields=["version"])
    if not is_last:  # else the resolution, some milliseconds away, tells the pages
        game_changed_on_commit(game.pk, game.version)
    return game


def _own_seat(game: Game, user: User) -> Seat:
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise NotYours(_("You do not play in this game."))
    return seat


def _current_turn(game: Game, label: str) -> Turn:
    """The turn that takes moves now. Raises TooLate when there is none or it is another one."""
    if game.state != Game.State.RUNNING:
        raise TooLate(_("This game is not being played now."))
    if game.paused_at is not None:
        raise TooLate(_("This game is paused: %(reason)s") % {"reason": game.reason})
    turn = (
        Turn.objects.filter(round__game=game, round__state=Round.State.PLAYING)
        .select_related("round", "chooser")
        .order_by("-number")
        .first()
    )
    if turn is None:
        raise TooLate(_("The cards are still being drafted."))
    if label and label != f"{turn.round.number}.{turn.number}":
        raise TooLate(_("That turn is over: the table has moved on. Look at it again."))
    return turn


def _save_pick(turn: Turn, seat: Seat, card: int, wish: str) -> None:
    """Insert or change in one statement: the Game lock keeps everybody else away."""
    pick = Pick(turn=turn, seat=seat, card=card, wish=wish)
    Pick.objects.bulk_create(
        [pick],
        update_conflicts=True,
        unique_fields=["turn", "seat"],
        update_fields=["card", "wish", "by", "changed_at"],
    )


def _salt_for_next_round(game: Game, seat: Seat, salt: str) -> None:
    known = Salt.objects.filter(round__game=game, round__state=Round.State.PLANNED, seat=seat)
    by_page = known.values_list("by_page", flat=True).first()
    if by_page is None or (salt and not by_page):
        give_salt(game.rounds.get(state=Round.State.PLANNED), seat, salt)


@transaction.atomic
def choose_row(*, game_id: int, user: User, row: int, turn_label: str = "") -> Game:
    """Take a row (0..3) when the table waits for this person's choice.

    Raises NotThere, NotYours (somebody else is asked), BadRequest, TooLate (nobody is asked).
    """
    game = lock_game(game_id)
    seat = _own_seat(game, user)
    turn = _current_turn(game, turn_label)
    if turn.state != Turn.State.CHOOSING:
        raise TooLate(_("Nobody has to choose a row now."))
    if turn.chooser_id != seat.pk:
        raise NotYours(_("It is not you who chooses the row now."))
    record_choice(game, turn, seat, row, Pick.By.PLAYER)
    seat.come_back()
    return game


def record_choice(game: Game, turn: Turn, seat: Seat, row: int, by: str) -> None:
    """Keep an allowed row choice and hand the turn back to the worker. Raises BadRequest."""
    outcome = engine_outcome(game, turn, list(turn.picks.select_related("seat")))
    if not isinstance(outcome, engine.ChoiceNeeded) or row not in outcome.rows_allowed:
        raise BadRequest(_("You cannot take that row. Choose one of those offered."))
    Pick.objects.filter(turn=turn, seat=seat).update(row_choice=row, choice_by=by)
    settle(turn=turn, seat=seat)
    turn.state, turn.chooser, turn.complete_at = Turn.State.RESOLVING, None, timezone.now()
    turn.save(update_fields=["state", "chooser", "complete_at"])
    resolve_on_commit(turn)
    game.version += 1
    game.save(update_fields=["version"])
