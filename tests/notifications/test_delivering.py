"""What becomes of a delivery, whatever the mail server does (games.notifications.sending)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Game, Notification, Reach
from games.notifications import sending
from games.notifications.channels import CHANNELS
from games.notifications.events import Channel, Event
from games.notifications.letters import Letters
from games.notifications.planning import plan_deliveries
from games.notifications.sending import MAX_ATTEMPTS, deliver_due
from tests.games import cast
from tests.notifications.clock import Clock
from tests.notifications.mail_server import MailServer
from tests.notifications.post import fates, letter_of, post_round
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def test_planning_and_sending_again_and_again_sends_once(mail: MailServer) -> None:
    """Field reports B-05, C-09."""
    alice, bob = cast.people(2)
    cast.running_game([alice, bob])
    assert [post_round() for _time in range(5)] == [2, 0, 0, 0, 0]
    assert sorted(mail.recipients) == [alice.email, bob.email]
    assert not Notification.objects.filter(planned_at=None).exists()


def test_one_refused_address_stops_none_of_the_others(mail: MailServer) -> None:
    """Field report C-19."""
    users = cast.people(10)
    mail.refusals[users[2].email] = "550 5.7.1 we do not relay"
    cast.running_game(users)
    assert post_round() == 9
    assert len(mail.letters) == 9
    assert mail.connections == 1
    assert "5.7.1" in letter_of(users[2]).error
    assert fates(users[2], Event.YOUR_TURN) == ["failed"]
    assert not Reach.objects.filter(bounced_at__isnull=False).exists()


def test_an_address_that_does_not_exist_gets_no_further_letter(mail: MailServer) -> None:
    """Field report C-22."""
    alice, bob = cast.people(2)
    mail.refusals[alice.email] = "550 5.1.1 no such user"
    game = cast.running_game([alice, bob])
    post_round()
    reach = Reach.objects.get(user=alice)
    assert reach.bounced_at is not None
    assert "no such user" in reach.bounce_note
    mail.refusals.clear()
    cast.play_lowest(game, [alice, bob])
    assert post_round() == 1
    assert alice.email not in mail.recipients


def test_a_passing_refusal_is_tried_again_after_growing_whiles(
    mail: MailServer, clock: Clock
) -> None:
    alice, bob = cast.people(2)
    mail.refusals[alice.email] = "451 4.7.1 greylisted"
    cast.running_game([alice, bob], pace_seconds=14 * 86_400)
    post_round()
    waits = []
    while (delivery := letter_of(alice)).state == Delivery.State.WAITING:
        waits.append((delivery.next_at - clock.now).total_seconds())
        clock.go_to(delivery.next_at - timedelta(seconds=1))
        assert post_round() == 0
        clock.pass_by(seconds=1)
        post_round()
    assert delivery.state == Delivery.State.FAILED
    assert delivery.attempts == MAX_ATTEMPTS
    assert "greylisted" in delivery.error
    for number, wait in enumerate(waits):
        assert 0.75 <= wait / min(30 * 2**number, 3600) <= 1.25


def test_a_letter_that_is_taken_in_the_end_is_sent(mail: MailServer, clock: Clock) -> None:
    alice, bob = cast.people(2)
    mail.refusals[alice.email] = "451 4.7.1 greylisted"
    cast.running_game([alice, bob])
    post_round()
    mail.refusals.clear()
    clock.pass_by(minutes=1)
    assert post_round() == 1
    assert fates(alice, Event.YOUR_TURN) == ["sent"]
    assert letter_of(alice).error == ""


def test_a_mail_server_that_is_down_costs_no_letter(settings: Any, clock: Clock) -> None:
    """However long it lasts: what is still true then is sent, once."""
    alice, bob = cast.people(2)
    server = MailServer()
    with server.listening(settings):
        pass  # the port is known, and nobody listens
    cast.running_game([alice, bob], pace_seconds=14 * 86_400)
    for _hour in range(3 * MAX_ATTEMPTS):
        post_round()
        clock.pass_by(hours=2)
    assert fates(alice, Event.YOUR_TURN) == ["waiting"]
    assert "cannot be reached" in letter_of(alice).error
    with server.listening(settings):
        post_round()
        clock.pass_by(hours=2)
        post_round()
    assert sorted(server.recipients) == [alice.email, bob.email]


def test_a_line_cut_before_the_answer_costs_one_more_letter_at_the_most(
    mail: MailServer, clock: Clock
) -> None:
    """Field report C-18: the server has it, we do not know; both copies have one Message-ID."""
    alice, bob = cast.people(2)
    bob.email = ""
    bob.save()
    mail.hang_up = 99
    cast.running_game([alice, bob])
    for _time in range(5):
        post_round()
        clock.pass_by(hours=2)
    assert len(mail.letters) == 2
    assert len({letter["Message-ID"] for letter in mail.letters}) == 1
    assert fates(alice, Event.YOUR_TURN) == ["failed"]
    assert letter_of(alice).error.startswith("May have arrived: ")


def test_the_attempt_is_recorded_before_the_letter_leaves(
    mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = cast.people(2)
    seen = []

    def look(delivery: Delivery, send: Any) -> bool:
        seen.append((Delivery.objects.get(pk=delivery.pk).state, letter_of(alice).attempts))
        raise KeyboardInterrupt

    monkeypatch.setattr(sending, "attempt", look)
    cast.running_game([alice, bob])
    with pytest.raises(KeyboardInterrupt):
        post_round()
    assert seen[0][0] == "sending"
    assert Delivery.objects.filter(state="sending", attempts=1).count() == 1


def test_a_worker_killed_while_sending_is_made_up_for_once(mail: MailServer, clock: Clock) -> None:
    alice, bob = cast.people(2)
    cast.running_game([alice, bob])
    plan_deliveries()
    for _kill in range(3):
        cut_off = Delivery.objects.filter(notification__user=alice, state="waiting")
        for delivery in cut_off:
            assert sending.claim(delivery, clock.now)
        deliver_due(Channel.EMAIL)
        assert alice.email not in mail.recipients
        clock.pass_by(minutes=6)
        if fates(alice, Event.YOUR_TURN) == ["sending"]:
            deliver_due(Channel.EMAIL)
    assert fates(alice, Event.YOUR_TURN) == ["failed"]
    assert letter_of(alice).attempts == 2


def test_a_claimed_delivery_cannot_be_claimed_again() -> None:
    alice, bob = cast.people(2)
    cast.running_game([alice, bob])
    plan_deliveries()
    now = timezone.now()
    assert sending.claim(letter_of(alice), now)
    assert not sending.claim(letter_of(alice), now)


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_send_each_letter_once(mail: MailServer) -> None:
    """Field reports C-07, C-09, C-11."""
    users = cast.people(10)
    cast.running_game(users)
    at_once([plan_deliveries] * 4)
    at_once([partial(deliver_due, Channel.EMAIL)] * 4)
    deliver_due(Channel.EMAIL)
    assert sorted(mail.recipients) == sorted(user.email for user in users)


class TwoBoxes(Letters):
    def endpoints(self, user: User, game: Game | None) -> list[str]:
        return ["left", "right"]

    def endpoints_of(self, users: Iterable[User]) -> dict[int, list[str]]:
        return {user.pk: self.endpoints(user, None) for user in users}


def test_every_endpoint_has_its_own_delivery(monkeypatch: pytest.MonkeyPatch) -> None:
    """Field report B-02: two devices get one each; the same device is not told twice."""
    monkeypatch.setitem(CHANNELS, Channel.EMAIL, TwoBoxes())
    alice, bob = cast.people(2)
    cast.running_game([alice, bob])
    plan_deliveries()
    plan_deliveries()
    asked = Delivery.objects.filter(notification__user=alice, state="waiting", channel="email")
    assert sorted(asked.values_list("endpoint", flat=True)) == ["left", "right"]


def test_planning_takes_the_same_number_of_queries_for_any_number_of_people() -> None:
    counts = []
    for size in (2, 10):
        users = [cast.person(f"{name}{size}") for name in cast.NAMES[:size]]
        cast.running_game(users)
        with CaptureQueriesContext(connection) as queries:
            plan_deliveries()
        counts.append(len([q for q in queries if "games_reach" not in q["sql"]]))
    assert counts[1] - counts[0] <= 8 * len(CHANNELS)


def test_a_channel_that_hangs_takes_turns_with_the_others(
    mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow channel is left after its slice, with more to send, and comes back for it."""
    alice, bob = cast.people(2)
    cast.running_game([alice, bob])
    plan_deliveries()
    order = []

    def batch(channel: Channel, until: float, _slow: object) -> tuple[int, bool]:
        order.append(channel)
        return 1, channel == Channel.EMAIL and order.count(channel) < 3

    monkeypatch.setattr(sending, "_deliver_batch", batch)
    assert deliver_due(Channel.EMAIL, Channel.PUSH) == 4
    assert order == [Channel.EMAIL, Channel.PUSH, Channel.EMAIL, Channel.EMAIL]
