"""What a moderator may do to a game: pause, resume, cancel, declare void; each with a reason."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.hints import game_changed_on_commit, users_changed_on_commit
from games.models import Game, ModerationEntry, Turn
from games.notifications.events import Event
from games.notifications.holding import look_again
from games.notifications.telling import tell
from games.services.asking import go_on, settle
from games.services.errors import BadRequest, NotYours, TooLate
from games.services.queue import resolve_on_commit
from games.services.tables import lock_game

Action = ModerationEntry.Action


@transaction.atomic
def moderate(*, game_id: int, moderator: User, action: str, reason: str) -> Game:
    """Do ``action`` (see ModerationEntry.Action) and keep the reason on the game.

    Raises NotThere, NotYours, BadRequest (no reason, no such action), TooLate (wrong state).
    """
    if not moderator.has_perm("games.change_game"):
        raise NotYours(_("Only moderators can do that."))
    reason = reason.strip()
    if not reason or len(reason) > 300:
        raise BadRequest(_("Give a reason of at most 300 characters."))
    if action not in Action.values:
        raise BadRequest(_("There is no such action."))
    game = lock_game(game_id)
    {
        Action.PAUSE: _pause,
        Action.RESUME: _resume,
        Action.CANCEL: _cancel,
        Action.VOID: _void,
    }[Action(action)](game)
    game.reason = "" if action == Action.RESUME else reason
    game.version += 1
    game.save()
    entry = ModerationEntry.objects.create(
        game=game, moderator=moderator, action=action, reason=reason
    )
    people = game.seats.values_list("user_id", flat=True)
    tell(
        Event.MODERATION,
        people,
        game,
        subject=f"entry {entry.pk}",
        data={"action": action, "reason": reason},
    )
    game_changed_on_commit(game.pk, game.version)
    users_changed_on_commit(game.seats.exclude(user=None).values_list("user_id", flat=True))
    return game


def _pause(game: Game) -> None:
    if not game.is_under_way:
        raise TooLate(_("Only a game that is being played can be paused."))
    game.paused_at = timezone.now()


def _resume(game: Game) -> None:
    """Everybody goes on with exactly the time that was left."""
    if game.paused_at is None:
        raise TooLate(_("This game is not paused."))
    go_on(game, game.paused_at, timezone.now())
    game.paused_at = None
    look_again(game=game.pk)
    for turn in Turn.objects.filter(round__game=game, state=Turn.State.RESOLVING):
        resolve_on_commit(turn)


def _cancel(game: Game) -> None:
    if game.state not in (Game.State.OPEN, Game.State.RUNNING):
        raise TooLate(_("This game is over already. It can be declared void."))
    game.state, game.paused_at, game.finished_at = Game.State.CANCELLED, None, timezone.now()
    settle(game=game)


def _void(game: Game) -> None:
    if game.state not in (Game.State.RUNNING, Game.State.FINISHED):
        raise TooLate(_("Only a game that has started can be declared void."))
    game.state, game.paused_at = Game.State.VOID, None
    game.seats.update(rank=None)  # nobody has won a game that does not count
    game.finished_at = game.finished_at or timezone.now()
    settle(game=game)
