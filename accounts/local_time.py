"""Moments in somebody's own time zone, which is always named: a bare "18:00" helps nobody."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User


def zone_of(user: User) -> ZoneInfo:
    """The person's time zone."""
    return ZoneInfo(user.time_zone)


def local_words(moment: datetime, user: User) -> str:
    """An aware moment as the person reads it: "Tue 24 Nov, 23:45 (Asia/Kathmandu)".

    The year is said when it is not the present one; who has set no zone reads UTC.
    """
    local = moment.astimezone(zone_of(user))
    year = "" if local.year == timezone.now().astimezone(local.tzinfo).year else " Y"
    return f"{date_format(local, f'D j M{year}, H:i')} ({user.time_zone})"
