"""Leaving a running game, taking a free seat, coming back, and more time by agreement."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.hints import game_changed_on_commit, users_changed_on_commit
from games.models import Due, ExtensionVote, Game, Pick, QueuedPick, Seat, Tenure, Turn
from games.notifications.events import Event
from games.notifications.telling import tell
from games.services.asking import ask, extend, open_dues, settle
from games.services.drafting import continue_draft
from games.services.errors import BadRequest, NotThere, TooLate
from games.services.missing import choose_for_absent, pick_for
from games.services.tables import lock_game, seat_of

BOT_AFTER = Seat.Bot.COUNTER  # plays on for somebody who resigned


def _lock_running(game_id: int) -> Game:
    game = lock_game(game_id)
    if game.state != Game.State.RUNNING:
        raise TooLate(_("This game is not being played now."))
    if game.paused_at is not None:
        raise TooLate(_("This game is paused: %(reason)s") % {"reason": game.reason})
    return game


def _changed(game: Game, seat: Seat, **data: object) -> None:
    """Publish the change of a seat to the pages and people of the game."""
    game.version += 1
    game.save()
    game_changed_on_commit(game.pk, game.version)
    people = list(game.seats.exclude(user=None).values_list("user_id", flat=True))
    users_changed_on_commit(people)
    subject = f"seat {seat.pk} v{game.version}"
    tell(Event.REPLACED, people, game, subject=subject, data=data)


@transaction.atomic
def resign(*, game_id: int, user: User) -> Game:
    """Leave for good: a bot plays on at once, and the seat is on offer if the table chose that.

    Nobody waits for the person any more, whatever they were asked for. Raises NotThere, NotYours,
    TooLate.
    """
    game = _lock_running(game_id)
    seat = seat_of(game, user)
    name = seat.name
    _end_tenure(seat, Tenure.End.RESIGNED)
    seat.user, seat.bot, seat.misses = None, BOT_AFTER, 0
    seat.offered_at = timezone.now() if game.on_leave == Game.OnLeave.OFFER else None
    seat.row_rule, seat.row_limit = Seat.RowRule.ASK, None
    seat.save()
    QueuedPick.objects.filter(seat=seat).delete()
    _play_at_once(game, seat)
    users_changed_on_commit([user.pk])
    _changed(game, seat, resigned=name)
    return game


def _play_at_once(game: Game, seat: Seat) -> None:
    """What was asked of this seat is done by code now."""
    due = Due.objects.filter(seat=seat, settled_at=None).select_related("turn__round").first()
    if due is None:
        return
    settle(pk=due.pk)
    if due.kind == Due.Kind.DRAFT:
        round_ = game.rounds.get(state="drafting")
        continue_draft(game, round_, list(game.seats.select_related("user")), moved=False)
    elif due.kind == Due.Kind.CHOOSE and due.turn is not None:
        choose_for_absent(game, due.turn)
    elif due.turn is not None:
        pick_for(game, due.turn, seat)


def _end_tenure(seat: Seat, end: Tenure.End) -> None:
    Tenure.objects.filter(seat=seat, ended_at=None).update(ended_at=timezone.now(), end=end)


@transaction.atomic
def take_seat(*, game_id: int, user: User, number: int) -> Game:
    """Take a seat on offer with the hand it holds; its next decision is asked of the newcomer.

    Raises NotThere (no such offer), BadRequest (already at the table), TooLate.
    """
    game = _lock_running(game_id)
    if game.seats.filter(user=user).exists():
        raise BadRequest(_("You sit at this table already."))
    seat = game.seats.filter(number=number, offered_at__isnull=False).first()
    if seat is None or game.on_leave != Game.OnLeave.OFFER:
        raise NotThere(_("That seat is not on offer any more."))
    before = seat.name
    _end_tenure(seat, Tenure.End.REPLACED)
    QueuedPick.objects.filter(seat=seat).delete()
    seat.user, seat.bot, seat.misses, seat.offered_at = user, "", 0, None
    seat.row_rule, seat.row_limit = Seat.RowRule.ASK, None
    seat.save()
    Tenure.objects.create(seat=seat, user=user, began_at=timezone.now())
    _ask_again(game, seat)
    _changed(game, seat, before=before, after=user.username)
    return game


@transaction.atomic
def take_back(*, game_id: int, user: User) -> Game:
    """Come back to one's own seat before somebody else has it. Raises as ``resign``."""
    game = _lock_running(game_id)
    seat = seat_of(game, user)
    if seat.offered_at is None:
        raise TooLate(_("Your seat is yours: you are not away."))
    seat.misses, seat.offered_at = 0, None
    seat.save(update_fields=["misses", "offered_at"])
    _ask_again(game, seat)
    _changed(game, seat, back=seat.name)
    return game


def _ask_again(game: Game, seat: Seat) -> None:
    """Take back what code picked for the seat in an open turn, and ask its person."""
    turn = Turn.objects.filter(round__game=game, state=Turn.State.PICKING).first()
    if turn is None:
        return
    Pick.objects.filter(turn=turn, seat=seat).exclude(by=Pick.By.PLAYER).delete()
    if not Pick.objects.filter(turn=turn, seat=seat).exists():
        Due.objects.filter(turn=turn, seat=seat).delete()
        subject = f"turn {turn.pk}"
        ask(game, Due.Kind.PICK, [seat], turn=turn, subject=subject)


@transaction.atomic
def vote_extension(*, game_id: int, user: User) -> Game:
    """Agree to more time in this turn; with everybody's vote what is open has the pace once more.

    Everybody: each person at the table who is not away. Raises NotThere, NotYours, TooLate.
    """
    game = _lock_running(game_id)
    seat = seat_of(game, user)
    due = next(iter(open_dues(game)), None)
    if due is None or due.turn is None:
        raise TooLate(_("Nobody is asked for anything that could have more time."))
    ExtensionVote.objects.get_or_create(turn=due.turn, seat=seat)
    voted = set(ExtensionVote.objects.filter(turn=due.turn).values_list("seat_id", flat=True))
    people = game.seats.filter(user__isnull=False, offered_at=None)
    if {person.pk for person in people} <= voted:
        extend(game, game.pace)
        ExtensionVote.objects.filter(turn=due.turn).delete()
    game.version += 1
    game.save(update_fields=["version"])
    game_changed_on_commit(game.pk, game.version)
    return game
