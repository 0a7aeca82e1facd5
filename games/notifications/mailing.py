"""The way to the mail server: one connection a batch, and what its answers mean."""

from __future__ import annotations

from smtplib import (
    SMTPException,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)
from typing import Any

from django.core.mail import EmailMessage, get_connection

from games.notifications.sender import Down, GiveUp, Retry, Unclear, Undelivered
from sixnimmt_site.smtp import Progress

REFUSALS = 400  # what begins here refuses; of an answer cut off, smtplib makes what it can
CLOSING = 421  # the server is about to hang up on everybody


class Refused(GiveUp):
    """The server will not take this letter, ever."""

    @property
    def is_dead_address(self) -> bool:
        """Whether the server says that the address itself is wrong (RFC 3463: class 5.1).

        Other refusals (relaying, content, policy) say nothing about the person's address.
        """
        return " 5.1." in str(self)


class Post:
    """A connection that is opened for the first letter and kept for those after it."""

    def __init__(self) -> None:
        self._connection: Any = None

    def send(self, message: EmailMessage) -> None:
        """Hand a letter to the server. Raises Down, Retry, Unclear, GiveUp (Refused)."""
        try:
            self._make_ready()
        except (SMTPException, OSError) as error:
            self.close()
            raise Down(f"The mail server cannot be reached: {error}") from error
        try:
            self._connection.send_messages([message])
        except (SMTPServerDisconnected, TimeoutError, ConnectionError) as error:
            raise self._lost(error) from error
        except (SMTPException, OSError) as error:
            raise self._meaning(error) from error

    def _make_ready(self) -> None:
        """Open the connection; a kept one that died meanwhile is opened anew."""
        server = getattr(self._connection, "connection", None)  # an smtplib.SMTP, with SMTP
        if server is not None:
            try:
                server.noop()
            except (SMTPException, OSError):
                self.close()
        if self._connection is None:
            self._connection = get_connection()
            self._connection.open()

    def _lost(self, how: object) -> Undelivered:
        """What it means that the connection is gone: it depends on how far the letter was."""
        server = getattr(self._connection, "connection", None)
        progress = getattr(server, "progress", Progress.HANDING_OVER)
        self.close()
        meaning = {
            Progress.TALKING: Down,
            Progress.ADDRESSING: Retry,
            Progress.HANDING_OVER: Unclear,
        }[progress]
        return meaning(f"The mail server hung up: {how}")

    def _meaning(self, error: Exception) -> Exception:
        if isinstance(error, SMTPRecipientsRefused):
            code, said = next(iter(error.recipients.values()))
        elif isinstance(error, SMTPResponseException):
            code, said = error.smtp_code, _bytes(error.smtp_error)
        elif isinstance(error, SMTPNotSupportedError):
            return GiveUp(str(error))
        else:
            return Retry(f"{type(error).__name__}: {error}")
        text = f"{code} {said.decode(errors='replace')}".replace("\n", " ")
        if code == CLOSING or (isinstance(error, SMTPSenderRefused) and code >= 500):
            self.close()
            return Down(text)
        if code < REFUSALS:
            return self._lost(f"in the middle of a word, {text}")
        return Refused(text) if code >= 500 else Retry(text)

    def close(self) -> None:
        """Say goodbye, if there is still somebody to say it to."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except (SMTPException, OSError):
                return


def _bytes(words: bytes | str) -> bytes:
    return words.encode() if isinstance(words, str) else words
