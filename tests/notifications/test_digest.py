"""The daily letter (games.notifications.digest, games.notifications.daily)."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from games.models import Delivery, GameMute
from games.notifications import daily
from games.notifications.daily import send_digests
from games.notifications.events import Channel, Event
from games.services.reaching import no_more_letters, set_hours
from tests.games import cast
from tests.notifications.clock import Clock
from tests.notifications.mail_server import MailServer, html_of, text_of
from tests.notifications.post import fates, letter_of, post_round
from tests.threads import at_once

pytestmark = pytest.mark.django_db

BERLIN = "Europe/Berlin"
EIGHT = datetime(2026, 12, 2, 7, tzinfo=UTC)  # in Berlin, the morning after the tests' noon


def daily_at(user: User, hour: time | None) -> None:
    set_hours(user=user, quiet_from=None, quiet_until=None, digest_at=hour)


def reader(hour: time = time(8)) -> User:
    """Alice in Berlin, who wants one letter a day."""
    alice = cast.person("Alice", time_zone=BERLIN)
    daily_at(alice, hour)
    return alice


def subjects(mail: MailServer, user: User) -> list[str]:
    return [str(letter["Subject"]) for letter in mail.letters if letter["To"] == user.email]


def test_twelve_games_are_one_letter_with_twelve_links(mail: MailServer, clock: Clock) -> None:
    """Field report B-04: at the chosen local hour, and none at once."""
    alice, bob = reader(), cast.person("Bob")
    games = [cast.running_game([alice, bob], name=f"Herd {n}") for n in range(12)]
    post_round()
    clock.go_to(EIGHT - timedelta(seconds=1))
    send_digests()
    post_round()
    assert subjects(mail, alice) == []
    clock.go_to(EIGHT)
    send_digests()
    assert subjects(mail, alice) == ["12 games wait for you"]
    letter = mail.letters[-1]
    for game in games:
        link = f"http://127.0.0.1:8000/games/{game.pk}/"
        assert link in text_of(letter)
        assert f'href="{link}"' in html_of(letter)
    assert "until Thu 3 Dec, 13:00 (Europe/Berlin)" in text_of(letter)
    for _time in range(3):
        send_digests()
        post_round()
    assert len(subjects(mail, alice)) == 1


@pytest.mark.parametrize("hour", [time(2, 30), time(8)])
@pytest.mark.parametrize(
    "day", [datetime(2026, 3, 28, tzinfo=UTC), datetime(2026, 10, 24, tzinfo=UTC)]
)
def test_each_local_day_has_one_letter_when_the_clocks_change(
    mail: MailServer, clock: Clock, day: datetime, hour: time
) -> None:
    """Field report C-12: 02:30 is skipped in March and comes twice in October."""
    clock.go_to(day - timedelta(hours=12))
    alice = reader(hour)
    cast.running_game([alice, cast.person("Bob")], pace_seconds=14 * 86_400)
    days = []
    for _minute in range(0, 72 * 60, 30):
        clock.pass_by(minutes=30)
        if send_digests():
            days.append(clock.now.astimezone(ZoneInfo(BERLIN)).date())
    assert len(days) == len(set(days)) == 3
    assert days == [days[0] + timedelta(days=n) for n in range(3)]


def test_nothing_waits_nothing_is_sent(mail: MailServer, clock: Clock) -> None:
    alice = reader()
    game = cast.running_game([alice, cast.person("Bob")])
    cast.pick(game, alice, cast.hand_of(game, alice)[0], "cheapest")
    post_round()
    clock.go_to(EIGHT)
    send_digests()
    assert subjects(mail, alice) == []
    assert set(fates(alice)) == {"dropped"}


def test_what_happened_is_told_once(mail: MailServer, clock: Clock) -> None:
    alice, bob = reader(), cast.person("Bob")
    game = cast.running_game([alice, bob], end="rounds")
    cast.play_round(game, [alice, bob])
    post_round()
    for _day in range(2):
        clock.go_to(EIGHT + timedelta(days=_day))
        send_digests()
    assert subjects(mail, alice) == ["Your games today"]
    assert "A game is over: Friday herd" in text_of(mail.letters[-1])
    assert fates(alice, Event.GAME_OVER) == ["sent"]


def test_a_muted_game_and_a_kind_turned_off_are_not_in_it(mail: MailServer, clock: Clock) -> None:
    alice, bob = reader(), cast.person("Bob")
    quiet = cast.running_game([alice, bob], name="Quiet")
    cast.running_game([alice, bob], name="Loud")
    GameMute.objects.create(user=alice, game=quiet)
    clock.go_to(EIGHT)
    send_digests()
    assert subjects(mail, alice) == ["1 game waits for you"]
    assert "Quiet" not in text_of(mail.letters[-1])
    no_more_letters(user=alice, events=list(Event))
    clock.pass_by(days=1)
    send_digests()
    assert len(subjects(mail, alice)) == 1


def test_an_hour_that_has_passed_counts_from_tomorrow(mail: MailServer, clock: Clock) -> None:
    clock.go_to(EIGHT + timedelta(hours=3))
    alice = reader()
    cast.running_game([alice, cast.person("Bob")])
    assert send_digests() == 0
    clock.pass_by(hours=21)
    assert send_digests() == 1
    daily_at(alice, time(20))  # a day that has had its letter gets no second one
    clock.pass_by(hours=12)
    assert send_digests() == 0


def test_without_the_daily_letter_what_waited_for_it_goes_at_once(
    mail: MailServer, clock: Clock
) -> None:
    alice = reader()
    cast.running_game([alice, cast.person("Bob")])
    post_round()
    assert subjects(mail, alice) == []
    daily_at(alice, None)
    post_round()
    assert subjects(mail, alice) == ["Your turn: Friday herd"]


def test_a_mail_server_that_is_down_postpones_the_letter(settings: Any, clock: Clock) -> None:
    alice, server = reader(), MailServer()
    with server.listening(settings):
        pass
    cast.running_game([alice, cast.person("Bob")])
    post_round()
    clock.go_to(EIGHT)
    assert send_digests() == 0
    assert "cannot be reached" in letter_of(alice, Event.YOUR_TURN).error
    with server.listening(settings):
        clock.pass_by(minutes=1)
        assert send_digests() == 1
    assert server.recipients == [alice.email]


def test_one_refused_address_stops_no_other_daily_letter(mail: MailServer, clock: Clock) -> None:
    users = cast.people(3)
    for user in users:
        daily_at(user, time(8))
    cast.running_game(users)
    post_round()
    mail.refusals[users[0].email] = "550 5.1.1 no such user"
    clock.go_to(EIGHT + timedelta(hours=1))
    assert send_digests() == 2
    users[0].reach.refresh_from_db()
    assert users[0].reach.bounced_at is not None


def test_a_line_cut_before_the_answer_costs_one_more_letter_at_the_most(
    mail: MailServer, clock: Clock
) -> None:
    """Field report C-18."""
    alice = reader()
    cast.running_game([alice, cast.person("Bob")])
    post_round()
    mail.letters.clear()
    mail.hang_up = 99
    clock.go_to(EIGHT)
    for _time in range(4):
        send_digests()
        clock.pass_by(minutes=5)
    assert len(mail.letters) == 2
    assert len({letter["Message-ID"] for letter in mail.letters}) == 1


def test_a_worker_killed_while_sending_is_made_up_for(
    mail: MailServer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = reader()
    cast.running_game([alice, cast.person("Bob")])
    post_round()
    clock.go_to(EIGHT)

    def killed(*_args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(daily, "daily_letter", killed)
        with pytest.raises(KeyboardInterrupt):
            send_digests()
    assert fates(alice, Event.YOUR_TURN) == ["sending"]
    assert send_digests() == 0
    clock.pass_by(minutes=6)
    assert send_digests() == 1
    assert subjects(mail, alice) == ["1 game waits for you"]


@pytest.mark.django_db(transaction=True)
def test_two_beats_send_one_letter(mail: MailServer, clock: Clock) -> None:
    """Field report C-09."""
    alice = reader()
    cast.running_game([alice, cast.person("Bob")])
    post_round()
    clock.go_to(EIGHT)
    assert sum(at_once([send_digests] * 4)) == 1
    assert subjects(mail, alice) == ["1 game waits for you"]
    digests = Delivery.objects.filter(channel=Channel.EMAIL, endpoint="digest")
    assert set(digests.values_list("state", flat=True)) == {"dropped", "sent"}


def test_a_worker_killed_before_it_has_the_news_leaves_the_day_unclaimed(
    mail: MailServer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The day was claimed alone, and nothing was there to find it by: no letter until tomorrow."""
    alice, bob = reader(), cast.person("Bob")
    cast.running_game([alice, bob])
    post_round()
    clock.go_to(EIGHT)

    def killed(_user: User) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(daily, "_claim_news", killed)
        with pytest.raises(SystemExit):
            send_digests()
    send_digests()
    assert subjects(mail, alice) == ["1 game waits for you"]


@pytest.mark.django_db(transaction=True)
def test_a_letter_of_nothing_but_games_told_before_is_made_up_for_too(
    mail: MailServer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its worker was killed, and no delivery of its own says so: the claim of the day does."""
    alice = reader()
    cast.running_game([alice, cast.person("Bob")], pace_seconds=14 * 86_400)
    post_round()
    clock.go_to(EIGHT)
    assert send_digests() == 1
    clock.go_to(EIGHT + timedelta(days=1))

    def killed(*_args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(daily, "daily_letter", killed)
        with pytest.raises(KeyboardInterrupt):
            send_digests()
    assert send_digests() == 0
    clock.pass_by(minutes=6)
    assert [send_digests() for _time in range(3)] == [1, 0, 0]
    assert subjects(mail, alice) == ["1 game waits for you"] * 2


def test_a_line_cut_costs_one_more_letter_also_when_nothing_is_new(
    mail: MailServer, clock: Clock
) -> None:
    alice = reader()
    cast.running_game([alice, cast.person("Bob")], pace_seconds=14 * 86_400)
    post_round()
    clock.go_to(EIGHT)
    send_digests()
    mail.letters.clear()
    mail.hang_up = 99
    clock.go_to(EIGHT + timedelta(days=1))
    for _time in range(4):
        send_digests()
        clock.pass_by(minutes=6)
    assert len(mail.letters) == 2
    assert len({letter["Message-ID"] for letter in mail.letters}) == 1
