"""The bell: what was told to a person and is not read yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.models import Due, Notification
from games.notifications.events import ASKING
from games.notifications.words import words

MOST = 100  # the bell counts no further


def _current(user_id: int) -> QuerySet[Notification]:
    asked = Due.objects.filter(
        game=OuterRef("game"),
        seat__user=user_id,
        settled_at=None,
        started_at__lte=OuterRef("created_at"),
    )
    mine = Notification.objects.filter(user=user_id).annotate(due_at=Subquery(asked.values("at")))
    return mine.filter(~Q(event__in=ASKING) | Q(due_at__isnull=False))


def told(user_id: int) -> QuerySet[Notification]:
    """What was told to this person, the newest first, without the questions that have passed.

    A turn that was played, or a game that ended, asks nothing although nobody looked here.
    ``due_at`` is until when the person is asked for something in that game.
    """
    return _current(user_id).select_related("game").order_by("-created_at", "-pk")


def unread_count(user_id: int) -> int:
    """How many the bell rings for, counted up to 100."""
    return _current(user_id).filter(read_at=None)[:MOST].count()


def notices(told: Iterable[Any], user: User) -> list[dict[str, Any]]:
    """These notifications (of ``told``) in words."""
    return [
        {
            "said": words(one, user, due_at=one.due_at),
            "at": one.created_at,
            "asks": one.event in ASKING,
            "new": one.read_at is None,
        }
        for one in told
    ]
