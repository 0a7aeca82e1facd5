"""Addresses that people gave us: which of them the site may call, and where they lead.

Somebody's hook or push endpoint must not become our hand inside our own network. So an address is
looked up once, everything the name leads to must be public, and the caller connects to exactly
the numbers found here (games.notifications.posting): a name that leads elsewhere a moment later
changes nothing. ``WEBHOOK_ALLOW_PRIVATE`` lifts both rules, for a site in a network of its own.
"""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from queue import Empty, SimpleQueue
from threading import Thread
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

UNSAFE = re.compile(r"[^\x21-\x7e]|\\")  # blanks, control characters, what a client would rewrite
NAME = re.compile(r"[A-Za-z0-9_.-]+")
LOWEST_FREE_PORT = 1024
UNICAST = ip_network("2000::/3")  # all that is public in IPv6
TRANSLATED = ip_network("64:ff9b::/96")  # an IPv4 address as networks with IPv6 only show it
TUNNELS = (ip_network("2002::/16"), ip_network("192.88.99.0/24"))  # other addresses inside
# Of IANA's registries of special addresses, what Python learned late (3.11.10) or not yet.
UNLISTED = (ip_network("192.0.0.0/24"), ip_network("3fff::/20"))
PORTS = {"https": 443, "http": 80}
SECONDS = 5.0  # for a name to be found


class Refused(Exception):
    """We will not call this address; the message is a sentence for whoever gave it."""


class Unreachable(Exception):
    """Nobody answers there now; it may be different later."""


@dataclass(frozen=True, slots=True)
class Target:
    """A read address: ``path`` with its query, ``host`` a name or a literal without brackets."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port as RFC 6454 writes them: what a VAPID signature is made for."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"


def read(url: str) -> Target:
    """The parts of an address. Raises Refused when it is none we would ever call."""
    try:
        parts = urlsplit("" if UNSAFE.search(url) else url)
        port = parts.port
    except ValueError:
        raise Refused(_("That is not a web address.")) from None
    schemes = ("https", "http") if settings.WEBHOOK_ALLOW_PRIVATE else ("https",)
    host = parts.hostname or ""
    if not host or not (NAME.fullmatch(host) or _is_number(host)):
        raise Refused(_("That is not a web address."))
    if parts.scheme not in schemes:
        raise Refused(_("The address must begin with https://."))
    if "@" in parts.netloc:
        raise Refused(_("The address must not hold a name or a password."))
    port = PORTS[parts.scheme] if port is None else port
    if port not in PORTS.values() and port < LOWEST_FREE_PORT:
        raise Refused(_("That port is not one for the web."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, path)


def look_up(target: Target, seconds: float = SECONDS) -> list[str]:
    """The numbers this target leads to, best first; for as long as this at the most.

    Raises Refused when any of them is not public, Unreachable when there are none now. Both say the
    same, so that nobody learns which names our own network knows.
    """
    sentence = _("%(host)s cannot be found on the public internet.") % {"host": target.host}
    numbers = _found(target, seconds)
    if not numbers:
        raise Unreachable(sentence)
    if not settings.WEBHOOK_ALLOW_PRIVATE and not all(map(is_public, numbers)):
        raise Refused(sentence)
    return numbers


def _found(target: Target, seconds: float) -> list[str]:
    """What the system's resolver says in time; nothing if it says so, or nothing yet.

    The resolver cannot be hurried, and whose name it is decides how long it takes: it is asked by a
    thread that nobody waits for any longer.
    """
    answers: SimpleQueue[list[str]] = SimpleQueue()

    def ask() -> None:
        numbers: list[str] = []
        with suppress(OSError, UnicodeError):
            found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
            numbers = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        answers.put(numbers)

    Thread(target=ask, daemon=True).start()
    try:
        return answers.get(timeout=max(0.0, seconds))
    except Empty:
        return []


def is_public(number: str) -> bool:
    """Whether an IP address is one of the open internet: nobody's own, no tunnel, no group."""
    ip: IPv4Address | IPv6Address = ip_address(number)
    if ip in TRANSLATED:
        ip = IPv4Address(int(ip) & 0xFFFF_FFFF)
    if isinstance(ip, IPv6Address) and ip not in UNICAST:
        return False
    if any(ip in special for special in TUNNELS + UNLISTED):
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
