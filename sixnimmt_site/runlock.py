"""One `make run` at a time for a ``var`` folder, and a note of what it started."""

import fcntl
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sixnimmt_site.placement import Refused
from sixnimmt_site.processes import boot_id, started_at

Recorded = tuple[int, float, int]  # pid, start time, stop signal


class RunLock:
    """Held by the kernel for as long as our process lives, so it is never stale.

    The file says at which address the holder answers, and which children it has: whoever
    takes the lock after a `kill -9` learns from it what may be left over.
    """

    def __init__(self, var: Path) -> None:
        self._path = var / "run.lock"
        self._children: list[Recorded] = []
        self._address = ""
        self._file: int | None = None

    def take(self, address: str) -> list[Recorded]:
        """Take the lock; return the children the last run recorded.

        Raises ``Refused`` naming the address of the run that holds it.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            note = self._read()
            where = note.get("address") or "an address it has not said yet"
            raise Refused(
                f"The site is already running at {where} (process {note.get('pid', 'unknown')}). "
                "Stop it with Ctrl-C there first."
            ) from error
        note = self._read()
        same_boot = note.get("boot") == boot_id()
        left = [tuple(child) for child in note.get("children", ()) if same_boot]
        self._address = address
        self._write()
        return left

    def record(self, children: Iterable[tuple[int, int]]) -> None:
        """Note the living children, each as (pid, stop signal)."""
        self._children = [
            (pid, begun, ask) for pid, ask in children if (begun := started_at(pid)) is not None
        ]
        self._write()

    def release(self) -> None:
        """Forget the children and let go."""
        assert self._file is not None
        os.ftruncate(self._file, 0)
        os.close(self._file)
        self._file = None

    def _read(self) -> dict[str, Any]:
        try:
            note = json.loads(self._path.read_text() or "{}")
        except (ValueError, FileNotFoundError):  # killed while writing
            return {}
        return note if isinstance(note, dict) else {}

    def _write(self) -> None:
        assert self._file is not None
        note = {
            "pid": os.getpid(),
            "boot": boot_id(),
            "address": self._address,
            "children": self._children,
        }
        text = json.dumps(note).encode()
        os.pwrite(self._file, text + b" " * 16, 0)
        os.ftruncate(self._file, len(text))
