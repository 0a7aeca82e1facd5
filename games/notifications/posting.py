"""One POST to an address that somebody gave us: pinned, bounded, never led elsewhere.

The connection goes to the numbers that were checked; name and certificate stay those of the
address. No proxy of the environment, no redirect, no more than five seconds, four kilobytes of
answer.
"""

from __future__ import annotations

import contextlib
import email.utils
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, timedelta
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from time import monotonic
from urllib.parse import urlsplit

import certifi
from django.conf import settings
from django.utils import timezone

from games.notifications.addresses import Refused, Target, Unreachable, look_up, read
from games.notifications.sender import GiveUp, Retry, Unclear, one_line

SECONDS = 5.0  # for all of it
LONGEST_ANSWER = 4096  # bytes
LONGEST_WAIT = timedelta(days=1)


class Unanswered(Exception):
    """It was sent, and what became of it nobody said."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the other side said; ``text`` is the beginning of its body."""

    status: int
    retry_after: timedelta | None
    text: str

    @property
    def said(self) -> str:
        """Status and words, as one line of at most 200 characters."""
        return one_line(f"{self.status} {self.text}")[:200]

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_passing(self) -> bool:
        """Whether the same request may go well later."""
        return self.status in {408, 425, 429} or self.status >= 500


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send ``body``.

    Raises Refused (the address, for good), Unreachable (nothing was sent), Unanswered (it may have
    arrived).
    """
    target = read(url)
    ends = monotonic() + SECONDS
    numbers = look_up(target, SECONDS)
    said: type[Exception] = Unreachable
    try:
        with _connected(target, numbers, ends) as connection:
            said = Unanswered
            own = {"User-Agent": f"sixnimmt (+{settings.SITE_URL})"}
            connection.request("POST", target.path, body, own | dict(headers))
            answer = connection.getresponse()
            text = answer.read(LONGEST_ANSWER).decode(errors="replace")
            return Answer(answer.status, _wait(answer.headers.get("Retry-After")), text)
    except ssl.SSLCertVerificationError as error:
        raise said(f"certificate: {error.verify_message}") from error
    except (OSError, HTTPException) as error:
        reason = "too slow" if monotonic() >= ends else str(error) or type(error).__name__
        raise said(reason) from error


def host_in(url: str) -> str:
    """Host and port of an address: what hangs as one."""
    return urlsplit(url).netloc.rpartition("@")[2].lower()


@contextlib.contextmanager
def as_undelivered() -> Iterator[None]:
    """How a post can fail, in a sender's words (games.notifications.sender)."""
    try:
        yield
    except Refused as error:
        raise GiveUp(error) from error
    except Unreachable as error:
        raise Retry(error) from error
    except Unanswered as error:
        raise Unclear(error) from error


@contextlib.contextmanager
def _connected(target: Target, numbers: list[str], ends: float) -> Iterator[HTTPConnection]:
    """A connection to one of these numbers under the target's name; cut when the time is up."""
    plain = _open(numbers, target.port, ends)
    connection: HTTPConnection
    with contextlib.closing(_dressed(target, plain)) as line:
        guard = Timer(ends - monotonic(), _cut, [line])  # a timeout alone restarts with each byte
        guard.daemon = True
        guard.start()
        try:
            if isinstance(line, ssl.SSLSocket):
                line.do_handshake()
                connection = HTTPSConnection(target.host, target.port, context=tls())
            else:
                connection = HTTPConnection(target.host, target.port)
            connection.sock = line  # so it asks for no name and connects to nothing itself
            yield connection
        finally:
            guard.cancel()


def _open(numbers: list[str], port: int, ends: float) -> socket.socket:
    """A socket to the first number that takes it. Raises OSError."""
    problem: OSError = TimeoutError()
    for number in numbers:
        try:
            return socket.create_connection((number, port), timeout=max(0.1, ends - monotonic()))
        except OSError as error:
            problem = error
    raise problem


def _dressed(target: Target, plain: socket.socket) -> socket.socket:
    """The socket, in TLS where the address says so; no handshake yet."""
    if target.scheme != "https":
        return plain
    host = target.host.rstrip(".")
    return tls().wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)


@cache
def tls() -> ssl.SSLContext:
    """Trusts what the machine trusts (SSL_CERT_FILE included) and certifi's list."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _cut(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        socket.socket.shutdown(line, socket.SHUT_RDWR)


def _wait(value: str | None) -> timedelta | None:
    """A Retry-After header: seconds or a date (RFC 9110, 10.2.3), a day at most; None: nonsense."""
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        wait = timedelta(seconds=min(int(value[:9]), 86400))
    else:
        try:
            moment = email.utils.parsedate_to_datetime(value)
        except (ValueError, OverflowError):
            return None
        wait = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - timezone.now()
    return min(max(wait, timedelta(0)), LONGEST_WAIT)
