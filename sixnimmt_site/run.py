"""`make run`: the whole site as one tree of processes, on a bare machine.

Starts the built-in PostgreSQL and Valkey (unless ``DATABASE_URL`` and ``REDIS_URL`` name
others), brings the database to this version, then keeps web, worker, courier and beat running.
"""

import http.client
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from sixnimmt_site import embedded, env, placement
from sixnimmt_site.placement import Refused
from sixnimmt_site.processes import Command, NotReady, end_leftovers
from sixnimmt_site.runlock import RunLock
from sixnimmt_site.supervisor import Ended, Supervisor

BASE_DIR = Path(__file__).resolve().parent.parent
UVICORN = (
    "uvicorn sixnimmt_site.asgi:application --lifespan off --no-proxy-headers --no-server-header "
    "--ws-max-size 65536 --ws-ping-interval 20 --ws-ping-timeout 20 --timeout-graceful-shutdown 5"
)
CELERY = "celery --quiet -A sixnimmt_site"
WORKER = f"{CELERY} worker --loglevel WARNING --without-gossip --without-mingle --without-heartbeat"
PROCESSES = {
    "web": UVICORN,
    # Turns and the sweep; and, in a process of its own, what leaves the house.
    "worker": f"{WORKER} --hostname worker@%h --queues celery --concurrency 2",
    "courier": f"{WORKER} --hostname courier@%h --queues post --concurrency 1",
    "beat": f"{CELERY} beat --loglevel WARNING --pidfile=",
}


def main() -> int:
    """Run until Ctrl-C; return the exit status."""
    try:
        return _run()
    except (ImproperlyConfigured, Refused, NotReady) as error:
        print(error, file=sys.stderr)
        return 1


def _run() -> int:
    var = env.var_dir(BASE_DIR)
    address = env.site_url()
    lock = RunLock(var)
    left_over = lock.take(address)
    ended = end_leftovers(left_over, seconds=5)
    _refuse_taken_port()
    supervisor = Supervisor(lock.record)
    if ended:
        supervisor.say(f"Ended {ended} processes which the last run had left over.")
    try:
        _start_all(supervisor, var, address)
        supervisor.watch()
    except Ended:
        supervisor.say("Ending ...")
    finally:
        supervisor.end_all()
        lock.release()
    supervisor.say("Ended. The data are kept.")
    return 0


def _refuse_taken_port() -> None:
    host, port = env.text("HOST"), env.port()
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except PermissionError as error:
        raise Refused(f"Port {port} is not open to this account: make run PORT=8000") from error
    except OSError as error:
        raise Refused(
            f"Port {port} on {host} is taken or cannot be used ({error.strerror}). "
            f"Choose another: make run PORT={port + 1}"
        ) from error


def _start_all(supervisor: Supervisor, var: Path, address: str) -> None:
    environ = _environment(address)
    _start_services(supervisor, var)
    supervisor.say("Bringing the database to this version ...")
    prepare = _python("prepare", "django prepare_site --verbosity 0", environ)
    if supervisor.once(prepare):
        raise NotReady("The database could not be prepared; the reason is above.")
    host, port = env.text("HOST"), env.port()
    commands = site_commands(environ, host, port)
    for name in ("worker", "courier", "beat"):
        supervisor.start(commands[name])
    supervisor.start(commands["web"], lambda: answers(host, port, address))
    supervisor.say(f"The site runs at {address} - Ctrl-C ends it.")


def site_commands(environ: Mapping[str, str], host: str, port: int) -> dict[str, Command]:
    """How to start each of ``PROCESSES`` with this environment, web on this address."""
    # Addresses may hold the secret of an invitation: they are logged for developers only.
    log = "" if environ.get("DEBUG", "").lower() in env.TRUE else " --no-access-log"
    lines = PROCESSES | {"web": f"{UVICORN} --host {host} --port {port}{log}"}
    return {name: _python(name, line, environ) for name, line in lines.items()}


def _start_services(supervisor: Supervisor, var: Path) -> None:
    """Start what the environment does not name."""
    if not env.text("DATABASE_URL"):
        embedded.secret_key(var)  # refuses here, with a sentence, and not in every process
        postgres = embedded.Postgres(var=var)
        supervisor.say(f"PostgreSQL keeps its data in {postgres.data}.")
        if placement.is_root():
            supervisor.say(f"As we are root, it runs as the account {placement.ACCOUNT_NAME}.")
        postgres.prepare()
        supervisor.start(postgres.command(), postgres.ready)
    if not env.text("REDIS_URL"):
        valkey = embedded.Valkey(var=var)
        valkey.prepare()
        supervisor.start(valkey.command(), valkey.ready)


def _environment(address: str) -> dict[str, str]:
    """The children's environment: a demo unless a database is given."""
    demo = "false" if env.text("DATABASE_URL") else "true"
    defaults = {
        "DEMO": demo,
        "SITE_URL": address,
        "DJANGO_SETTINGS_MODULE": "sixnimmt_site.settings",
    }
    return dict(os.environ) | {k: os.environ.get(k) or v for k, v in defaults.items()}


def _python(name: str, words: str, environ: Mapping[str, str]) -> Command:
    argv = (sys.executable, "-u", "-m", *words.split())
    # Celery's warning to root is about messages in pickle, which we refuse (settings).
    quiet = {"PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges"}
    return Command(name=name, argv=argv, env=quiet | dict(environ), cwd=BASE_DIR)


def answers(host: str, port: int, site_url: str) -> bool:
    """Whether the web process at this address says that it is ready."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/readyz", headers={"Host": urlsplit(site_url).netloc})
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
