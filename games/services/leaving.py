"""Leaving a running game, taking a free seat, and coming back."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.hints import game_changed_on_commit, users_changed_on_commit
from games.models import Due, ExtensionVote, Game, Pick, Round, Seat, Tenure, Turn
from games.notifications.events import Event
from games.notifications.telling import list_again, tell
from games.services.asking import ask, open_dues, settle
from games.services.drafting import continue_draft
from games.services.errors import BadRequest, NotThere, NotYours, TooLate
from games.services.extending import grant_if_agreed
from games.services.missing import choose_for_absent, pick_for
from games.services.orders import drop_orders
from games.services.sitting import why_not_take
from games.services.tables import seat_of
from games.services.under_way import lock_running

BOT_AFTER = Seat.Bot.COUNTER  # plays on for somebody who resigned


@transaction.atomic
def resign(*, game_id: int, user: User) -> Game:
    """Leave for good: a bot plays on at once, and the seat is on offer if the table chose that.

    Nobody waits for the person any more, whatever they were asked for; a card they have laid stays.
    Raises NotThere, NotYours, TooLate.
    """
    game = lock_running(game_id)
    seat = seat_of(game, user)
    name = seat.name
    _forget(seat, Tenure.End.RESIGNED)
    seat.user, seat.bot, seat.misses = None, BOT_AFTER, 0
    seat.offered_at = timezone.now() if game.on_leave == Game.OnLeave.OFFER else None
    seat.save()
    _play_at_once(game, seat)
    grant_if_agreed(game)
    users_changed_on_commit([user.pk])
    _changed(game)
    _tell_of_seat(game, seat, _people(game), resigned=name)
    return game


def _play_at_once(game: Game, seat: Seat) -> None:
    """What was asked of this seat is done by code now."""
    due = Due.objects.filter(seat=seat, settled_at=None).select_related("turn__round").first()
    if due is None:
        return
    settle(pk=due.pk)
    if due.kind == Due.Kind.DRAFT:
        round_ = game.rounds.get(state=Round.State.DRAFTING)
        continue_draft(game, round_, list(game.seats.select_related("user")), moved=False)
    elif due.kind == Due.Kind.CHOOSE and due.turn is not None:
        choose_for_absent(game, due.turn)
    elif due.turn is not None:
        pick_for(game, due.turn, [seat])


def _forget(seat: Seat, end: Tenure.End) -> None:
    """End the person's time on this seat: their orders, wishes and votes go with them."""
    Tenure.objects.filter(seat=seat, ended_at=None).update(ended_at=timezone.now(), end=end)
    ExtensionVote.objects.filter(seat=seat).delete()
    drop_orders(seat)


@transaction.atomic
def take_seat(*, game_id: int, user: User, number: int, invited: bool = False) -> Game:
    """Take a seat on offer with the hand it holds; its next decision is asked of the newcomer.

    ``invited``: the person came by the private link. What the predecessor, or code for them, picked
    in an open turn goes with them. Raises NotThere (no such offer), BadRequest (sits here),
    NotYours (games.services.sitting), TooLate.
    """
    game = lock_running(game_id)
    _check_may_take(game, user, invited)
    offered = game.seats.filter(number=number, offered_at__isnull=False)
    seat = offered.select_related("user").first()
    if seat is None or game.on_leave != Game.OnLeave.OFFER:
        raise NotThere(_("That seat is not on offer any more."))
    before = seat.user_id, seat.name
    _forget(seat, Tenure.End.REPLACED)
    seat.user, seat.bot = user, ""
    seat.misses, seat.offered_at, seat.has_acted = 0, None, True
    seat.save()
    Tenure.objects.create(seat=seat, user=user, began_at=timezone.now())
    _ask_again(game, seat, Pick.By.values)
    _changed(game)
    told = {before[0], *_people(game)} - {user.pk}
    _tell_of_seat(game, seat, told, before=before[1], after=user.username)
    return game


def _check_may_take(game: Game, user: User, invited: bool) -> None:
    if game.seats.filter(user=user).exists():
        raise BadRequest(_("You sit at this table already."))
    if why := why_not_take(game, user, invited=invited):
        raise NotYours(why)


@transaction.atomic
def take_back(*, game_id: int, user: User) -> Game:
    """Come back to one's own seat before somebody else has it. Raises as ``resign``.

    The open turn is not made longer by it: who comes back has the time that the others have left,
    and when that is up the stand-in's card stays.
    """
    game = lock_running(game_id)
    seat = seat_of(game, user)
    if not seat.is_away:
        raise TooLate(_("Your seat is yours: you are not away."))
    seat.come_back()
    seconds = _seconds_left(game)
    if seconds:
        _ask_again(game, seat, [Pick.By.STANDIN], seconds)
    _changed(game)
    return game


def _seconds_left(game: Game) -> int:
    """What is left until the last of the open decisions is due; the full time if there is none."""
    last = open_dues(game).aggregate(last=Max("at"))["last"]
    if last is None:
        return game.pace_seconds
    left = ceil((last - timezone.now()).total_seconds())
    return min(game.pace_seconds, max(0, left))


def _ask_again(game: Game, seat: Seat, undone: Iterable[str], seconds: int | None = None) -> None:
    """In an open turn take back what was picked for the seat (Pick.By), and ask its person."""
    turn = Turn.objects.filter(round__game=game, state=Turn.State.PICKING).first()
    if turn is None:
        return
    Pick.objects.filter(turn=turn, seat=seat, by__in=undone).delete()
    if not Pick.objects.filter(turn=turn, seat=seat).exists():
        subject = f"turn {turn.pk}"
        ask(game, Due.Kind.PICK, [seat], turn=turn, subject=subject, seconds=seconds)
        list_again(seat.user_id, subject)


def _changed(game: Game) -> None:
    """Publish the change of a seat to the pages and people of the game."""
    game.version += 1
    game.save()
    game_changed_on_commit(game.pk, game.version)
    users_changed_on_commit(_people(game))


def _people(game: Game) -> list[int]:
    return list(game.seats.filter(user__isnull=False).values_list("user_id", flat=True))


def _tell_of_seat(game: Game, seat: Seat, people: Iterable[int | None], **what: object) -> None:
    subject = f"seat {seat.pk} v{game.version}"
    tell(Event.REPLACED, people, game, subject=subject, data=what)
