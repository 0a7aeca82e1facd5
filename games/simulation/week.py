"""The loop: from event to event, each with all its consequences."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count

from django.db.models import Min

from games.models import Delivery, Due, Game, Reach
from games.notifications.digest import DIGEST, next_digest
from games.services.errors import Refusal
from games.simulation.acts import answer
from games.simulation.clock import Clock
from games.simulation.people import Person
from games.simulation.watch import Watch
from games.simulation.workers import InProcess

LONGEST = timedelta(days=300)  # after which the games that go on count as never ending
Act = Callable[[], None]


class Week:
    """Events in the order of their instants; ``after`` adds one, ``run`` goes through them."""

    def __init__(
        self, clock: Clock, rng: random.Random, people: list[Person], worker: InProcess
    ) -> None:
        self.clock, self.rng, self.people, self.worker = clock, rng, people, worker
        self.person = {person.user.pk: person for person in people}
        self.tally: Counter[str] = Counter()
        self.watch = Watch()
        self.begin = clock.now
        self.tables_to_come = 0
        self._events: list[tuple[datetime, int, str, Act]] = []
        self._order = count()
        self._asked: set[tuple[int, datetime]] = set()

    def after(self, delay: timedelta, name: str, act: Act) -> None:
        """Let this happen so long from now; refused by the site, it is counted and forgotten."""
        self.at(self.clock.now + delay, name, act)

    def at(self, moment: datetime, name: str, act: Act) -> None:
        heappush(self._events, (moment, next(self._order), name, act))

    def run(self) -> None:
        """Until every game is over, and what people should know of it is told."""
        while not self._is_over() and self.clock.now - self.begin < LONGEST:
            self.step()
        self.look()

    def step(self) -> None:
        """One event: somebody's act, or what is due."""
        event = self._events[0][0] if self._events else None
        moments = [moment for moment in (self._next_due(), event) if moment is not None]
        # with neither, a worker that is away has everything
        moment = min(moments, default=self.clock.now + timedelta(minutes=1))
        self.clock.go_to(max(moment, self.clock.now))
        if moment == event:
            _moment, _number, name, act = heappop(self._events)
            self._act(name, act)
        else:
            self.worker.beat()
        self.worker.disturb()
        self.look()

    def look(self) -> None:
        """Let the worker finish, see that all is well, and let people notice what is asked."""
        self.worker.settle()
        self.watch.look()
        self._notice()

    def _act(self, name: str, act: Act) -> None:
        try:
            act()
            self.tally[name] += 1
        except Refusal as refusal:
            self.tally[f"refused: {name} ({type(refusal).__name__})"] += 1

    def _next_due(self) -> datetime | None:
        """The next instant at which a sweep or the delivery has something to do."""
        asked = Due.objects.filter(
            settled_at=None, game__state=Game.State.RUNNING, game__paused_at=None
        )
        instants = list(asked.aggregate(Min("at"), Min("remind_at")).values())
        waiting = Delivery.objects.filter(state__in=["waiting", "sending"]).exclude(endpoint=DIGEST)
        instants += waiting.aggregate(Min("next_at")).values()
        instants += Game.objects.filter(state=Game.State.OPEN).aggregate(Min("expires_at")).values()
        instants += self._daily_letters()
        later = self.clock.now + timedelta(seconds=1)  # what is overdue is tried again then
        found = (max(instant, later) for instant in instants if instant is not None)
        return min(found, default=None)

    def _daily_letters(self) -> list[datetime]:
        """When the next daily letters are due."""
        readers = Reach.objects.filter(digest_at__isnull=False).select_related("user")
        return [
            next_digest(reach.user, reach.digest_at, self.clock.now)
            for reach in readers
            if reach.digest_at is not None
        ]

    def _is_over(self) -> bool:
        if self.tables_to_come:
            return False
        return not Game.objects.filter(state__in=[Game.State.OPEN, Game.State.RUNNING]).exists()

    def _notice(self) -> None:
        """Everybody who is newly asked decides when to answer."""
        asked = Due.objects.filter(settled_at=None, game__paused_at=None).order_by("pk")
        for due in asked.select_related("game", "seat", "turn__round"):
            key = (due.pk, due.started_at)
            person = self.person.get(due.seat.user_id or 0)
            if person is None or key in self._asked or person.gone:
                continue
            self._asked.add(key)
            moment = person.answers_at(due, self.clock.now, self.rng)
            if moment is not None:
                self.at(moment, f"answered: {due.kind}", self._answer(person, due.pk))

    def _answer(self, person: Person, due_id: int) -> Act:
        def act() -> None:
            due = Due.objects.select_related("game", "turn").get(pk=due_id)
            if due.settled_at is None and not person.gone:
                answer(person, due, self.rng)

        return act

    def forget(self, person: Person) -> None:
        """They come back and look at everything anew."""
        mine = Due.objects.filter(seat__user=person.user, settled_at=None)
        for key in mine.values_list("pk", "started_at"):
            self._asked.discard(key)
