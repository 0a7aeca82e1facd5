"""E-mail as a channel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from accounts.languages import in_language_of
from accounts.models import User
from games.models import Delivery, Game, Reach
from games.notifications.bounces import has_bounced, mark_bounced
from games.notifications.letter import letter_about
from games.notifications.mailing import Post, Refused
from games.notifications.sender import Send, Sender


class Letters(Sender):
    """Letters to the person's own address.

    Repeatable: a lost "your turn" can stall a table for days, while a second copy has the same
    Message-ID, by which mail programs know it. So one that may have arrived is sent once more.
    """

    repeatable = True

    def endpoints(self, user: User, game: Game | None) -> list[str]:
        """The one address, while letters to it do not come back."""
        return [""] if user.email and not has_bounced(user) else []

    def endpoints_of(self, users: Iterable[User]) -> dict[int, list[str]]:
        known = list(users)
        dead = Reach.objects.filter(user__in=known, bounced_at__isnull=False)
        bounced = set(dead.values_list("user_id", flat=True))
        return {one.pk: [""] if one.email and one.pk not in bounced else [] for one in known}

    def send(self, delivery: Delivery) -> None:
        with self.batch() as send:
            send(delivery)

    @contextmanager
    def batch(self) -> Iterator[Send]:
        """One connection for all letters of a run."""
        post = Post()

        def send(delivery: Delivery) -> None:
            notification = delivery.notification
            try:
                with in_language_of(notification.user):
                    letter = letter_about(notification)
                post.send(letter)
            except Refused as refusal:
                if refusal.is_dead_address:
                    mark_bounced(notification.user, str(refusal))
                raise

        try:
            yield send
        finally:
            post.close()
