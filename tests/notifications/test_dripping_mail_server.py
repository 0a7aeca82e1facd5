"""A mail server that answers byte by byte holds a letter up for a while and nobody for ever."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from games.notifications.events import Channel
from games.notifications.mailing import Post
from games.notifications.sender import Down, Retry, Unclear
from games.notifications.sending import deliver_due
from sixnimmt_site import smtp
from tests.games import cast
from tests.notifications.mail_server import MailServer
from tests.notifications.post import fates, letter_of, post_round

SLOW = 0.05  # seconds between two bytes: far below EMAIL_TIMEOUT
LIMIT = 0.6
ANSWERS = (b"220 hello\r\n", b"250 hello\r\n", b"250 ok\r\n", b"250 ok\r\n", b"354 go on\r\n")


@contextmanager
def dripping(settings: Any, quick: int, last: bytes = b"") -> Iterator[None]:
    """A server whose first ``quick`` answers come at once, and the next one never ends.

    With ``last`` that is the next one, and the line ends.
    """
    settings.EMAIL_BACKEND = "sixnimmt_site.smtp.EmailBackend"
    closing, server = Event(), socket.create_server(("127.0.0.1", 0))
    settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()

    def drip(line: socket.socket) -> None:
        with line, suppress(OSError):
            for answer in ANSWERS[:quick]:
                line.sendall(answer)
                line.recv(4096)
            line.sendall(last)
            while not last and not closing.wait(SLOW):
                line.sendall(b"2")

    def answer() -> None:
        with suppress(OSError):
            while True:
                Thread(target=drip, args=(server.accept()[0],), daemon=True).start()

    Thread(target=answer, daemon=True).start()
    try:
        yield
    finally:
        closing.set()
        server.shutdown(socket.SHUT_RDWR)
        server.close()


@pytest.fixture(autouse=True)
def limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "SECONDS", LIMIT)


def letter() -> EmailMessage:
    return EmailMessage("A turn", "Play.", to=["alice@example.org"])


@pytest.mark.parametrize(
    ("quick", "meaning"), [(0, Down), (1, Down), (2, Down), (3, Retry), (4, Retry), (5, Unclear)]
)
def test_whatever_never_ends_is_ended(settings: Any, quick: int, meaning: type[Exception]) -> None:
    """The greeting, the introduction, whom it is from and for, the answer to the letter itself.

    A server that is ill costs nobody's letter; only what was handed over may have arrived.
    """
    began, post = monotonic(), Post()
    with dripping(settings, quick), pytest.raises(meaning, match=r"too slow: 0\.6 s are up"):
        post.send(letter())
    assert LIMIT * 0.9 < monotonic() - began < LIMIT + 5


@pytest.mark.parametrize("word", [b"2", b"25", b"250-ok"])
def test_an_answer_cut_off_says_neither_yes_nor_no(settings: Any, word: bytes) -> None:
    """It may have arrived, so it is not tried again and again (field report C-18)."""
    with dripping(settings, 5, last=word), pytest.raises(Unclear):
        Post().send(letter())


def test_a_handshake_that_never_ends_is_ended(settings: Any) -> None:
    settings.EMAIL_USE_SSL = True
    began = monotonic()
    with dripping(settings, 0), pytest.raises(Down):
        Post().send(letter())
    assert monotonic() - began < LIMIT + 5


@pytest.mark.django_db
def test_other_peoples_letters_leave_once_the_server_is_well(settings: Any) -> None:
    alice, bob = cast.people(2)
    cast.running_game([alice, bob])
    began = monotonic()
    with dripping(settings, 0):
        assert post_round() == 0
    assert monotonic() - began < LIMIT + 10
    assert fates(alice, "your_turn") == fates(bob, "your_turn") == ["waiting"]
    assert "too slow" in letter_of(alice).error + letter_of(bob).error
    with MailServer().listening(settings) as well:
        assert deliver_due(Channel.EMAIL) == 1  # whose letter was not tried
        assert len(well.letters) == 1


@pytest.mark.django_db
def test_a_page_that_sends_a_letter_comes_back(settings: Any, client: Client) -> None:
    alice = cast.person("Alice")
    began = monotonic()
    with dripping(settings, 0):
        answer = client.post("/accounts/password/reset/", {"email": alice.email}, follow=True)
    assert monotonic() - began < LIMIT + 10
    assert "We could not send a mail just now" in answer.content.decode()


def test_a_connection_that_ends_well_leaves_nothing_behind(settings: Any) -> None:
    with MailServer().listening(settings) as well:
        post = Post()
        post.send(letter())
        guard = post._connection.connection._guard
        post.close()
        guard.join(5)
        assert not guard.is_alive()
        assert len(well.letters) == 1
