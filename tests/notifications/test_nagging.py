"""Nobody is nagged for nothing: what is held, dropped, collapsed, muted."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from redis.exceptions import ConnectionError as Away

from games.models import GameMute, Preference, Reach
from games.notifications.events import Channel, Event
from games.notifications.planning import plan_deliveries
from games.notifications.presence import is_present, seen
from games.notifications.sending import deliver_due
from games.services.leaving import resign
from games.services.moderating import moderate
from games.services.personal_time import set_personal_time
from games.services.reaching import set_hours
from games.services.sweeping import remind
from tests.games import cast
from tests.notifications.clock import Clock
from tests.notifications.mail_server import MailServer
from tests.notifications.post import fates, letter_of, post_round

pytestmark = pytest.mark.django_db


def test_after_a_stopped_worker_only_the_present_turn_is_told(mail: MailServer) -> None:
    """Field report B-01."""
    users = alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    for _turn in range(3):
        cast.play_lowest(game, list(users))
    post_round()
    for user in users:
        mine = [letter for letter in mail.letters if letter["To"] == user.email]
        assert [letter["Subject"] for letter in mine] == ["Your turn: Friday herd"]


def test_who_has_picked_meanwhile_is_not_told(mail: MailServer) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    plan_deliveries()
    cast.pick(game, alice, cast.hand_of(game, alice)[0], "cheapest")
    deliver_due(Channel.EMAIL)
    assert mail.recipients == [bob.email]
    assert letter_of(alice).error == "Not true any more."


def test_the_start_and_the_first_turn_are_one_letter(mail: MailServer) -> None:
    alice, bob = cast.people(2)
    cast.running_game([alice, bob])
    post_round()
    assert fates(alice, Event.STARTED) == ["dropped"]
    assert fates(alice, Event.YOUR_TURN) == ["sent"]


def test_an_end_is_told_once_however_often_the_notifier_runs(mail: MailServer) -> None:
    """Field report B-05."""
    users = alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], end="rounds")
    cast.play_round(game, list(users))
    for _time in range(5):
        post_round()
    ends = [one for one in mail.letters if one["Subject"] == "A game is over: Friday herd"]
    assert sorted(one["To"] for one in ends) == [alice.email, bob.email]


def test_who_left_hears_nothing_more(mail: MailServer) -> None:
    """Field report B-08."""
    users = _alice, bob, charlie = cast.people(3)
    game = cast.running_game(list(users))
    post_round()
    mail.recipients.clear()
    cast.play_lowest(game, list(users))
    plan_deliveries()
    resign(game_id=game.pk, user=charlie)
    post_round()
    assert charlie.email not in mail.recipients
    assert bob.email in mail.recipients


def test_a_muted_game_tells_nothing_others_do(mail: MailServer) -> None:
    alice, bob = cast.people(2)
    quiet = cast.running_game([alice, bob], name="Quiet")
    cast.running_game([alice, bob], name="Loud")
    GameMute.objects.create(user=alice, game=quiet)
    post_round()
    mine = [letter["Subject"] for letter in mail.letters if letter["To"] == alice.email]
    assert mine == ["Your turn: Loud"]


def test_a_cell_that_is_off_sends_nothing_even_if_it_was_on_at_planning(mail: MailServer) -> None:
    alice, bob = cast.people(2)
    cast.running_game([alice, bob])
    plan_deliveries()
    cell = {"event": Event.YOUR_TURN, "channel": Channel.EMAIL}
    Preference.objects.create(user=alice, wanted=False, **cell)
    deliver_due(Channel.EMAIL)
    assert mail.recipients == [bob.email]
    assert letter_of(alice).error == "Not wanted any more."


def test_letters_wait_for_the_end_of_the_quiet_hours(mail: MailServer, clock: Clock) -> None:
    alice, bob = cast.person("Alice", time_zone="Europe/Berlin"), cast.person("Bob")
    Reach.objects.create(user=alice, quiet_from=time(22), quiet_until=time(8))
    clock.go_to(datetime(2026, 12, 1, 21, 30, tzinfo=UTC))  # 22:30 in Berlin
    cast.running_game([alice, bob])
    post_round()
    assert mail.recipients == [bob.email]
    assert letter_of(alice).next_at == datetime(2026, 12, 2, 7, tzinfo=UTC)
    clock.go_to(datetime(2026, 12, 2, 6, 59, tzinfo=UTC))
    assert post_round() == 0
    clock.pass_by(minutes=1)
    assert post_round() == 1
    assert mail.recipients == [bob.email, alice.email]


def test_quiet_hours_or_sleep_that_are_given_up_hold_nothing_any_more(
    mail: MailServer, clock: Clock
) -> None:
    """(In the clock's noon; the letter waited for the end that the hours had had.)"""
    alice, bob = cast.people(2)
    hours = {"quiet_from": time(11), "quiet_until": time(23), "digest_at": None}
    set_hours(user=alice, **hours)
    set_personal_time(user=bob, time_zone="UTC", sleep_from=time(11), sleep_until=time(20))
    cast.running_game([alice, bob])
    assert post_round() == 0
    set_hours(user=alice, **hours | {"quiet_until": time(22)})
    assert post_round() == 0
    assert letter_of(alice).next_at == datetime(2026, 12, 1, 22, tzinfo=UTC)
    set_hours(user=alice, quiet_from=None, quiet_until=None, digest_at=None)
    assert post_round() == 1
    set_personal_time(user=bob, time_zone="UTC", sleep_from=None, sleep_until=None)
    assert post_round() == 1
    assert mail.recipients == [alice.email, bob.email]


def test_letters_wait_for_the_end_of_sleep_and_quiet_hours_together(
    mail: MailServer, clock: Clock
) -> None:
    alice = cast.person("Alice", sleep_from=time(23), sleep_until=time(7))
    Reach.objects.create(user=alice, quiet_from=time(6), quiet_until=time(9))
    clock.go_to(datetime(2026, 12, 1, 23, 30, tzinfo=UTC))
    cast.running_game([alice, cast.person("Bob")])
    post_round()
    assert letter_of(alice).next_at == datetime(2026, 12, 2, 9, tzinfo=UTC)


def test_a_reminder_takes_the_place_of_a_nudge_that_still_waits(
    mail: MailServer, clock: Clock
) -> None:
    alice, bob = cast.people(2)
    Reach.objects.create(user=alice, quiet_from=time(12), quiet_until=time(13))
    game = cast.running_game([alice, bob])
    post_round()
    due = game.dues.get(seat__user=alice, settled_at=None)
    due.remind_at = clock.now
    due.save()
    remind([due.pk])
    clock.pass_by(hours=1)
    post_round()
    mine = [letter["Subject"] for letter in mail.letters if letter["To"] == alice.email]
    assert mine == ["Little time left: Friday herd"]
    assert letter_of(alice, Event.YOUR_TURN).error == "A newer message about this game."


def test_who_is_active_at_the_table_is_nudged_a_minute_later_if_still_needed(
    mail: MailServer, clock: Clock
) -> None:
    """Field report B-03."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    seen(alice.pk, game.pk)
    post_round()
    assert mail.recipients == [bob.email]
    assert letter_of(alice).next_at == clock.now + timedelta(seconds=60)
    cache.clear()  # the minute is over, and the page is only open
    clock.pass_by(seconds=60)
    post_round()
    assert mail.recipients == [bob.email, alice.email]


def test_being_active_at_another_table_suppresses_nothing(mail: MailServer) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    other = cast.running_game([alice, bob])
    seen(alice.pk, other.pk)
    post_round()
    told = [letter["References"] for letter in mail.letters if letter["To"] == alice.email]
    assert told == [f"<game-{game.pk}@127.0.0.1>"]


def test_the_end_of_a_game_is_told_although_one_is_at_the_table(mail: MailServer) -> None:
    users = alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], end="rounds")
    cast.play_round(game, list(users))
    seen(alice.pk, game.pk)
    post_round()
    assert fates(alice, Event.GAME_OVER) == ["sent"]


def test_without_the_cache_nobody_counts_as_present(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: Any, **_kwargs: Any) -> None:
        raise Away("gone")

    monkeypatch.setattr(cache, "get", away)
    monkeypatch.setattr(cache, "set", away)
    seen(1, 1)
    assert not is_present(1, 1)


def test_a_paused_game_asks_nobody_until_it_goes_on(mail: MailServer, clock: Clock) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    judge = cast.person("Judge", is_superuser=True)
    moderate(game_id=game.pk, moderator=judge, action="pause", reason="A quarrel")
    post_round()
    assert fates(alice, Event.YOUR_TURN) == ["waiting"]
    assert fates(alice, Event.MODERATION) == ["sent"]
    moderate(game_id=game.pk, moderator=judge, action="resume", reason="Peace")
    post_round()
    assert fates(alice, Event.YOUR_TURN) == ["sent"]


def test_a_closed_account_gets_nothing(mail: MailServer) -> None:
    alice, bob = cast.people(2)
    cast.running_game([alice, bob])
    alice.is_active = False
    alice.save()
    post_round()
    assert mail.recipients == [bob.email]
