"""More time by agreement of everybody who is there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.hints import game_changed_on_commit
from games.models import Due, ExtensionVote, Game, Seat
from games.services.asking import extend, open_dues
from games.services.errors import TooLate
from games.services.tables import seat_of
from games.services.under_way import lock_running

MOST_TIMES = 10  # a question can have its time again


@transaction.atomic
def vote_extension(*, game_id: int, user: User) -> tuple[Game, bool]:
    """Agree to more time for what is asked now; the game, and whether that was the last vote.

    With the vote of every person who is not away, all open decisions have the pace once more.
    Voting twice is voting once. Raises NotThere, NotYours, TooLate (also after MOST_TIMES).
    """
    game = lock_running(game_id)
    seat = seat_of(game, user)
    if seat.is_away:
        raise TooLate(_("A stand-in plays for you. Take your seat back first."))
    due = _asked_for(game)
    if due is None:
        raise TooLate(_("Nobody is asked for anything that could have more time."))
    if not may_have_more(game, open_dues(game)):
        words = _("This question has had more time %(n)d times: now it wants its answers.")
        raise TooLate(words % {"n": MOST_TIMES})
    ExtensionVote.objects.get_or_create(seat=seat, **_question(due))
    Seat.objects.filter(pk=seat.pk).update(has_acted=True)
    granted = grant_if_agreed(game)
    game.version += 1
    game.save(update_fields=["version"])
    game_changed_on_commit(game.pk, game.version)
    return game, granted


def grant_if_agreed(game: Game) -> bool:
    """Give more time if everybody who is there wants it; after a vote, or when somebody leaves."""
    due = _asked_for(game)
    votes = votes_on(due)
    voted = set(votes.values_list("seat_id", flat=True))
    people = set(voters(game).values_list("pk", flat=True))
    if not voted or not people <= voted:
        return False
    extend(game, game.pace)
    votes.delete()
    return True


def may_have_more(game: Game, dues: Iterable[Due]) -> bool:
    """Whether what is asked may have the pace once more."""
    return all(due.length <= MOST_TIMES * game.pace_seconds for due in dues)


def voters(game: Game) -> QuerySet[Seat]:
    """The seats whose agreement is needed: people who are there."""
    return game.seats.filter(user__isnull=False, offered_at=None)


def votes_on(due: Due | None) -> QuerySet[ExtensionVote]:
    """The votes about the question this open decision belongs to."""
    votes = ExtensionVote.objects.all()
    return votes.filter(**_question(due)) if due is not None else votes.none()


def _asked_for(game: Game) -> Due | None:
    return next(iter(open_dues(game)), None)


def _question(due: Due) -> dict[str, Any]:
    """A turn asks several people at once, a draft one."""
    return {"turn": due.turn} if due.turn_id is not None else {"due": due}
