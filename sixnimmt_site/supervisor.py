"""Keeps a handful of processes running as one tree.

One thread, one loop: it waits for output of the children and for signals, prints each
line behind the child's name, starts anew what died (each time a little later), and on
Ctrl-C, SIGTERM or SIGHUP ends all in the reverse order of starting.
"""

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO

from sixnimmt_site.processes import Command, NotReady, spawn, stop

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
FIRST_PAUSE = 0.5  # seconds before a dead child is started anew; doubles up to ...
LONGEST_PAUSE = 30.0
STEADY = 60.0  # a child that ran this long starts again with the first pause
PATIENCE = 15.0  # seconds a child may take to end


class Ended(Exception):
    """Somebody asked us to end."""


@dataclass(kw_only=True)
class Keeper:
    """One command and its current process."""

    command: Command
    process: subprocess.Popen[bytes] | None = None
    begun: float = 0.0
    pause: float = FIRST_PAUSE
    due: float | None = None
    rest: bytes = field(default=b"", repr=False)


class Supervisor:
    """Starts, watches and ends commands; ``record`` is told of each change of children."""

    def __init__(self, record: Callable[[list[tuple[int, int]]], None]) -> None:
        self._record = record
        self._keepers: list[Keeper] = []
        self._selector = selectors.DefaultSelector()
        self._asked_to_end = False
        self._width = 8
        self._listen()

    def _listen(self) -> None:
        """Let signals wake the loop through a pipe instead of interrupting it anywhere."""
        self._wakeup, write = os.pipe()
        for end in (self._wakeup, write):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        for number in ENDING:
            signal.signal(number, lambda *_: None)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._selector.register(self._wakeup, selectors.EVENT_READ, None)

    def say(self, words: str) -> None:
        """Print a line of our own."""
        self._print("site", words)

    def _print(self, name: str, line: str) -> None:
        try:
            print(f"{name:<{self._width}} | {line}", flush=True)
        except OSError:  # the terminal has gone; its SIGHUP follows
            sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115

    def start(
        self, command: Command, ready: Callable[[], bool] | None = None, seconds: float = 60
    ) -> None:
        """Start a command for good; with ``ready``, return only when that holds.

        Raises ``NotReady`` when it ends or ``seconds`` pass before that, and ``Ended``.
        """
        keeper = Keeper(command=command)
        self._keepers.append(keeper)
        self._spawn(keeper)
        deadline = time.monotonic() + seconds
        while ready is not None and not ready():
            self._turn(0.05, restart=False)
            if keeper.process is None:
                raise NotReady(f"{command.name} ended while starting; its words are above.")
            if time.monotonic() > deadline:
                raise NotReady(f"{command.name} is not ready after {seconds:g} seconds.")

    def once(self, command: Command) -> int:
        """Run a command to its end, watching the others meanwhile; return its exit status."""
        keeper = Keeper(command=command)
        process = self._spawn(keeper)
        self._keepers.append(keeper)
        try:
            while keeper.process is not None:
                self._turn(1.0, restart=True, mortal=keeper)
        finally:
            if keeper.process is not None:
                self._end(keeper)
            self._keepers.remove(keeper)
        return process.returncode

    def watch(self) -> None:
        """Keep all running until somebody asks to end (``Ended``)."""
        while True:
            self._turn(1.0, restart=True)

    def end_all(self) -> None:
        """End all children, the last started first."""
        for keeper in reversed(self._keepers):
            if keeper.process is not None:
                self._end(keeper)
        self._keepers.clear()
        self._record([])

    def _spawn(self, keeper: Keeper) -> subprocess.Popen[bytes]:
        keeper.process = process = spawn(keeper.command, subprocess.PIPE)
        keeper.begun, keeper.due = time.monotonic(), None
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        self._selector.register(process.stdout, selectors.EVENT_READ, keeper)
        self._note_children()
        return process

    def _note_children(self) -> None:
        living = [k for k in self._keepers if k.process is not None]
        self._record([(k.process.pid, int(k.command.stop_signal)) for k in living if k.process])

    def _turn(self, seconds: float, *, restart: bool, mortal: Keeper | None = None) -> None:
        """One round of the loop, at most ``seconds`` long; ``mortal`` is not started anew."""
        dues = [k.due - time.monotonic() for k in self._keepers if k.due is not None]
        self._read(max(0.0, min([seconds, *dues])))
        if self._asked_to_end:
            raise Ended
        for keeper in self._keepers:
            if keeper.process is not None and keeper.process.poll() is not None:
                self._bury(keeper, again=keeper is not mortal and restart)
            elif keeper.due is not None and keeper.due <= time.monotonic():
                self._spawn(keeper)

    def _read(self, seconds: float) -> None:
        """Read what children print and which signals came, for at most ``seconds``."""
        for key, _ in self._selector.select(seconds):
            if key.data is None:
                self._read_signals()
            else:
                self._read_output(key.data)

    def _read_signals(self) -> None:
        numbers = os.read(self._wakeup, 1024)
        self._asked_to_end = self._asked_to_end or any(n in ENDING for n in numbers)

    def _read_output(self, keeper: Keeper) -> None:
        assert keeper.process is not None and keeper.process.stdout is not None
        data = keeper.process.stdout.read(65536) or b""
        if not data:  # closed, though the process may live on
            self._selector.unregister(keeper.process.stdout)
        *lines, keeper.rest = (keeper.rest + data).split(b"\n")
        for line in lines:
            self._print(keeper.command.name, line.decode(errors="replace"))

    def _bury(self, keeper: Keeper, *, again: bool) -> None:
        """Note that a child ended by itself, and when to start it again."""
        process = self._close(keeper)
        if again:
            if time.monotonic() - keeper.begun > STEADY:
                keeper.pause = FIRST_PAUSE
            keeper.due = time.monotonic() + keeper.pause
            self.say(
                f"{keeper.command.name} {_how_it_ended(process.returncode)}; "
                f"starting it again in {keeper.pause:g} seconds."
            )
            keeper.pause = min(2 * keeper.pause, LONGEST_PAUSE)
        self._note_children()

    def _end(self, keeper: Keeper) -> None:
        """Ask one child to end and print its last words, for at most ``PATIENCE``."""
        assert keeper.process is not None
        deadline = time.monotonic() + PATIENCE
        keeper.process.send_signal(keeper.command.stop_signal)
        while keeper.process.poll() is None and time.monotonic() < deadline:
            self._read(0.1)
        self._close(keeper)
        self._note_children()

    def _close(self, keeper: Keeper) -> subprocess.Popen[bytes]:
        """Print what a dead child still had to say, and let go of it and its group."""
        process = keeper.process
        assert process is not None and process.stdout is not None
        stop(process, keeper.command.stop_signal, seconds=0)
        if self._is_read(process.stdout):
            self._read_output(keeper)
        if self._is_read(process.stdout):
            self._selector.unregister(process.stdout)
        process.stdout.close()
        if keeper.rest:
            self._print(keeper.command.name, keeper.rest.decode(errors="replace"))
        keeper.process, keeper.rest, keeper.due = None, b"", None
        return process

    def _is_read(self, pipe: IO[bytes]) -> bool:
        return pipe in [key.fileobj for key in self._selector.get_map().values()]


def _how_it_ended(status: int) -> str:
    if status < 0:
        return f"was killed by {signal.Signals(-status).name}"
    return f"ended by itself (status {status})"
