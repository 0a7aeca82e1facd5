"""Webhooks: a person's own, and a table's for everybody who reads that channel."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.languages import in_language_of
from accounts.models import User
from games.models import Delivery, Game, Webhook
from games.notifications.events import Event
from games.notifications.hook_formats import request_of
from games.notifications.hook_tables import endpoint_of, hook_at, table_hooks, told_already
from games.notifications.hook_words import Post, about_table, has_passed, to_person
from games.notifications.posting import as_undelivered, host_in, post
from games.notifications.sender import GiveUp, Retry, Sender, Unclear, Undelivered
from games.notifications.telling import tell

FAILING_FOR = timedelta(days=1)  # then a hook is switched off
GONE = 410
LONGEST_NOTE = 200
Kind = Webhook.Kind


class Webhooks(Sender):
    """A chat shows a second copy, so what may have arrived is not repeated there; a program knows
    copies by their Idempotency-Key."""

    def endpoints(self, user: User, game: Game | None) -> list[str]:
        """The person's own hooks that are not switched off."""
        own = Webhook.objects.filter(user=user, game=None, off_at=None).order_by("pk")
        return [str(pk) for pk in own.values_list("pk", flat=True)]

    def endpoints_of(self, users: Iterable[User]) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {user.pk: [] for user in users}
        own = Webhook.objects.filter(user__in=found, game=None, off_at=None).order_by("pk")
        for user, hook in own.values_list("user", "pk"):
            found[user].append(str(hook))
        return found

    def shared_endpoints(self, game: Game | None) -> list[str]:
        """The hooks of the table itself."""
        return [endpoint_of(hook) for hook in table_hooks().filter(game=game)]

    def shared_why_not(self, delivery: Delivery) -> str:
        if delivery.endpoint not in self.shared_endpoints(delivery.notification.game):
            return "The address is gone."
        return "Not true any more." if has_passed(delivery.notification) else ""

    def host_of(self, delivery: Delivery) -> str:
        hook = hook_at(delivery.endpoint)
        return host_in(hook.url) if hook is not None else ""

    def send(self, delivery: Delivery) -> None:
        hook = hook_at(delivery.endpoint)
        if hook is None:
            raise GiveUp("The hook was removed or switched off.")
        if told_already(hook, delivery):
            return
        notification = delivery.notification
        with in_language_of(hook.user):
            about = to_person(notification) if hook.game_id is None else about_table(notification)
        call(hook, about, key=f"{hook.pk}-{notification.pk}")


def call(hook: Webhook, about: Post, *, key: str) -> None:
    """Post to a hook and keep its health. Raises Retry, Unclear, GiveUp."""
    body, headers = request_of(hook, about, key=key, now=timezone.now())
    try:
        with as_undelivered():
            answer = post(hook.url, body, headers)
        if answer.status == GONE:
            switch_off(hook, answer.said)
        if answer.is_passing:
            raise Retry(answer.said, answer.retry_after)
        if not answer.is_good:
            raise GiveUp(answer.said)
    except Unclear as error:
        failed(hook, str(error))
        if hook.kind == Kind.JSON:
            raise Retry(error) from error
        raise
    except Undelivered as error:
        failed(hook, str(error))
        raise
    Webhook.objects.filter(pk=hook.pk).update(failing_since=None, note="")


def failed(hook: Webhook, error: str) -> None:
    """Note a failure; after a day without a success the hook is switched off."""
    now, note = timezone.now(), error[:LONGEST_NOTE]
    alive = Webhook.objects.filter(pk=hook.pk, off_at=None)
    alive.filter(failing_since=None).update(failing_since=now)
    alive.update(note=note)
    if alive.filter(failing_since__lte=now - FAILING_FOR).exists():
        switch_off(hook, error)


def switch_off(hook: Webhook, error: str) -> None:
    """Post there no more, and tell its owner once: by the bell and whatever way they chose."""
    now = timezone.now()
    with transaction.atomic():
        alive = Webhook.objects.filter(pk=hook.pk, off_at=None)
        if alive.update(off_at=now, note=error[:LONGEST_NOTE]):
            data: dict[str, object] = {"host": host_in(hook.url), "table": hook.game_id}
            subject = f"hook {hook.pk} {now:%Y-%m-%d %H:%M:%S}"
            tell(Event.HOOK_OFF, [hook.user_id], None, subject=subject, data=data)
