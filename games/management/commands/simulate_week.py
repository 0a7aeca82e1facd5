"""manage.py simulate_week: fifty games of people who sleep, travel, vanish and come back."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.simulation.__main__ import add_options
from sixnimmt_site.scratch import scratch_services


class Command(BaseCommand):
    help = (
        "Play games on the real services with a clock that jumps from event to event, print a "
        "tally; exit 1 if a claim fails. Uses a database and a Valkey of its own, never the site's."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_options(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        words = [f"--{name}={options[name]}" for name in ("games", "people", "days", "seed")]
        words += [f"--kill-worker={options['kill_worker']}"]
        words += ["--real"] if options["real"] else []
        with scratch_services("sixnimmt-week-") as (_folder, environ):
            done = subprocess.run(
                [sys.executable, "-m", "games.simulation", *words],
                env={**os.environ, **environ},
                cwd=settings.BASE_DIR,
                check=False,
            )
        if done.returncode:
            raise CommandError("A claim does not hold, or the simulation broke: see above.")
