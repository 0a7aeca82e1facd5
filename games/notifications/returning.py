"""An address that takes mail again: its person has confirmed it, or has another one."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, email_confirmed
from django.dispatch import receiver

from accounts.models import User
from games.notifications.bounces import clear_bounce


@receiver(email_confirmed)
def address_confirmed(email_address: EmailAddress, **_kwargs: Any) -> None:
    """A letter has just arrived there. (Another address than the present one takes its place.)"""
    clear_bounce(email_address.user_id)


@receiver(email_changed)
def address_changed(user: User, **_kwargs: Any) -> None:
    """What came back went to the address before."""
    clear_bounce(user.pk)
