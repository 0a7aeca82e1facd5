"""Addresses that do not take mail: no further letter goes there until they are confirmed again."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from games.models import Reach
from games.notifications.sender import one_line


def mark_bounced(user: User, note: str) -> None:
    """Mail to this person's address comes back; ``note`` is what the mail server said."""
    now = timezone.now()
    values = {"bounced_at": now, "bounce_note": one_line(note)[:200]}
    Reach.objects.update_or_create(user=user, defaults=values)


def address_bounced(address: str, note: str) -> int:
    """The same for whoever has this address; how many people (none or one)."""
    users = list(User.objects.filter(email__iexact=address).exclude(email=""))
    for user in users:
        mark_bounced(user, note)
    return len(users)


def clear_bounce(user_id: int) -> None:
    """The person has changed or confirmed the address, or an admin says it is fine."""
    Reach.objects.filter(user=user_id).update(bounced_at=None, bounce_note="")


def has_bounced(user: User) -> bool:
    """Whether letters to this person's present address come back."""
    return Reach.objects.filter(user=user, bounced_at__isnull=False).exists()
