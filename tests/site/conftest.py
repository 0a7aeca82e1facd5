"""Folders and processes for the tests of the built-in services."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sixnimmt_site.processes import wait_until
from sixnimmt_site.run import BASE_DIR
from tests.ports import free_port
from tests.services import make_folder

SLOW = 180  # seconds: a bound for a machine busy with much else
GIVEN = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "EMAIL_URL", "DEMO", "DEBUG", "DATABASE_POOL")


class Run:
    """One `make run` with a var folder and a port of its own."""

    def __init__(self, var: Path, port: int, demo: bool) -> None:
        self.var = var
        self.url = f"http://127.0.0.1:{port}"
        self._log = var.with_name(f"{var.name}.log")
        system = {name: value for name, value in os.environ.items() if name not in GIVEN}
        environ = system | {"VAR_DIR": str(var), "PORT": str(port), "SWEEP_SECONDS": "1"}
        if not demo:
            environ["DEMO"] = "false"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "sixnimmt_site.run"],
                cwd=BASE_DIR,
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def words(self) -> str:
        """All it has printed."""
        return self._log.read_text()

    def wait_for(self, words: str) -> None:
        """Wait until it has printed these words."""
        wait_until(lambda: self._has_said(words), seconds=SLOW, what=f"No word of {words!r}")

    def _has_said(self, words: str) -> bool:
        said = words in self.words
        assert said or self.process.poll() is None, self.words
        return said

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """Send it a signal and wait for its exit status."""
        self.process.send_signal(number)
        return self.process.wait(SLOW)


@pytest.fixture
def var() -> Iterator[Path]:
    """A folder which PostgreSQL's account can reach, even when we are root."""
    folder = make_folder()
    yield folder / "var"
    shutil.rmtree(folder, ignore_errors=True)


StartRun = Callable[..., Run]


@pytest.fixture
def start_run(var: Path) -> Iterator[StartRun]:
    """Start the site as `make run` does; whatever a test leaves is ended."""
    runs: list[Run] = []

    def start(*, port: int | None = None, demo: bool = False) -> Run:
        var.parent.chmod(0o755)
        runs.append(Run(var, port or free_port(), demo))
        return runs[-1]

    yield start
    for run in runs:
        if run.process.poll() is None:
            run.end()
