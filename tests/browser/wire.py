"""A telephone line between a browser and the site: it can be cut, or fall silent."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Self

CHUNK = 65_536


class Wire:
    """Forwards TCP to ``port`` on this machine; ``url`` is where it is picked up."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        self._talking = threading.Event()
        self._talking.set()
        self._is_cut = False
        self._lines: set[socket.socket] = set()

    def __enter__(self) -> Self:
        threading.Thread(target=self._answer, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.cut()
        self._talking.set()
        # Closing alone does not wake the thread that waits for the next call.
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def cut(self) -> None:
        """Every connection breaks, and no new one comes about."""
        self._is_cut = True
        for line in tuple(self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def silence(self) -> None:
        """Connections stay, but nothing comes through: a phone in its pocket."""
        self._talking.clear()

    def mend(self) -> None:
        """New connections come about and everything goes through again."""
        self._is_cut = False
        self._talking.set()

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                caller = self._server.accept()[0]
                if self._is_cut:
                    caller.close()
                else:
                    threading.Thread(target=self._connect, args=(caller,), daemon=True).start()

    def _connect(self, caller: socket.socket) -> None:
        try:
            site = socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            caller.close()
            return
        self._lines |= {caller, site}
        back = threading.Thread(target=self._pump, args=(site, caller), daemon=True)
        back.start()
        self._pump(caller, site)
        back.join()
        for line in (caller, site):
            self._lines.discard(line)
            line.close()

    def _pump(self, source: socket.socket, drain: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                self._talking.wait()
                drain.sendall(data)
        for line in (source, drain):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
