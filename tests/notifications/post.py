"""The post office's rounds in tests: plan, send, and what became of it."""

from __future__ import annotations

from email.message import EmailMessage

from accounts.models import User
from games.models import Delivery, Game
from games.notifications.events import Channel
from games.notifications.planning import plan_deliveries
from games.notifications.sending import deliver_due
from tests.games import cast
from tests.notifications.mail_server import MailServer

ROWS = [[10], [20], [30], [40]]
ALICES = [3, 12, 21, 33, 44, 55, 66, 70, 85, 101]
BOBS = [5, 13, 22, 34, 45, 56, 67, 71, 86, 102]


def table(**fields: str) -> tuple[User, User, Game]:
    """Alice and Bob with known cards."""
    alice, bob = cast.person("Alice", **fields), cast.person("Bob")
    game = cast.running_game([alice, bob])
    cast.stack(game, ROWS, {"Alice": ALICES, "Bob": BOBS})
    return alice, bob, game


def to(mail: MailServer, user: User) -> list[EmailMessage]:
    """This person's letters, oldest first."""
    return [letter for letter in mail.letters if letter["To"] == user.email]


def post_round() -> int:
    """Plan and send what is due by mail; how many letters were sent."""
    plan_deliveries()
    sent = deliver_due(Channel.EMAIL)
    assert sent is not None
    return sent


def fates(user: User, event: str = "") -> list[str]:
    """The states of this person's letters, oldest first."""
    mine = Delivery.objects.filter(notification__user=user, channel=Channel.EMAIL)
    if event:
        mine = mine.filter(notification__event=event)
    return list(mine.order_by("pk").values_list("state", flat=True))


def letter_of(user: User, event: str = "") -> Delivery:
    """This person's newest letter."""
    mine = Delivery.objects.filter(notification__user=user, channel=Channel.EMAIL)
    if event:
        mine = mine.filter(notification__event=event)
    return mine.latest("pk")
