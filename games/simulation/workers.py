"""Who runs the tasks: this process at once, or a real Celery worker that may be killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Self

from django.db import connections
from django.db.models import Q
from django.utils import timezone

from games import tasks
from games.models import Delivery, Due, Game, JobRun, Notification, Outage, Turn
from games.notifications.digest import DIGEST
from games.notifications.events import Channel
from sixnimmt_site.celery import app
from sixnimmt_site.processes import Command, NotReady, spawn, stop, wait_until

A_SWEEP = timedelta(seconds=5)
PATIENCE = 2.0  # seconds after which a job is asked for again, as beat does


class InProcess:
    """Tasks run where they are called."""

    kills = 0
    is_up = True

    def __enter__(self) -> Self:
        app.conf.task_always_eager = True
        connections["default"].settings_dict["CONN_MAX_AGE"] = None
        connections["default"].close()  # kept from now on: a task within a task would end it
        return self

    def __exit__(self, *_error: object) -> None:
        app.conf.task_always_eager = False

    def beat(self) -> None:
        """Everything beat would have asked for by now."""
        mark_swept(timezone.now() - A_SWEEP)
        self.ask_for_all()

    def ask_for_all(self) -> None:
        """All jobs, whatever was swept when."""
        tasks.sweep.delay()
        tasks.plan_deliveries.delay()
        tasks.deliver_due.delay(Channel.EMAIL)
        tasks.send_digests.delay()

    def settle(self) -> None:
        """Tasks have run already."""

    def disturb(self) -> None:
        """Nobody kills this process."""

    def come_back(self) -> None:
        """It has never been away."""


class CeleryWorker(InProcess):
    """A worker process of its own, on the real Valkey, by the shared clock of the environment.

    ``kills``: about so many times in 1000 events it is killed, and stays away for some events.
    """

    def __init__(self, log: Path, often: int, rng: random.Random) -> None:
        self._log, self._often, self._rng = log, often, rng
        self._process: subprocess.Popen[bytes] | None = None
        self._away_for = 0
        self._killed_at = timezone.now()
        self._cut_off: set[tuple[int, int]] = set()  # attempts it was killed in: delivery, number
        self.kills = 0

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._process is not None:
            stop(self._process, signal.SIGTERM, seconds=15)

    @property
    def is_up(self) -> bool:  # type: ignore[override]
        return self._process is not None

    def beat(self) -> None:
        if self.is_up:
            super().beat()

    def disturb(self) -> None:
        """Kill the worker in the middle of what it does, or bring it back after some events."""
        if self.is_up and self._rng.random() * 1000 < self._often:
            threading.Event().wait(self._rng.random() * 0.05)
            self._kill()
            self._away_for = self._rng.randrange(1, 6)
        elif not self.is_up:
            self._away_for -= 1
            if self._away_for <= 0:
                self.come_back()

    def come_back(self) -> None:
        """Start it if it is away; its first sweep knows since when nobody swept."""
        if not self.is_up:
            self._start()
            self._ask_until(_swept_since(self._killed_at))

    def _ask_until(self, done: Callable[[], bool]) -> None:
        """Ask for all jobs, and again as beat does, until this is so."""
        for _try in range(30):
            self.ask_for_all()
            with suppress(NotReady):
                wait_until(done, seconds=PATIENCE, what="")
                return
        said = self._log.read_text()[-3000:]
        raise NotReady(f"The worker is stuck with {_left()}. It said: {said}")

    def settle(self) -> None:
        """Wait until nothing is left to do at this instant, asking again as beat does."""
        if not self.is_up:
            return
        with suppress(NotReady):
            wait_until(self._is_idle, seconds=PATIENCE, what="")
            return
        self._ask_until(self._is_idle)

    def _is_idle(self) -> bool:
        """Nothing is left to do, and nothing half done: what it has begun ends at this instant."""
        return not any(find() for find in _LEFT.values()) and not _sending() - self._cut_off

    def _start(self) -> None:
        words = "-m celery -A games.simulation.worker worker --loglevel WARNING --concurrency 2"
        words += " --queues celery,post"
        command = Command(name="worker", argv=(sys.executable, *words.split()))
        with self._log.open("ab") as log:
            self._process = spawn(command, log)
        wait_until(_answers, seconds=90, what=f"The worker does not start: see {self._log}")

    def _kill(self) -> None:
        """As the kernel does when memory runs out: its children too, whatever they are doing."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process, self._killed_at = None, timezone.now()
        mark_swept(self._killed_at)
        self._cut_off |= _sending()
        self.kills += 1


def mark_swept(moment: datetime) -> None:
    """The last sweep was then: between two events sweeps find nothing and leave but this mark."""
    JobRun.objects.update_or_create(name="sweep", defaults={"ran_at": moment})


def _swept_since(moment: datetime) -> Callable[[], bool]:
    """Whether a sweep has gone through; at that very instant there is nothing for it to leave."""
    later = JobRun.objects.filter(name="sweep", ran_at__gt=moment)
    return lambda: timezone.now() <= moment or later.exists()


def _answers() -> bool:
    with app.connection_for_write() as connection:
        return bool(app.control.ping(timeout=0.3, connection=connection))


def _sending() -> set[tuple[int, int]]:
    """The attempts that have begun: delivery, number."""
    sending = Delivery.objects.filter(state=Delivery.State.SENDING)
    return set(sending.values_list("pk", "attempts"))


def _left() -> str:
    return ", ".join(name for name, find in _LEFT.items() if find())


def _turns() -> bool:
    games = Q(round__game__state=Game.State.RUNNING, round__game__paused_at=None)
    return Turn.objects.filter(games, state=Turn.State.RESOLVING).exists()


def _dues() -> bool:
    now = timezone.now()
    games = Q(game__state=Game.State.RUNNING, game__paused_at=None, settled_at=None)
    return Due.objects.filter(games, Q(at__lte=now) | Q(remind_at__lte=now)).exists()


def _outbox() -> bool:
    return Notification.objects.filter(planned_at=None).exists()


def _letters() -> bool:
    """What waits and is due; what a killed worker was sending has a lease that ends later."""
    due = Delivery.objects.filter(state=Delivery.State.WAITING, next_at__lte=timezone.now())
    return due.exclude(endpoint=DIGEST).exists()


def _outages() -> bool:
    return Outage.objects.filter(done_at=None).exists()


# In the order in which one thing leads to the next: what moves on meanwhile is seen further down.
_LEFT: dict[str, Callable[[], bool]] = {
    "outages": _outages,
    "dues": _dues,
    "turns": _turns,
    "outbox": _outbox,
    "letters": _letters,
}
