"""The daily letter: at the hour a person chose, which of their games wait, and what happened.

Once a local day: the day is claimed by a conditional UPDATE before the letter is sent, so neither
two workers nor an hour that a change of the clocks repeats can send it twice; an hour it skips is
made up for at once (field report C-12).
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Reach
from games.notifications.events import Channel
from games.notifications.sender import LEASE
from games.notifications.wishes import awake_at

DIGEST = "digest"  # the endpoint of deliveries that go with the daily letter
State = Delivery.State


def next_digest(user: User, hour: time, now: datetime) -> datetime:
    """The next instant (UTC) at which this person's day reaches ``hour``."""
    zone = ZoneInfo(user.time_zone)
    today = now.astimezone(zone).date()
    days = (today, today + timedelta(days=1))
    moments = [datetime.combine(day, hour, zone).astimezone(UTC) for day in days]
    return next((moment for moment in moments if moment > now), moments[-1])


def choose_hour(user: User, hour: time | None) -> None:
    """Get a daily letter at this local hour, or (None) every letter at once.

    A new hour that has passed today counts from tomorrow on, and so does any on a day that has had
    its letter.
    """
    reach = Reach.objects.get_or_create(user=user)[0]
    if reach.digest_at == hour:
        return
    now = timezone.now().astimezone(ZoneInfo(user.time_zone))
    reach.digest_at = hour
    if hour is not None and now.time() >= _hour(reach, hour, now):
        reach.digest_sent_on = now.date()
    reach.save(update_fields=["digest_at", "digest_sent_on"])
    settle_ways()


def settle_ways() -> None:
    """What waits for a daily letter that was switched off goes at once, and the other way round."""
    waiting = Delivery.objects.filter(channel=Channel.EMAIL, state=State.WAITING)
    no_digest = Q(notification__user__reach__digest_at=None)
    waiting.filter(no_digest, endpoint=DIGEST).update(endpoint="", next_at=timezone.now())
    waiting.exclude(no_digest).filter(endpoint="").update(endpoint=DIGEST)


def local_day(reach: Reach, now: datetime) -> date | None:
    """The local day whose letter is due now; None when it is too early or has been sent."""
    local = now.astimezone(ZoneInfo(reach.user.time_zone))
    if reach.digest_at is None or local.time() < _hour(reach, reach.digest_at, local):
        return None
    if reach.digest_sent_on is not None and reach.digest_sent_on >= local.date():
        return None
    return local.date()


def _hour(reach: Reach, wished: time, local: datetime) -> time:
    """The hour of that day's letter: as wished, or the end of the sleep or quiet hours it is in."""
    moment = datetime.combine(local.date(), wished, local.tzinfo)
    awake = awake_at(reach.user, reach, moment)
    return wished if awake == moment else awake.astimezone(local.tzinfo).time()


def claim_day(reach: Reach, day: date) -> bool:
    """Take this day's letter for sending; False: somebody else has it, or it was switched off."""
    unsent = Q(digest_sent_on=None) | Q(digest_sent_on__lt=day)
    mine = Reach.objects.filter(unsent, pk=reach.pk, digest_at__isnull=False)
    return mine.update(digest_sent_on=day, digest_lease_until=timezone.now() + LEASE) == 1


def release(reach: Reach) -> None:
    """It is known how it went with the letter that was claimed."""
    Reach.objects.filter(pk=reach.pk).update(digest_lease_until=None)


def once_more(reach: Reach, day: date) -> bool:
    """Whether a letter of this day that may have arrived may be sent again: once."""
    first = Reach.objects.filter(pk=reach.pk).exclude(digest_unclear_on=day)
    return first.update(digest_unclear_on=day) == 1


def give_back(reach: Reach, day: date) -> None:
    """The letter of this day surely did not leave: it is due again."""
    claimed = Reach.objects.filter(pk=reach.pk, digest_sent_on=day)
    claimed.update(digest_sent_on=reach.digest_sent_on, digest_lease_until=None)


def news_of(user: User) -> QuerySet[Delivery]:
    """What waits for this person's daily letter."""
    return Delivery.objects.filter(
        notification__user=user, channel=Channel.EMAIL, endpoint=DIGEST, state=State.WAITING
    )
