"""Bring the database and the static files to this version; run before each start."""

from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand
from django.db import connection

MIGRATION_LOCK = 610_104  # any number that nothing else locks


class Command(BaseCommand):
    """Migrate, collect static files and, in demo mode, make the demo."""

    help = "Migrates (one at a time), collects static files, makes the demo when DEMO is on."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the steps; several machines may do so at once."""
        self._migrate(options["verbosity"])
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)
        if settings.DEMO and "demo" in get_commands():
            call_command("demo")

    def _migrate(self, verbosity: int) -> None:
        """Migrate behind a lock: whoever comes second waits, then finds it done."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
            # A table in use must not make readers queue up behind us: fail and be run again.
            cursor.execute("SET lock_timeout = '5s'")
        try:
            call_command("migrate", interactive=False, verbosity=verbosity)
        finally:
            connection.close()  # gives the lock back
