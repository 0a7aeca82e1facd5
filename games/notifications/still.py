"""Whether a notification is still true when its turn to be sent comes."""

from __future__ import annotations

from games.models import Due, Game, Notification, Seat
from games.models.draft import DraftTake
from games.notifications.events import ASKING, Event

ENDED = (Game.State.FINISHED, Game.State.CANCELLED)


def still_true(notification: Notification) -> bool:
    """Whether the person should still be told; what has passed is never sent (field report B-01).

    What asks for something is true while it is asked of this very person. The rest concerns people
    at the table (or, if invited, not yet at it) while the game is in the state it speaks of.
    """
    user, game = notification.user, notification.game
    if not user.is_active:
        return False
    if game is None:
        return True
    if notification.event in ASKING:
        return _open_due(notification) is not None
    seated = Seat.objects.filter(game=game, user=user).exists()
    if notification.event == Event.INVITED:
        return game.state == Game.State.OPEN and not seated
    if notification.event == Event.GAME_OVER:
        return seated and game.state in ENDED
    if notification.event == Event.MODERATION:
        return seated
    if notification.event == Event.REPLACED and notification.data.get("before") == user.username:
        return True  # the one who was replaced sits there no more, and is told just that
    return seated and game.state == Game.State.RUNNING


def does_not_count(game: Game | None) -> bool:
    """Whether a moderator has declared the game void: that is told instead of its end."""
    return game is not None and game.state == Game.State.VOID


def _open_due(notification: Notification) -> Due | None:
    """The open decision an asking notification speaks of; None when it is made or passed on."""
    words = notification.subject.split()
    kind, key = words[0], int(words[1])
    dues = Due.objects.filter(
        game=notification.game_id,
        game__state=Game.State.RUNNING,
        seat__user=notification.user_id,
        seat__offered_at=None,
        settled_at=None,
    )
    if kind == "due":
        return dues.filter(pk=key).first()
    if kind == "draft":
        if DraftTake.objects.filter(round=key).count() != int(words[2]):
            return None
        return dues.filter(kind=Due.Kind.DRAFT).first()
    asked = Due.Kind.CHOOSE if kind == "choice" else Due.Kind.PICK
    return dues.filter(kind=asked, turn=key).first()


def due_of(notification: Notification) -> Due | None:
    """The open decision this notification asks for; None for events that ask for nothing."""
    return _open_due(notification) if notification.event in ASKING else None
