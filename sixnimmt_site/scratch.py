"""A PostgreSQL and a Valkey of one's own for some minutes, in a folder that is removed again."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sixnimmt_site.embedded import Postgres, Valkey, database_url, redis_url
from sixnimmt_site.processes import Command, spawn, stop, wait_until

PATIENCE = 60  # seconds for a service to come up


@contextmanager
def scratch_services(
    prefix: str, *, durable: bool = False
) -> Iterator[tuple[Path, dict[str, str]]]:
    """The folder, and the environment by which a site uses them; nothing of another site's.

    ``durable``: PostgreSQL waits for the disk, as on a real site.
    """
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    folder.chmod(0o755)  # PostgreSQL has an account of its own when we are root
    running: list[tuple[subprocess.Popen[bytes], Command]] = []
    try:
        with (folder / "log").open("ab") as log:
            for service in (Postgres(var=folder, durable=durable), Valkey(var=folder)):
                service.prepare()
                command = service.command()
                running.append((spawn(command, log), command))
                wait_until(service.ready, seconds=PATIENCE, what="A service does not start")
        yield folder, _environment(folder)
    finally:
        for process, command in reversed(running):
            stop(process, command.stop_signal, seconds=15)
        shutil.rmtree(folder, ignore_errors=True)


def _environment(folder: Path) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "sixnimmt_site.settings",
        "VAR_DIR": str(folder),
        "SITE_URL": "http://127.0.0.1:8000",
        "DATABASE_URL": database_url(folder),
        "REDIS_URL": redis_url(folder),
        "SECRET_KEY": "only-for-scratch-sites-0123456789-abcdefghijklmnopqrstuvwxyz",
        "DEBUG": "false",
        "DEMO": "false",
        "DATABASE_POOL": "0",
        "EMAIL_URL": "",
        "LOG_LEVEL": "ERROR",
    }
