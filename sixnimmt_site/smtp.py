"""Django's way to a mail server, with an end: a connection lasts a minute at the most.

``EMAIL_TIMEOUT`` holds for each wait alone and begins anew with every byte, so a server that
answers byte by byte would keep whoever sends (the courier, a page) for hours.
"""

from __future__ import annotations

import contextlib
import smtplib
import socket
from enum import Enum, auto
from threading import Timer
from time import monotonic
from typing import Any

from django.core.mail.backends import smtp

SECONDS = 60.0  # for all of it: the greeting, the letters of a batch (seconds each), the goodbye


GO_ON = 354  # the server takes the letter itself now


class Progress(Enum):
    """How far a connection has come: what it means when it is lost now."""

    TALKING = auto()  # nobody's letter: it is the server
    ADDRESSING = auto()  # a letter that surely has not arrived
    HANDING_OVER = auto()  # one that may have


class EmailBackend(smtp.EmailBackend):
    """As Django's; a connection whose time is up raises SMTPServerDisconnected."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _BoundedSSL if self.use_ssl else _Bounded


class _Bounded(smtplib.SMTP):
    """Cut when its time is up, whatever it is waiting for, a handshake included."""

    progress = Progress.TALKING

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        # Called by the constructor, which already waits for the greeting.
        line: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]
        self._ends = monotonic() + SECONDS
        self._handle = line.dup()  # TLS takes the socket itself over
        self._guard = Timer(SECONDS, _cut, [self._handle])
        self._guard.daemon = True
        self._guard.start()
        return line

    def putcmd(self, cmd: str, args: str = "") -> None:
        if cmd.lower() in ("rcpt", "data"):
            self.progress = Progress.ADDRESSING
        elif cmd.lower() != "rset":  # which smtplib says after an answer it does not like
            self.progress = Progress.TALKING
        super().putcmd(cmd, args)

    def getreply(self) -> tuple[int, bytes]:
        try:
            answer = super().getreply()
        except smtplib.SMTPServerDisconnected:
            if monotonic() < self._ends:
                raise
        else:
            if monotonic() < self._ends:
                if answer[0] == GO_ON:
                    self.progress = Progress.HANDING_OVER
                return answer
        self.close()  # what there is of an answer that was cut off is none
        raise smtplib.SMTPServerDisconnected(f"too slow: {SECONDS:g} s are up")

    def close(self) -> None:
        super().close()
        if hasattr(self, "_guard"):
            self._guard.cancel()
            self._handle.close()


class _BoundedSSL(smtplib.SMTP_SSL, _Bounded):
    """The same in TLS from the first byte: ``SMTP_SSL`` dresses the socket it is given here."""


def _cut(handle: Any) -> None:
    with contextlib.suppress(OSError):
        handle.shutdown(socket.SHUT_RDWR)
    handle.close()
