"""Writing into the outbox, in the transaction in which a thing happens."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection, transaction
from django.utils import timezone

from games.hints import users_changed_on_commit
from games.models import Due, Game, Notification
from games.notifications.events import ASKING, Event

QUESTIONS = ASKING - {Event.REMINDER}


def tell(
    event: Event,
    user_ids: Iterable[int | None],
    game: Game | None,
    *,
    subject: str,
    data: dict[str, object] | None = None,
) -> None:
    """Tell these people once that ``event`` happened to ``subject``; None (a bot) is nobody.

    ``data`` is what the words need and never holds a card that is not public. Telling the same
    (user, event, subject) again does nothing. A new question of a game takes the place of its
    older ones in the bell. Deliveries are planned after the commit.
    """
    people = sorted({pk for pk in user_ids if pk is not None})
    if not people:
        return
    if event in QUESTIONS:
        asked = Notification.objects.filter(user__in=people, game=game, event__in=ASKING)
        asked.filter(read_at=None).exclude(subject=subject).update(read_at=timezone.now())
    _write(
        Notification(user_id=pk, event=event, subject=subject, game=game, data=data or {})
        for pk in people
    )


def list_again(user_id: int | None, subject: str) -> None:
    """A question that was told before is asked anew: the bell lists it, and nothing is sent.

    Read or not stays as it was; ``told`` lists a question from the time on at which it was asked.
    """
    asked = Notification.objects.filter(user=user_id, event__in=QUESTIONS, subject=subject)
    asked.update(created_at=timezone.now())


def remind_of(dues: Iterable[Due]) -> None:
    """Tell each of these people that little time is left; many at once, each once."""
    _write(
        Notification(
            user_id=due.seat.user_id,
            event=Event.REMINDER,
            subject=f"due {due.pk}",
            game_id=due.game_id,
        )
        for due in dues
        if due.seat.user_id is not None
    )


def _write(told: Iterable[Notification]) -> None:
    rows = list(told)
    Notification.objects.bulk_create(rows, ignore_conflicts=True)
    users_changed_on_commit(sorted({one.user_id for one in rows}))
    _plan_on_commit()


def _plan_on_commit() -> None:
    """Ask a worker to plan, once for all that is told in one transaction."""
    here = set(connection.savepoint_ids)
    if not any(hook[:2] == (here, _plan) for hook in connection.run_on_commit):
        transaction.on_commit(_plan, robust=True)


def _plan() -> None:
    from games.tasks import plan_deliveries

    plan_deliveries.delay()
