"""The daily letter wakes nobody: sleep and quiet hours hold it (games.notifications.digest)."""

from __future__ import annotations

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from games.notifications.daily import send_digests
from games.services.personal_time import set_personal_time
from games.services.reaching import set_hours
from tests.games import cast
from tests.notifications.clock import Clock
from tests.notifications.mail_server import MailServer

pytestmark = pytest.mark.django_db

BERLIN = "Europe/Berlin"


def reader_at(hour: time) -> User:
    """Alice in Berlin, who wants her letter at this hour."""
    alice = cast.person("Alice", time_zone=BERLIN)
    set_hours(user=alice, quiet_from=None, quiet_until=None, digest_at=hour)
    return alice


@pytest.mark.parametrize("hour", [time(23, 30), time(3), time(6, 59)])
def test_a_daily_letter_wakes_nobody_and_comes_each_morning(
    mail: MailServer, clock: Clock, hour: time
) -> None:
    """The hour lies in Alice's sleep, which she has chosen later: no nudge falls into it."""
    alice = reader_at(hour)
    set_personal_time(user=alice, time_zone=BERLIN, sleep_from=time(23), sleep_until=time(7))
    cast.running_game([alice, cast.person("Bob")], pace_seconds=14 * 86_400)
    sent = []
    for _half_hour in range(2 * 72):
        clock.pass_by(minutes=30)
        if send_digests():
            sent.append(clock.now.astimezone(ZoneInfo(BERLIN)))
    mornings = [f"{at:%d %H:%M}" for at in sent if at.day > 1]  # on the first it may be made up for
    assert mornings == ["02 07:00", "03 07:00", "04 07:00"]
    assert all(time(7) <= at.time() < time(23) for at in sent)


def test_quiet_hours_hold_the_daily_letter_too(mail: MailServer, clock: Clock) -> None:
    alice = reader_at(time(8))
    hours = {"quiet_from": time(6), "quiet_until": time(9, 30), "digest_at": time(8)}
    set_hours(user=alice, **hours)
    cast.running_game([alice, cast.person("Bob")], pace_seconds=14 * 86_400)
    clock.go_to(datetime(2026, 12, 2, 8, tzinfo=UTC))
    assert send_digests() == 0
    clock.pass_by(minutes=30)
    assert send_digests() == 1
