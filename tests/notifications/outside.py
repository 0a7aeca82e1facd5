"""The outside world of the tests: real servers on this machine that keep what they were sent."""

from __future__ import annotations

import contextlib
import datetime as dt
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Letter:
    """A request that arrived; header names in lower case."""

    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Receiver:
    """A server that answers ``status`` (with ``headers`` and ``answer``) to each POST."""

    status: int = 200
    statuses: dict[str, int] = field(default_factory=dict)  # of single paths
    headers: dict[str, str] = field(default_factory=dict)
    answer: bytes = b"thanks"
    drip: float = 0.0  # seconds between the bytes of the answer
    wait: float = 0.0  # seconds before it answers at all
    letters: list[Letter] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)  # asked for in TLS
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @contextlib.contextmanager
    def listening(self, tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
        server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        if tls is not None:
            tls.sni_callback = lambda _line, name, _context: self.names.append(name)
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        self.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _handler(receiver) -> type[BaseHTTPRequestHandler]:  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.letters.append(Letter(self.path, headers, body))
                time.sleep(receiver.wait)
                self.send_response(receiver.statuses.get(self.path, receiver.status))
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(receiver.answer)))
                self.end_headers()
                with contextlib.suppress(OSError):  # whoever asked may have hung up
                    self.say()

            def say(self) -> None:
                if not receiver.drip:
                    self.wfile.write(receiver.answer)
                    return
                for byte in receiver.answer:
                    self.wfile.write(bytes([byte]))
                    time.sleep(receiver.drip)

            def log_message(self, *args: object) -> None:
                pass

        return Handler


class Names:
    """A resolver of our own: each name's answers in turn (the last one stays); counts questions."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answers: dict[str, list[list[str]]] = {}
        self.asked: list[str] = []
        self._real: Callable[..., Any] = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", self._look_up)

    def say(self, name: str, *answers: list[str]) -> None:
        self.answers[name] = list(answers)

    def _look_up(self, host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        if host not in self.answers:
            return self._real(host, port, *args, **kwargs)
        self.asked.append(host)
        answers = self.answers[host]
        numbers = answers.pop(0) if len(answers) > 1 else answers[0]
        return [
            (socket.AF_INET6 if ":" in number else socket.AF_INET, 1, 6, "", (number, port))
            for number in numbers
        ]


def certificate_for(name: str, folder: Path) -> tuple[ssl.SSLContext, Path]:
    """A server's TLS with a self-signed certificate for this name, and the file to trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    trusted, private = folder / "trusted.pem", folder / "private.pem"
    trusted.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(trusted, private)
    return server, trusted
