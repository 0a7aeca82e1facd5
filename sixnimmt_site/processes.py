"""Child processes which end with their parent, and waiting for conditions with bounds."""

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import psutil

PR_SET_PDEATHSIG = 1  # prctl(2)
_LIBC = ctypes.CDLL(None, use_errno=True)


class NotReady(RuntimeError):
    """A process did not come up in time; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The system account a child runs as."""

    uid: int
    gid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What to run, as whom, and which signal asks it to end.

    ``account`` None: as ourselves. ``env`` is the whole environment, None: ours.
    """

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str] | None = None
    cwd: Path | None = None
    account: Account | None = None
    stop_signal: signal.Signals = field(default=signal.SIGTERM)


def spawn(command: Command, output: int | IO[bytes]) -> subprocess.Popen[bytes]:
    """Start ``command`` with both outputs to ``output`` and nothing to read.

    The child leads its own session, so a Ctrl-C in the terminal reaches only us and the
    order of ending stays ours; it gets its stop signal from the kernel should we be killed.
    That signal is tied to the calling thread: call this from the main thread.
    """
    parent = os.getpid()
    number = int(command.stop_signal)

    def end_with_parent() -> None:
        # After the change of user, which would clear the wish.
        _LIBC.prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)
        if os.getppid() != parent:  # killed between fork and prctl
            os._exit(1)

    return subprocess.Popen(
        command.argv,
        env=command.env,
        cwd=command.cwd,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=end_with_parent,
        **as_account(command.account),
    )


def as_account(account: Account | None) -> dict[str, Any]:
    """What ``subprocess`` wants to hear to run something as ``account`` (None: ourselves)."""
    if account is None:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


def wait_until(
    condition: Callable[[], bool], *, seconds: float, what: str, pause: float = 0.02
) -> None:
    """Ask ``condition`` until it holds; raise ``NotReady`` with ``what`` after ``seconds``."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise NotReady(f"{what} (waited {seconds:g} seconds).")
        time.sleep(pause)


def stop(process: subprocess.Popen[bytes], ask: signal.Signals, *, seconds: float) -> None:
    """Ask a child to end, wait up to ``seconds``, then kill it and all of its group."""
    if process.poll() is None:
        process.send_signal(ask)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    kill_group(process.pid)
    process.wait()


def kill_group(leader: int) -> None:
    """Kill whatever is left of the process group that ``leader`` led."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def started_at(pid: int) -> float | None:
    """When process ``pid`` was started (seconds since boot), None when there is none.

    By the kernel's own count (proc_pid_stat(5), field 22): a time of day would move when the clock
    is set, and the process would be taken for another one.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = stat.rpartition(")")[2].split()  # the name before may hold anything
    return None if fields[0] in "ZX" else int(fields[19]) / os.sysconf("SC_CLK_TCK")


def boot_id() -> str:
    """Which start of this machine this is: after another one, pids and times mean nothing."""
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def program_of(pid: int) -> str | None:
    """The name of the program that process ``pid`` runs, None when there is none."""
    try:
        return str(psutil.Process(pid).name())
    except psutil.NoSuchProcess:
        return None


def end_leftovers(recorded: Iterable[tuple[int, float, int]], *, seconds: float) -> int:
    """End processes of an earlier run, each given as (pid, start time, stop signal).

    A pid which now belongs to somebody else (another start time) is left alone.
    Returns how many were still alive.
    """
    alive = [(pid, begun, ask) for pid, begun, ask in recorded if started_at(pid) == begun]
    for pid, _, ask in alive:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, ask)

    def all_gone() -> bool:
        return all(started_at(pid) != begun for pid, begun, _ in alive)

    with contextlib.suppress(NotReady):
        wait_until(all_gone, seconds=seconds, what="An old process does not end")
    for pid, begun, _ in alive:
        if started_at(pid) == begun:
            kill_group(pid)
    wait_until(all_gone, seconds=seconds, what="A process of the last run cannot be killed")
    return len(alive)
