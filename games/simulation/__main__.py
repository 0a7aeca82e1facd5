"""``python -m games.simulation``: on the services of the environment, whose database is empty."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import django

BEGIN = datetime(2026, 10, 22, 6, tzinfo=UTC)  # the clocks change on the way


def parser() -> ArgumentParser:
    """The options, shared with ``manage.py simulate_week``."""
    options = ArgumentParser(prog="simulate_week", description="Play games on a clock that jumps.")
    add_options(options)
    return options


def add_options(options: ArgumentParser) -> None:
    """Let this parser know them."""
    options.add_argument("--games", type=int, default=50, help="so many tables (50)")
    options.add_argument("--people", type=int, default=30, help="so many people (30)")
    options.add_argument("--days", type=float, default=7, help="in which things happen (7)")
    options.add_argument("--seed", type=int, default=6, help="all chance comes from it (6)")
    options.add_argument("--real", action="store_true", help="with a real Celery worker")
    options.add_argument(
        "--kill-worker",
        type=int,
        default=0,
        metavar="N",
        help="with a real worker that is killed about N times in 1000 events",
    )


def main() -> int:
    """Play, print the tally; 1 when a claim does not hold."""
    options = parser().parse_args()
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    return _play(options)


def _play(options: Namespace) -> int:
    from games.simulation import people, plot, report, tables
    from games.simulation.clock import Clock, SharedClock, stopped
    from games.simulation.luck import seeded
    from games.simulation.week import Week
    from games.simulation.worker import CLOCK_FILE
    from games.simulation.workers import CeleryWorker, InProcess

    real = options.real or options.kill_worker > 0
    folder = Path(os.environ["VAR_DIR"])
    clock = Clock(BEGIN)
    if real:
        path = folder / "clock"
        clock = SharedClock(path)
        clock.go_to(BEGIN)
        os.environ[CLOCK_FILE] = str(path)
    with ExitStack() as stack:
        rng = stack.enter_context(seeded(options.seed))
        stack.enter_context(stopped(clock))
        worker = (
            CeleryWorker(folder / "worker.log", options.kill_worker, rng) if real else InProcess()
        )
        stack.enter_context(worker)
        everybody = people.born(options.people, rng)
        week = Week(clock, rng, everybody, worker)
        plot.write(week, tables.planned(options.games, everybody, options.days, rng), options.days)
        week.run()
        print("\n".join(report.lines(week, copies_allowed=bool(options.kill_worker))), flush=True)
        return int(any(number for _name, number in report.claims(week, bool(options.kill_worker))))


if __name__ == "__main__":
    sys.exit(main())
