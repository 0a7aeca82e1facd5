"""What a hook answers, and what becomes of the message and of the hook."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.models import Game, Notification, Webhook
from games.notifications.events import Event
from games.notifications.hook_words import Post
from games.notifications.sender import GiveUp, Retry, Unclear, Undelivered
from games.notifications.webhooks import Webhooks, call
from games.services.hooks import add_hook, try_hook
from tests.games.doors import browser
from tests.notifications.hooks import news, send
from tests.notifications.mail_server import MailServer, html_of, text_of
from tests.notifications.outside import Receiver
from tests.notifications.post import post_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lan")]
Kind = Webhook.Kind


@pytest.mark.parametrize(
    ("status", "end"),
    [(429, Retry), (500, Retry), (503, Retry), (302, GiveUp), (400, GiveUp), (404, GiveUp)],
)
def test_a_bad_answer_is_noted_at_the_hook(
    game: Game, alice: User, receiver: Receiver, status: int, end: type[Exception]
) -> None:
    hook = add_hook(user=alice, kind=Kind.DISCORD, url=receiver.url)
    receiver.status, receiver.answer = status, b"no such bull"
    receiver.headers = {"Retry-After": "9", "Location": receiver.url}
    with pytest.raises(end) as caught:
        send(news(alice), str(hook.pk))
    assert str(caught.value) == f"{status} no such bull"
    assert getattr(caught.value, "after", None) == (timedelta(seconds=9) if end is Retry else None)
    hook.refresh_from_db()
    assert (hook.note, hook.off_at) == (f"{status} no such bull", None)
    assert hook.failing_since is not None
    assert len(receiver.letters) == 1


def test_a_success_forgets_the_failures(game: Game, alice: User, receiver: Receiver) -> None:
    hook = add_hook(user=alice, kind=Kind.SLACK, url=receiver.url)
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=30), note="500")
    send(news(alice), str(hook.pk))
    hook.refresh_from_db()
    assert hook.failing_since is None
    assert (hook.note, hook.off_at) == ("", None)


@pytest.mark.parametrize(("hours", "is_off"), [(23, False), (25, True)])
def test_after_a_day_of_failures_a_hook_is_switched_off_with_a_note(
    game: Game, alice: User, receiver: Receiver, hours: int, is_off: bool
) -> None:
    hook = add_hook(user=alice, kind=Kind.SLACK, url=receiver.url)
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=hours))
    receiver.status, receiver.answer = 500, b"out to pasture"
    with pytest.raises(Retry):
        send(news(alice), str(hook.pk))
    hook.refresh_from_db()
    assert (hook.off_at is not None) == is_off
    assert hook.note == "500 out to pasture"
    assert Webhooks().endpoints(alice, game) == ([] if is_off else [str(hook.pk)])


def test_a_hook_that_says_it_is_gone_is_switched_off_at_once(
    game: Game, alice: User, receiver: Receiver
) -> None:
    hook = add_hook(user=alice, kind=Kind.JSON, url=receiver.url)
    receiver.status = 410
    with pytest.raises(GiveUp):
        send(news(alice), str(hook.pk))
    hook.refresh_from_db()
    assert hook.off_at is not None


def test_a_test_that_works_switches_a_hook_on_again(alice: User, receiver: Receiver) -> None:
    hook = add_hook(user=alice, kind=Kind.JSON, url=receiver.url)
    Webhook.objects.update(off_at=timezone.now(), failing_since=timezone.now(), note="500")
    receiver.status = 500
    assert try_hook(user=alice, hook_id=hook.pk) == "500 thanks"
    hook.refresh_from_db()
    assert hook.off_at is not None
    receiver.status = 204
    receiver.answer = b""
    assert try_hook(user=alice, hook_id=hook.pk) == ""
    hook.refresh_from_db()
    assert hook.off_at is None
    assert (hook.failing_since, hook.note) == (None, "")


def test_one_bad_hook_does_not_touch_the_other(game: Game, alice: User, receiver: Receiver) -> None:
    good = add_hook(user=alice, kind=Kind.JSON, url=receiver.url)
    with Receiver().listening() as away:
        bad = add_hook(user=alice, kind=Kind.JSON, url=away.url)
    with pytest.raises(Retry):
        send(news(alice), str(bad.pk))
    send(news(alice), str(good.pk))
    assert len(receiver.letters) == 1
    good.refresh_from_db()
    assert good.failing_since is None


@pytest.mark.parametrize(("kind", "end"), [(Kind.JSON, Retry), (Kind.DISCORD, Unclear)])
def test_without_an_answer_only_a_program_gets_it_again(
    game: Game,
    alice: User,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    end: type[Exception],
) -> None:
    monkeypatch.setattr("games.notifications.posting.SECONDS", 0.3)
    hook = add_hook(user=alice, kind=kind, url=receiver.url)
    receiver.wait = 0.8
    with pytest.raises(end):
        send(news(alice), str(hook.pk))


def test_a_hook_that_leads_home_by_now_is_not_called(
    game: Game, alice: User, receiver: Receiver, settings: Settings
) -> None:
    hook = add_hook(user=alice, kind=Kind.JSON, url=receiver.url)
    settings.WEBHOOK_ALLOW_PRIVATE = False
    with pytest.raises(GiveUp):
        send(news(alice), str(hook.pk))
    assert receiver.letters == []


@pytest.mark.parametrize("status", [410, 500])
def test_its_owner_is_told_once_that_a_hook_was_switched_off(
    mail: MailServer, game: Game, alice: User, receiver: Receiver, status: int
) -> None:
    hook = add_hook(user=alice, kind=Kind.SLACK, url=receiver.url)
    post_round()
    mail.letters.clear()
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=25))
    receiver.status = status
    for _time in range(3):
        with pytest.raises(Undelivered):
            call(hook, Post(event="x", title="x", sentence="x", url="x"), key="x")
        post_round()
    assert Notification.objects.filter(user=alice, event=Event.HOOK_OFF).count() == 1
    told = [letter for letter in mail.letters if "webhook" in str(letter["Subject"])]
    assert [letter["To"] for letter in told] == [alice.email]
    assert "127.0.0.1" in text_of(told[0])
    assert "/accounts/hooks/" in text_of(told[0])
    assert "/hook\r" not in text_of(told[0])  # its path is a secret
    assert "To your webhooks" in html_of(told[0])


def test_who_opened_a_table_finds_its_hooks_there(game: Game, alice: User, bob: User) -> None:
    link = f"/games/{game.pk}/hooks/"
    for user, is_there in ((alice, True), (bob, False)):
        assert (link in browser(user).get(f"/games/{game.pk}/").content.decode()) is is_there
