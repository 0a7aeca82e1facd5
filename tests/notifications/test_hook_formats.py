"""What Discord, Slack and programs read."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Webhook
from games.notifications.webhooks import Webhooks
from games.services.hooks import add_hook
from tests.games.cast import running_game
from tests.notifications.hooks import data, news, send
from tests.notifications.outside import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lan")]
Kind = Webhook.Kind


def test_a_program_gets_signed_json(game: Game, alice: User, receiver: Receiver) -> None:
    hook = add_hook(user=alice, kind=Kind.JSON, url=receiver.url)
    send(news(alice), str(hook.pk))
    letter = receiver.letters[0]
    stamp = letter.headers["x-sixnimmt-timestamp"]
    signed = hmac.new(hook.secret.encode(), f"{stamp}.".encode() + letter.body, hashlib.sha256)
    assert letter.headers["x-sixnimmt-signature"] == f"sha256={signed.hexdigest()}"
    assert abs(timezone.now().timestamp() - int(stamp)) < 60
    assert letter.headers["x-sixnimmt-event"] == "your_turn"
    told = data(letter)
    assert told["id"] == letter.headers["idempotency-key"]
    assert told["person"] == "Alice"
    assert told["game"] == {"id": game.pk, "name": "Friday herd"}
    assert told["url"].endswith(f"/games/{game.pk}/")


def test_the_same_message_sent_again_has_the_same_key(
    game: Game, alice: User, receiver: Receiver
) -> None:
    hook = add_hook(user=alice, kind=Kind.JSON, url=receiver.url)
    delivery = send(news(alice), str(hook.pk))
    Webhooks().send(delivery)
    first, second = (letter.headers["idempotency-key"] for letter in receiver.letters)
    assert first == second


def test_each_hook_has_a_secret_of_its_own(alice: User, receiver: Receiver) -> None:
    one = add_hook(user=alice, kind=Kind.JSON, url=receiver.url)
    other = add_hook(user=alice, kind=Kind.JSON, url=receiver.url + "/2")
    assert one.secret != other.secret


def test_discord_pings_nobody_and_reads_no_marks(
    alice: User, bob: User, receiver: Receiver
) -> None:
    running_game([alice, bob], name="@everyone [win](https://evil.example)")
    hook = add_hook(user=alice, kind=Kind.DISCORD, url=receiver.url)
    send(news(alice), str(hook.pk))
    told = data(receiver.letters[0])
    assert told["allowed_mentions"] == {"parse": []}
    title = told["embeds"][0]["title"]
    assert title.startswith("Alice: Your turn: @everyone")
    assert "[win]" not in title
    assert "\\[win\\](https:" in title


def test_slack_gets_its_three_signs_escaped(alice: User, bob: User, receiver: Receiver) -> None:
    game = running_game([alice, bob], name="<!channel> & | friends")
    hook = add_hook(user=alice, kind=Kind.SLACK, url=receiver.url)
    send(news(alice), str(hook.pk))
    told = data(receiver.letters[0])
    assert "<!channel>" not in told["text"]
    assert "&lt;!channel&gt; &amp;" in told["text"]
    link = told["blocks"][0]["text"]["text"]
    assert link.count("|") == 1
    assert link.startswith("*<http")
    assert f"/games/{game.pk}/|" in link
