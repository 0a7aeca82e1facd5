"""Looking on: what must not happen to anybody, seen at the instant at which it would happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone

from games.clock import Calendar
from games.models import Delivery, Due, Game, Pick, Tenure
from games.notifications.events import ASKING
from games.notifications.wishes import Wishes
from games.watching import idle_games

if TYPE_CHECKING:
    from accounts.models import User

EVERY = 20  # steps between two looks at all running games


class Watch:
    """``faults``: how often each thing that must not happen was seen; ``examples`` of them."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        self.examples: dict[str, str] = {}
        self.seen: Counter[str] = Counter()
        self._deadlines: dict[int, datetime] = {}
        self._last_sent = 0
        self._sent: set[int] = set()
        self._settled: set[int] = set()
        self._steps = 0

    def look(self) -> None:
        """After every step: what is newly due, sent, missed; now and then, who is awaited."""
        self._new_deadlines()
        self._new_letters()
        self._new_misses()
        self._steps += 1
        if self._steps % EVERY == 0:
            self.look_at_all()

    def look_at_all(self) -> None:
        """Every running game waits for somebody who is there, or the worker has it."""
        self.seen["looks at all games"] += 1
        for pk, sentence in idle_games():
            self._fault("awaited although not there, or nobody awaited", f"game {pk}: {sentence}")

    def _fault(self, name: str, example: str) -> None:
        self.faults[name] += 1
        self.examples.setdefault(name, f"{timezone.now():%F %T}: {example}")

    def _new_deadlines(self) -> None:
        """A deadline that has come or moved lies in no sleep and no vacation of its person."""
        asked = Due.objects.filter(settled_at=None).select_related("game", "seat__user")
        now_due = {}
        for due in asked.filter(game__state=Game.State.RUNNING):
            now_due[due.pk] = due.at
            if self._deadlines.get(due.pk) != due.at and not due.game.is_live:
                calendar = _calendar(due.seat.user, due.game)
                for name, moment in (("deadlines", due.at), ("reminders", due.remind_at)):
                    if moment is not None and calendar.there_at(moment) != moment:
                        self._fault(f"{name} in sleep or vacation", f"due {due.pk} at {moment}")
            if due.at < due.started_at:
                self._fault("negative times", f"due {due.pk}")
        self.seen["deadlines set or moved"] += sum(
            self._deadlines.get(pk) != at for pk, at in now_due.items()
        )
        self._deadlines = now_due

    def _new_letters(self) -> None:
        """No nudge arrives in somebody's sleep or quiet hours."""
        sent = Delivery.objects.filter(state=Delivery.State.SENT, sent_at=timezone.now())
        new = [d for d in sent.select_related("notification__user") if d.pk not in self._sent]
        wishes = Wishes.about(delivery.notification for delivery in new)
        for delivery in new:
            self._sent.add(delivery.pk)
            user, told = delivery.notification.user, delivery.notification
            self.seen[f"letters: {told.event}"] += 1
            if user.sleep is not None and user.sleep.holds(timezone.now()):
                self._fault("nudges in sleep", f"{told} of {user}")
            if wishes.awake_at(user, timezone.now()) > timezone.now() and not delivery.endpoint:
                self._fault("nudges in quiet hours", f"{told} of {user}")

    def _new_misses(self) -> None:
        """A stand-in acts after the deadline only, for somebody who could have answered."""
        settled = Due.objects.filter(settled_at=timezone.now()).select_related("game", "seat__user")
        for due in settled:
            if due.pk in self._settled or not _missed(due):
                continue
            self._settled.add(due.pk)
            self.seen[f"deadlines missed: {due.kind}"] += 1
            if due.settled_at is not None and due.settled_at < due.at:
                self._fault("stand-ins before the deadline", f"due {due.pk}")
            if _calendar(due.seat.user, due.game).there_at(due.started_at) >= due.at:
                self._fault("misses without a waking moment", f"due {due.pk}")

    def no_nudge_twice(self) -> None:
        """Each question and each reminder went to a person by each way once at the most."""
        asking = Delivery.objects.filter(notification__event__in=ASKING)
        for name, count in _doubles(asking.exclude(state=Delivery.State.DROPPED)):
            self._fault("nudged twice for a turn", f"{name}: {count}")


def _missed(due: Due) -> bool:
    """Whether code acted because the time was up (a no-show's game ends instead)."""
    # Who resigned is played for at once, also when somebody took the seat at that very instant.
    left = due.seat.tenures.filter(ended_at=due.settled_at, end=Tenure.End.RESIGNED)
    if due.seat.user_id is None or left.exists():
        return False
    if due.kind == Due.Kind.DRAFT:
        return due.settled_at is not None and due.settled_at >= due.at
    picks = Pick.objects.filter(turn=due.turn_id, seat=due.seat_id)
    if due.kind == Due.Kind.CHOOSE:
        return picks.filter(choice_by=Pick.By.STANDIN).exists()
    stand_in = Q(by=Pick.By.STANDIN) & Q(created_at=due.settled_at)
    return picks.filter(stand_in).exists()


def _calendar(user: User | None, game: Game) -> Calendar:
    if user is None or game.is_live:
        return Calendar()
    spans = user.vacations.values_list("starts_at", "ends_at") if game.vacations else ()
    return Calendar(user.sleep, tuple(spans))


def _doubles(deliveries: object) -> Iterator[tuple[str, int]]:
    """Ways by which one person had more than one message of an event about one question."""
    told: Counter[str] = Counter()
    for delivery in deliveries.select_related("notification"):  # type: ignore[attr-defined]
        one = delivery.notification
        if delivery.state == Delivery.State.SENT:
            told[f"{one.user_id} {one.event} {question_of(one)} by {delivery.channel}"] += 1
    yield from ((name, number) for name, number in told.items() if number > 1)


def question_of(one: object) -> str:
    """The turn, choice or take a notification asks for: a reminder's is its decision's."""
    subject = str(one.subject)  # type: ignore[attr-defined]
    kind, _space, key = subject.partition(" ")
    if kind != "due":
        return subject
    due = Due.objects.filter(pk=key).first()
    return f"reminder of turn {due.turn_id}" if due and due.turn_id else subject
