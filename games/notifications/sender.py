"""What a channel must be able to do, and how a sending can end other than well."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from accounts.models import User
from games.models import Delivery, Game

Send = Callable[[Delivery], None]
SHARED = "table "  # begins the name of an endpoint that belongs to a table and to no person
LEASE = timedelta(minutes=5)  # a sending older than this was cut off: far above every timeout
MAYBE = "May have arrived: "  # begins the error of what was sent without an answer


def one_line(text: str) -> str:
    """What somebody outside said, as one line that can be stored and shown (no control signs)."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


class Undelivered(Exception):
    """Base: ``str(error)`` is kept on the delivery for the admin; it never holds a card."""

    def __init__(self, error: object) -> None:
        super().__init__(one_line(str(error)))


class Retry(Undelivered):
    """Surely not delivered, and worth another try: after ``after``, or a growing while."""

    def __init__(self, error: object, after: timedelta | None = None) -> None:
        super().__init__(error)
        self.after = after


class Down(Retry):
    """The whole channel is out of order: nobody's fault, so no try counts, and this batch ends."""


class Unclear(Undelivered):
    """It may or may not have arrived (the connection broke before the answer)."""


class GiveUp(Undelivered):
    """It will never arrive: no address there, not understood, not wanted."""


class Sender(ABC):
    """One channel. Registered in games.notifications.channels."""

    # Whether a delivery that may have arrived is sent once more: true where the receiver folds
    # two copies into one, or where a lost one costs more than a second one.
    repeatable = False

    @abstractmethod
    def endpoints(self, user: User, game: Game | None) -> list[str]:
        """Where this person is reached about this game: one delivery for each (40 characters)."""

    def endpoints_of(self, users: Iterable[User]) -> dict[int, list[str]]:
        """The same for many people at once, by their keys; in one query where that is possible."""
        return {user.pk: self.endpoints(user, None) for user in users}

    def shared_endpoints(self, game: Game | None) -> list[str]:
        """Where the table itself is told of; each name begins with SHARED.

        Once for each thing that happened, whoever was told of it: nobody's wishes, sleep or
        presence hold there.
        """
        return []

    def shared_why_not(self, delivery: Delivery) -> str:
        """Why a delivery to a shared endpoint must not be sent any more; "" when it may."""
        return "This channel shares nothing."

    def host_of(self, delivery: Delivery) -> str:
        """The host a delivery goes to, where each may hang for itself; "" where all go one way."""
        return ""

    @abstractmethod
    def send(self, delivery: Delivery) -> None:
        """Send one delivery (its notification with user and game is loaded).

        Raises Retry, Down, Unclear, GiveUp. Whatever else it raises counts as Retry and is logged.
        """

    @contextmanager
    def batch(self) -> Iterator[Send]:
        """What sends the deliveries of one run: for channels that keep a connection open."""
        yield self.send
