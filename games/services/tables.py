"""A table before the first card: create, join, leave, start, cancel, expire, rematch."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.hints import game_changed_on_commit, users_changed_on_commit
from games.models import Game, Seat
from games.models.game import MIN_SEATS, OPEN_FOR, OPEN_FOR_LIVE
from games.notifications.events import Event
from games.notifications.telling import tell
from games.services.errors import NotThere, NotYours, TooLate
from games.services.rounds import begin_game, plan_round
from games.services.salts import give_salt
from games.services.sitting import why_not_join

OPEN_TABLES_A_PERSON = 12


@transaction.atomic
def create_game(*, creator: User, rematch_of: Game | None = None, **fields: Any) -> Game:
    """Open a table with its creator on seat 0 and the first round's seed committed.

    ``fields`` are columns of Game (name, visibility, seats_wanted, pace_seconds, rules). A salt
    that came with this request would be known before the seed is drawn, so the creator's own one
    comes later, when they start the game or seat a bot.
    Raises TooLate when the person has too many open tables already.
    """
    User.objects.select_for_update(no_key=True).get(pk=creator.pk)  # two at once count right
    if creator.created_games.filter(state=Game.State.OPEN).count() >= OPEN_TABLES_A_PERSON:
        raise TooLate(_("You have many open tables already. Start or cancel one of them first."))
    game = Game(creator=creator, rematch_of=rematch_of, **fields)
    game.expires_at = timezone.now() + (OPEN_FOR_LIVE if game.is_live else OPEN_FOR)
    game.save()
    first = plan_round(game, 1)
    seat = Seat.objects.create(game=game, number=0, user=creator)
    give_salt(first, seat, "")
    users_changed_on_commit([creator.pk])
    return game


def lock_open_table(game_id: int) -> Game:
    """Lock a game that has not started. Raises NotThere, TooLate."""
    game = lock_game(game_id)
    _check_open(game)
    return game


def _check_open(game: Game) -> None:
    if game.state != Game.State.OPEN:
        raise TooLate(_("This table is not open any more."))


def lock_game(game_id: int) -> Game:
    """Take the one lock of a game. Raises NotThere."""
    try:
        return Game.objects.lock(game_id)
    except Game.DoesNotExist:
        raise NotThere(_("There is no such game.")) from None


def seat_of(game: Game, user: User) -> Seat:
    """The person's seat. Raises NotYours."""
    seat = game.seats.filter(user=user).select_related("user").first()
    if seat is None:
        raise NotYours(_("You do not sit at this table."))
    return seat


@transaction.atomic
def join_game(*, game_id: int, user: User, invited: bool = False, salt: str = "") -> Game:
    """Take the lowest free seat; the game starts at once when that was the last.

    Joining twice changes nothing. ``invited``: the person came by the private link.
    Raises NotThere, NotYours (private), TooLate (started or full).
    """
    game = lock_game(game_id)
    seats = list(game.seats.all())
    sits = any(seat.user_id == user.pk for seat in seats)
    if not sits:
        _check_may_join(game, user, invited)
    _check_open(game)
    if sits:
        return game
    seat = take_free_seat(game, seats, user=user)
    give_salt(game.rounds.get(number=1), seat, salt)
    start_if_full(game)
    table_changed(game)
    return game


def _check_may_join(game: Game, user: User, invited: bool) -> None:
    """Before anything else is told of the table. Raises NotYours."""
    if why := why_not_join(game, user, invited=invited):
        raise NotYours(why)


def take_free_seat(game: Game, seats: list[Seat], **owner: Any) -> Seat:
    """Seat a person (user) or a bot on the lowest free chair. Raises TooLate (full)."""
    if len(seats) >= game.seats_wanted:
        raise TooLate(_("All seats at this table are taken."))
    taken = {seat.number for seat in seats}
    number = min(set(range(game.seats_wanted)) - taken)
    return Seat.objects.create(game=game, number=number, **owner)


def start_if_full(game: Game) -> None:
    """The last chair starts the game."""
    if game.seats.count() == game.seats_wanted:
        begin_game(game)


def table_changed(game: Game) -> None:
    """Publish a new version to the table's pages and its people's dashboards."""
    game.version += 1
    game.save()
    game_changed_on_commit(game.pk, game.version)
    users_changed_on_commit(game.seats.exclude(user=None).values_list("user_id", flat=True))


@transaction.atomic
def leave_game(*, game_id: int, user: User) -> Game:
    """Give the seat back before the start; when its creator leaves, the table is cancelled."""
    game = lock_open_table(game_id)
    seat = seat_of(game, user)
    if game.creator_id == user.pk:
        return _close(game, _("%(name)s left.") % {"name": seat.name}, by=user)
    seat.delete()
    users_changed_on_commit([user.pk])
    table_changed(game)
    return game


def check_creator(game: Game, user: User) -> None:
    """Raises NotYours."""
    if game.creator_id != user.pk:
        raise NotYours(_("Only the person who opened this table can do that."))


@transaction.atomic
def start_game(*, game_id: int, user: User, salt: str = "") -> Game:
    """Start with the people who are there (two at least). The creator's to do."""
    game = lock_open_table(game_id)
    check_creator(game, user)
    if game.seats.count() < MIN_SEATS:
        raise TooLate(_("One more player is needed. Add a bot, or send somebody the link."))
    give_salt(game.rounds.get(number=1), seat_of(game, user), salt)
    begin_game(game)
    table_changed(game)
    return game


@transaction.atomic
def cancel_game(*, game_id: int, user: User) -> Game:
    """Close a table that has not started. The creator's to do."""
    game = lock_open_table(game_id)
    check_creator(game, user)
    return _close(game, _("Cancelled by %(name)s.") % {"name": user.username}, by=user)


def _close(game: Game, reason: str, *, by: User | None = None) -> Game:
    """Cancel a table before its start; everybody there is told, but for who did it."""
    game.state, game.reason, game.finished_at = Game.State.CANCELLED, reason, timezone.now()
    table_changed(game)
    people = game.seats.exclude(user=by).values_list("user_id", flat=True)
    tell(Event.GAME_OVER, people, game, subject=f"game {game.pk}", data={"closed": True})
    return game


def expire_tables(now: datetime, limit: int = 100) -> int:
    """Cancel tables that nobody started in time; how many."""
    due = Game.objects.filter(state=Game.State.OPEN, expires_at__lte=now)
    expired = 0
    for pk in list(due.values_list("pk", flat=True)[:limit]):
        with transaction.atomic():
            game = Game.objects.lock(pk)
            if game.state == Game.State.OPEN and game.expires_at <= now:
                _close(game, _("Nobody started it in time."))
                expired += 1
    return expired


@transaction.atomic
def rematch(*, game_id: int, user: User, salt: str = "") -> Game:
    """Open (or join) the one rematch of a finished game, kept for the same people.

    The first who asks opens it, with the same rules and bots; the others take their seats.
    Raises NotYours, TooLate (not finished).
    """
    game = lock_game(game_id)
    seat_of(game, user)
    if game.state != Game.State.FINISHED:
        raise TooLate(_("A rematch is possible once the game is over."))
    again = Game.objects.filter(rematch_of=game).first()
    if again is not None and again.state == Game.State.OPEN:
        return join_game(game_id=again.pk, user=user, salt=salt)
    if again is not None and again.state != Game.State.CANCELLED:
        return again
    if again is not None:
        Game.objects.filter(pk=again.pk).update(rematch_of=None)
    seats = list(game.seats.all())
    new = create_game(
        creator=user,
        rematch_of=game,
        visibility=Game.Visibility.PRIVATE,
        seats_wanted=len(seats),
        **{field: getattr(game, field) for field in Game.AGREED},
    )
    for bot in (seat for seat in seats if seat.bot):
        take_free_seat(new, list(new.seats.all()), bot=bot.bot)
    start_if_full(new)
    new.save()
    others = [seat.user_id for seat in seats if seat.user_id != user.pk]
    tell(Event.INVITED, others, new, subject=f"game {new.pk}", data={"by": user.username})
    table_changed(game)
    return new
