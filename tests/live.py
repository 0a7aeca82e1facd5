"""The real site for tests: uvicorn, a Celery worker and beat as processes of their own.

They share the test database and the test Valkey with the test process, so data made
in a test must be committed (no ``django_db`` mark: the ``live`` fixture opens the
database) and nothing is rolled back: tests use people and games of their own.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import redis
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections

from sixnimmt_site import celery_app
from sixnimmt_site.processes import Command, spawn, stop, wait_until
from sixnimmt_site.run import BASE_DIR, PROCESSES, answers, site_commands
from tests.ports import free_port
from tests.services import Services

PATIENCE = 30  # seconds for a process to come up
QUEUES = {"worker": "celery", "courier": "post"}


class LiveSite:
    """Start, stop and kill the site's processes by name: "web", "worker", "courier", "beat"."""

    def __init__(self, services: Services, **environ: str) -> None:
        """``environ`` overrides settings, such as ``SWEEP_SECONDS="1"`` (the default here)."""
        self.services = services
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = BASE_DIR / "var" / "log" / "live-tests.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.write_bytes(b"")
        self._environ = self._environment(environ)
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def _environment(self, overrides: Mapping[str, str]) -> dict[str, str]:
        name = str(settings.DATABASES["default"]["NAME"])
        site = {
            "DATABASE_URL": database_url_of(name),
            "DEBUG": "false",
            "SITE_URL": self.url,
            "SWEEP_SECONDS": "1",
            "LOG_LEVEL": "INFO",
            "EMAIL_URL": "",
            "DATABASE_POOL": "",
        }
        return dict(os.environ) | site | dict(overrides)

    def start(self, *names: str) -> None:
        """Start these processes (all by default) and wait until they work."""
        if not settings.STATIC_ROOT.exists():
            self._collect_static()
        for name in names or PROCESSES:
            with self.log.open("ab") as log:
                self._processes[name] = spawn(self._command(name), log)
        for name in names or PROCESSES:
            self._wait_for(name)

    def stop(self, *names: str) -> None:
        """Ask these processes (all by default) to end, and wait for it."""
        for name in names or tuple(self._processes):
            stop(self._processes.pop(name), signal.SIGTERM, seconds=15)

    def kill9(self, name: str) -> None:
        """Kill a process and its children, as the kernel does when memory runs out."""
        process = self._processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    @contextmanager
    def frozen(self, name: str) -> Iterator[None]:
        """A process and its children stand still meanwhile, as on a machine that swaps."""
        group = self.pid(name)
        os.killpg(group, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(group, signal.SIGCONT)

    def pid(self, name: str) -> int:
        """The process id of "web", "worker" or "beat"."""
        return self._processes[name].pid

    def is_running(self, name: str) -> bool:
        """Whether that process is alive."""
        process = self._processes.get(name)
        return process is not None and process.poll() is None

    def ensure_running(self) -> None:
        """Start whichever processes are not alive."""
        dead = [name for name in PROCESSES if not self.is_running(name)]
        if dead:
            self.start(*dead)

    def restart_postgres(self) -> None:
        """Restart PostgreSQL under the running site."""
        connections.close_all()
        self.services.restart("postgres")

    def flush_valkey(self) -> None:
        """Forget all hints, queued tasks and cached values."""
        with redis.Redis.from_url(str(settings.CACHES["default"]["LOCATION"])) as valkey:
            valkey.flushall()

    def session_cookie(self, user: AbstractBaseUser) -> dict[str, str]:
        """Sign ``user`` in: a cookie as Playwright's ``context.add_cookies`` takes it."""
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        key = session.session_key or ""
        return {"name": settings.SESSION_COOKIE_NAME, "value": key, "url": self.url}

    def _command(self, name: str) -> Command:
        return site_commands(self._environ, "127.0.0.1", self.port)[name]

    def _wait_for(self, name: str) -> None:
        def works() -> bool:
            if not self.is_running(name):
                raise RuntimeError(f"{name} ended while starting: see {self.log}.")
            if name == "web":
                return answers("127.0.0.1", self.port, self.url)
            return name == "beat" or consumes(QUEUES[name])

        wait_until(works, seconds=PATIENCE, what=f"{name} does not start: see {self.log}")

    def _collect_static(self) -> None:
        command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
        subprocess.run(command, env=self._environ, cwd=BASE_DIR, check=True)


def consumes(queue: str) -> bool:
    """Whether a worker takes tasks from this queue.

    Asked over a connection of its own: kept ones may have ended with an earlier Valkey.
    """
    with celery_app.connection_for_write() as connection:
        asked = celery_app.control.inspect(timeout=0.2, connection=connection)
        answers = asked.active_queues() or {}
    return any(queue == one["name"] for queues in answers.values() for one in queues)


def database_url_of(name: str) -> str:
    """``DATABASE_URL`` with another database's name."""
    return os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
