"""Moments on pages, in the words of accounts.local_time."""

from __future__ import annotations

from datetime import datetime

from django import template

from accounts.local_time import local_words
from accounts.models import User

register = template.Library()


@register.filter
def local(moment: datetime, user: User) -> str:
    """The moment in the person's own time zone, with the zone's name."""
    return local_words(moment, user)
