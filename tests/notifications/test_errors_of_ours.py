"""An error of ours in one person's message stops none of the others (field report B-09)."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Notification
from games.notifications import letter, letters
from games.notifications.daily import send_digests
from games.notifications.events import Event
from games.notifications.planning import plan_deliveries
from games.notifications.sending import MAX_ATTEMPTS
from games.services.reaching import set_hours
from tests.games import cast
from tests.notifications.clock import Clock
from tests.notifications.mail_server import MailServer
from tests.notifications.post import fates, letter_of, post_round

pytestmark = pytest.mark.django_db


def test_an_error_of_ours_in_one_letter_stops_none_of_the_others(
    mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field report B-09: kept with its error, tried again, the others are sent."""
    users = alice, *_others = cast.people(4)
    real = letter.letter_about

    def broken(notification: Notification) -> Any:
        if notification.user_id == alice.pk:
            raise ZeroDivisionError("a bug")
        return real(notification)

    monkeypatch.setattr(letters, "letter_about", broken)
    cast.running_game(list(users))
    assert post_round() == 3
    delivery = letter_of(alice)
    assert (delivery.state, delivery.error) == ("waiting", "ZeroDivisionError: a bug")
    assert delivery.next_at > timezone.now()


@pytest.mark.parametrize("broken", [{"subject": "nonsense"}, {"subject": "turn x"}])
def test_what_we_cannot_even_look_at_stops_none_of_the_others(
    mail: MailServer, clock: Clock, broken: dict[str, str]
) -> None:
    """Field report B-09: the whole run ended there, at each run again, for every channel."""
    alice, bob = cast.people(2)
    cast.running_game([alice, bob], pace_seconds=14 * 86_400)
    plan_deliveries()
    Notification.objects.filter(user=alice, event=Event.YOUR_TURN).update(**broken)
    assert post_round() == 1
    assert mail.recipients == [bob.email]
    delivery = letter_of(alice)
    assert (delivery.state, delivery.attempts) == ("waiting", 1)
    assert "Error: " in delivery.error
    for _hour in range(MAX_ATTEMPTS):
        clock.pass_by(hours=2)
        post_round()
    assert fates(alice, Event.YOUR_TURN) == ["failed"]


def test_an_error_of_ours_in_one_daily_letter_stops_none_of_the_others(
    mail: MailServer, clock: Clock
) -> None:
    """Field report B-09."""
    alice, bob = cast.people(2)
    for user in (alice, bob):
        set_hours(user=user, quiet_from=None, quiet_until=None, digest_at=time(8))
    cast.running_game([alice, bob])
    post_round()
    User.objects.filter(pk=alice.pk).update(time_zone="Nowhere/Pasture")
    clock.go_to(datetime(2026, 12, 2, 8, tzinfo=UTC))
    assert send_digests() == 1
    assert mail.recipients == [bob.email]


def test_what_cannot_be_planned_stops_none_of_the_others(mail: MailServer, clock: Clock) -> None:
    """The same batch failed at every run; now an admin sees the one that cannot be planned."""
    alice, bob = cast.people(2)
    set_hours(user=alice, quiet_from=None, quiet_until=None, digest_at=time(8))
    User.objects.filter(pk=alice.pk).update(time_zone="Nowhere/Pasture")
    cast.running_game([alice, bob])
    assert post_round() == 1
    assert mail.recipients == [bob.email]
    assert fates(alice, Event.YOUR_TURN) == ["failed"]
    assert letter_of(alice).error.startswith("Not planned: ZoneInfoNotFoundError")
    assert not Notification.objects.filter(planned_at=None).exists()
