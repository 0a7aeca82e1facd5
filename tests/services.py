"""The real PostgreSQL and Valkey the tests run against, in a folder of their own."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from sixnimmt_site.embedded import Postgres, Valkey
from sixnimmt_site.processes import spawn, started_at, stop, wait_until

PREFIX = "sixnimmt-tests-"


class Services:
    """Both services; start and restart them by name ("postgres", "valkey")."""

    def __init__(self, folder: Path) -> None:
        self.var = folder
        self._services: dict[str, Postgres | Valkey] = {
            "postgres": Postgres(var=folder, durable=False),
            "valkey": Valkey(var=folder),
        }
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, *names: str) -> None:
        """Start these services (all by default) and wait until they answer."""
        started = names or tuple(self._services)
        for name in started:
            self._services[name].prepare()
            with (self.var / f"{name}.log").open("ab") as log:
                self._processes[name] = spawn(self._services[name].command(), log)
        for name in started:
            ready = self._services[name].ready
            wait_until(ready, seconds=30, what=f"The tests' {name} does not start")

    def stop(self, *names: str) -> None:
        """Stop these services (all by default)."""
        for name in names or tuple(self._processes):
            process = self._processes.pop(name)
            stop(process, self._services[name].command().stop_signal, seconds=10)

    def restart(self, name: str) -> None:
        """Stop a service, which cuts all its connections, and start it again."""
        self.stop(name)
        self.start(name)


def make_folder() -> Path:
    """A fresh folder; those of test runs which were killed are removed."""
    for old in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        pid = old.name.removeprefix(PREFIX).partition("-")[0]
        if pid.isdigit() and started_at(int(pid)) is None:
            shutil.rmtree(old, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
