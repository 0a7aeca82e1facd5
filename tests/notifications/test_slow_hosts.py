"""A host that hangs holds the courier up once, not once for each message."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Game, Webhook
from games.notifications import posting, slow
from games.services.hooks import add_hook
from tests.notifications.hooks import post_round
from tests.notifications.outside import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lan")]


def test_what_else_goes_to_a_host_that_hangs_waits_and_everybody_else_is_served(
    game: Game,
    alice: User,
    bob: User,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    monkeypatch.setattr(slow, "SLOW_SECONDS", 0.2)
    receiver.wait = 1.0
    for path in ("/one", "/two", "/three"):
        add_hook(user=alice, kind=Webhook.Kind.JSON, url=receiver.url + path)
    with Receiver().listening() as good:
        add_hook(user=bob, kind=Webhook.Kind.JSON, url=good.url)
        post_round()
        assert {letter.path for letter in receiver.letters} == {"/hook/one"}
        assert good.letters
    asked = Delivery.objects.filter(channel="webhook", notification__user=alice)
    hers = asked.exclude(state="dropped")  # of the start, which the question makes superfluous
    waiting = hers.filter(state="waiting", next_at__gt=timezone.now())
    assert waiting.count() == hers.count() > 2
    assert waiting.filter(attempts=0).count() == hers.count() - 1
