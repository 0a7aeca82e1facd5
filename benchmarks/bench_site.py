"""The real site for measuring: its own durable PostgreSQL, Valkey, web and worker."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sixnimmt_site import embedded
from sixnimmt_site.processes import Command, spawn, stop, wait_until

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds for a process to come up


def services(folder: Path) -> list[embedded.Postgres | embedded.Valkey]:
    """The two services, with their data in ``folder``."""
    return [embedded.Postgres(var=folder), embedded.Valkey(var=folder)]


def set_environment(folder: Path, url: str) -> None:
    """Let settings, here and in the children, use those services."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="sixnimmt_site.settings",
        VAR_DIR=str(folder),
        SITE_URL=url,
        DATABASE_URL=embedded.database_url(folder),
        REDIS_URL=embedded.redis_url(folder),
        SECRET_KEY="only-for-benchmarks-0123456789-abcdefghijklmnopqrstuvwxyz",
        DEBUG="false",
        DEMO="false",
        EMAIL_URL="memorymail://",
        LOG_LEVEL="WARNING",
    )


@contextmanager
def bench_site(port: int) -> Iterator[str]:
    """The site's address, while its processes run; needs nothing, leaves nothing."""
    folder = Path(tempfile.mkdtemp(prefix="sixnimmt-bench-"))
    folder.chmod(0o755)
    url = f"http://127.0.0.1:{port}"
    processes: list[tuple[subprocess.Popen[bytes], Command]] = []
    log = (folder / "log").open("ab")
    try:
        set_environment(folder, url)
        for service in services(folder):
            service.prepare()
            processes.append((spawn(service.command(), log), service.command()))
            wait_until(service.ready, seconds=PATIENCE, what="A service does not start")
        _prepare_database()
        processes += [(spawn(command, log), command) for command in _commands(port)]
        yield url
    except BaseException:
        log.flush()
        print((folder / "log").read_text()[-4000:], file=sys.stderr)
        raise
    finally:
        for process, command in reversed(processes):
            stop(process, command.stop_signal, seconds=15)
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


def _prepare_database() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def _commands(port: int) -> list[Command]:
    """Web, worker and courier as ``make run`` starts them, with the floor beside the site."""
    from sixnimmt_site.run import site_commands

    site, floor = "sixnimmt_site", "benchmarks.floor_app"
    commands = site_commands(dict(os.environ), "127.0.0.1", port)
    return [
        _with(commands["web"], f"{site}.asgi:application", f"{floor}:application"),
        _with(commands["worker"], site, floor),
        commands["courier"],
    ]


def _with(command: Command, word: str, other: str) -> Command:
    argv = tuple(other if arg == word else arg for arg in command.argv)
    return Command(name=command.name, argv=argv, env=command.env, cwd=ROOT)
