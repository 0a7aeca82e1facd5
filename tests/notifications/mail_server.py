"""A real SMTP server in a thread, which keeps what arrives and answers as it is told."""

from __future__ import annotations

import asyncio
import email
import email.policy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.ports import free_port

GOOD = "250 OK"


@dataclass
class MailServer:
    """``letters`` in the order accepted; ``refusals``: what to say to a recipient, by address."""

    letters: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)
    hang_up: int = 0  # so many letters are kept, and the line is cut before the answer
    connections: int = 0
    port: int = 0

    async def handle_EHLO(  # noqa: N802 - aiosmtpd names its hooks so
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, answers: list[str]
    ) -> list[str]:
        session.host_name = hostname
        self.connections += 1
        return answers

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refusals:
            return self.refusals[address]
        envelope.rcpt_tos.append(address)
        return GOOD

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content
        assert isinstance(content, bytes)
        letter = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        self.recipients += envelope.rcpt_tos
        if self.hang_up:
            self.hang_up -= 1
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        return GOOD

    @contextmanager
    def listening(self, settings: Any) -> Iterator[MailServer]:
        """Listen, and let Django send its mail here."""
        self.port = free_port()
        controller = Controller(self, hostname="127.0.0.1", port=self.port)
        controller.start()
        settings.EMAIL_BACKEND = "sixnimmt_site.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", self.port
        try:
            yield self
        finally:
            controller.stop()


def text_of(letter: EmailMessage) -> str:
    """The plain text of a letter."""
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(letter: EmailMessage) -> str:
    """The HTML of a letter."""
    part = letter.get_body(("html",))
    assert part is not None
    return str(part.get_content())
