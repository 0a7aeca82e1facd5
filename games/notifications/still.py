"""Whether a notification is still true when its turn to be sent comes."""

from __future__ import annotations

from django.db.models import QuerySet

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
        return seated and stands(notification)
    if notification.event == Event.REPLACED and notification.data.get("before") == user.username:
        return True  # the one who was replaced sits there no more, and is told just that
    return seated and game.state == Game.State.RUNNING and stands(notification)


def stands(notification: Notification) -> bool:
    """Whether what was told of seats, or done by a moderator, is still so, whoever is told."""
    if notification.event == Event.REPLACED:
        return _seat_is_left(notification)
    if notification.event == Event.MODERATION and notification.game is not None:
        return _is_as_moderated(notification.game, str(notification.data["action"]))
    return True


def _seat_is_left(notification: Notification) -> bool:
    """Whether the seat is still left that was told to be; True where nothing of the kind was told.

    Who was away may have come back meanwhile, and a seat that code plays may have been taken.
    """
    seats = Seat.objects.filter(pk=int(notification.subject.split()[1]))
    if "away" in notification.data:
        return seats.filter(user__isnull=False, offered_at__isnull=False).exists()
    if "resigned" in notification.data:
        return seats.filter(user=None).exists()
    return True


def _is_as_moderated(game: Game, action: str) -> bool:
    """Whether the game is as a moderator has made it: a pause may be over by now."""
    if action in ("cancel", "void"):
        return game.state in Game.CALLED_OFF
    is_paused = game.paused_at is not None
    return game.state == Game.State.RUNNING and is_paused == (action == "pause")


def does_not_count(game: Game | None) -> bool:
    """Whether a moderator has declared the game void: that is told instead of its end."""
    return game is not None and game.state == Game.State.VOID


def _dues(notification: Notification) -> QuerySet[Due]:
    """What this game asks of this person now."""
    return Due.objects.filter(
        game=notification.game_id,
        game__state=Game.State.RUNNING,
        seat__user=notification.user_id,
        seat__offered_at=None,
        settled_at=None,
    )


def _open_due(notification: Notification) -> Due | None:
    """The open decision an asking notification speaks of; None when it is made or passed on."""
    words = notification.subject.split()
    kind, key = words[0], int(words[1])
    dues = _dues(notification)
    if kind == "due":
        return dues.filter(pk=key).first()
    if kind == "draft":
        if DraftTake.objects.filter(round=key).count() != int(words[2]):
            return None
        return dues.filter(kind=Due.Kind.DRAFT).first()
    asked = Due.Kind.CHOOSE if kind == "choice" else Due.Kind.PICK
    return dues.filter(kind=asked, turn=key).first()


def due_of(notification: Notification) -> Due | None:
    """The open decision this notification asks for, or of which it says that time goes on."""
    if notification.event in ASKING:
        return _open_due(notification)
    if notification.event == Event.MODERATION and notification.data["action"] == "resume":
        return _dues(notification).first()
    return None
