"""Sending what is due: one at a time, each claimed and counted before it leaves.

What can happen to a delivery, and what is promised:

- The claim is a conditional UPDATE whose row count is checked, committed with the attempt *before*
  anything is sent: two workers never send the same delivery.
- Surely not delivered (Retry): tried again after a growing while, MAX_ATTEMPTS times.
- The channel is out of order (Down): tried again for as long as it is still true.
- Perhaps delivered (Unclear: the connection broke before the answer; or the worker was killed
  while sending, found after LEASE): sent once more, and only by channels that say a second copy
  does no harm (Sender.repeatable), else given up with a note.
- A host that hangs holds a run up once; what else goes there waits a while, uncounted.
- Right before its claim each is looked at again: dropped when it is not true or not wanted any
  more, held while its person sleeps, is quiet, or is active at that very table.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from random import uniform
from time import monotonic

from django.db import connection
from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import Delivery
from games.notifications.channels import CHANNELS
from games.notifications.digest import DIGEST
from games.notifications.events import ASKING, Channel
from games.notifications.jobs import ran
from games.notifications.presence import PRESENT_SECONDS, is_present
from games.notifications.sender import (
    LEASE,
    MAYBE,
    SHARED,
    Down,
    GiveUp,
    Retry,
    Send,
    Unclear,
)
from games.notifications.slow import WHILE_SLOW, SlowHosts
from games.notifications.still import still_true
from games.notifications.wishes import Wishes

log = logging.getLogger(__name__)
BATCH = 100
LONGEST_SECONDS = 20  # of one run; the next run goes on
SLICE_SECONDS = 5  # of one channel, before the others have their turn
MAX_ATTEMPTS = 8
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=1)
WHILE_PAUSED = timedelta(minutes=10)
LOCK_KEY = 606_110  # of the advisory lock: one run at a time
State = Delivery.State


def deliver_due(*channels: Channel) -> int | None:
    """Send what is due by these channels (all by default), for some seconds; how many were sent.

    None when another worker is at it: what hangs outside holds up one worker and no more, and turns
    are resolved meanwhile. The channels take turns, so a slow one does not starve the others.
    """
    until = monotonic() + LONGEST_SECONDS
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK_KEY])
        if not cursor.fetchone()[0]:
            return None
        try:
            return _deliver_in_turns(list(channels or CHANNELS), until)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK_KEY])


def _deliver_in_turns(busy: list[Channel], until: float) -> int:
    sent, slow = 0, SlowHosts()
    for channel in busy:
        recover(channel)
    while busy and monotonic() < until:
        for channel in tuple(busy):
            now_sent, more = _deliver_batch(channel, monotonic() + SLICE_SECONDS, slow)
            sent += now_sent
            if not more:
                busy.remove(channel)
    ran("deliver")
    return sent


def due(channel: Channel) -> QuerySet[Delivery]:
    """What waits for this channel and may be sent now; daily letters have their own job."""
    waiting = Delivery.objects.filter(
        channel=channel, state=State.WAITING, next_at__lte=timezone.now()
    )
    return waiting.exclude(endpoint=DIGEST)


def _deliver_batch(channel: Channel, until: float, slow: SlowHosts) -> tuple[int, bool]:
    """Send a batch; how many were sent, and whether it is worth looking for another one."""
    loaded = due(channel).select_related("notification__user", "notification__game")
    batch = list(loaded.order_by("next_at", "pk")[:BATCH])
    if not batch:
        return 0, False
    wishes, sent = Wishes.about(delivery.notification for delivery in batch), 0
    with CHANNELS[channel].batch() as send:
        for delivery in batch:
            if monotonic() > until:
                return sent, True
            try:
                sent += _deliver(delivery, wishes, send, slow)
            except Down:
                return sent, False
    return sent, True


def _deliver(delivery: Delivery, wishes: Wishes, send: Send, slow: SlowHosts) -> bool:
    """Look at one delivery again and send it if that is right; whether it was sent.

    Raises Down, with the delivery put back.
    """
    now = timezone.now()
    try:
        reason = why_not(delivery, wishes)
        free_at = now + WHILE_SLOW if slow.holds(delivery) else held_until(delivery, wishes, now)
    except Exception as error:
        _set_aside(delivery, now, error)
        return False
    if reason:
        _move(delivery, State.WAITING, state=State.DROPPED, error=reason)
        return False
    if free_at > now:
        _move(delivery, State.WAITING, next_at=free_at)
        return False
    if not claim(delivery, now):
        return False
    with slow.timing(delivery):
        return attempt(delivery, send)


def _set_aside(delivery: Delivery, now: datetime, error: Exception) -> None:
    """We could not even look at it: an error of ours, which must stop none of the others."""
    log.exception("Delivery %s cannot be judged", delivery.pk)
    if claim(delivery, now):
        put_back(delivery, Retry(f"{type(error).__name__}: {error}"))


def why_not(delivery: Delivery, wishes: Wishes) -> str:
    """Why this must not be sent any more; "" when it may."""
    notification, channel = delivery.notification, Channel(delivery.channel)
    if delivery.endpoint.startswith(SHARED):
        return CHANNELS[channel].shared_why_not(delivery)
    if not still_true(notification):
        return "Not true any more."
    if not wishes.wanted(notification, channel):
        return "Not wanted any more."
    reached = CHANNELS[channel].endpoints(notification.user, notification.game)
    if delivery.endpoint not in reached:
        return "The address is gone."
    return ""


def held_until(delivery: Delivery, wishes: Wishes, now: datetime) -> datetime:
    """When this may be sent: now, or when its person wakes, leaves the table, the game goes on."""
    if delivery.endpoint.startswith(SHARED):
        return now
    notification = delivery.notification
    user, game = notification.user, notification.game
    awake = wishes.awake_at(user, now)
    if awake > now or notification.event not in ASKING or game is None:
        return awake
    if game.paused_at is not None:
        return now + WHILE_PAUSED
    if is_present(user.pk, game.pk):
        return now + timedelta(seconds=PRESENT_SECONDS)
    return now


def claim(delivery: Delivery, now: datetime) -> bool:
    """Take a waiting delivery for sending and count the attempt; False: somebody else has it."""
    values = {"state": State.SENDING, "attempts": F("attempts") + 1, "next_at": now + LEASE}
    if not _move(delivery, State.WAITING, **values):
        return False
    delivery.attempts += 1
    return True


def attempt(delivery: Delivery, send: Send) -> bool:
    """Send a claimed delivery and note how it went; whether it was sent. Raises Down."""
    try:
        send(delivery)
    except Unclear as error:
        unclear(delivery, str(error))
    except Down as error:
        put_back(delivery, error)
        raise
    except Retry as error:
        put_back(delivery, error)
    except GiveUp as error:
        _move(delivery, State.SENDING, state=State.FAILED, error=str(error)[:300])
    except Exception as error:
        log.exception("Delivery %s failed", delivery.pk)
        put_back(delivery, Retry(f"{type(error).__name__}: {error}"))
    else:
        return _move(delivery, State.SENDING, state=State.SENT, sent_at=timezone.now(), error="")
    return False


def put_back(delivery: Delivery, error: Retry) -> None:
    """It surely did not arrive: try again later, or give up after MAX_ATTEMPTS."""
    text = str(error) if not delivery.error.startswith(MAYBE) else f"{MAYBE}{error}"
    if delivery.attempts >= MAX_ATTEMPTS and not isinstance(error, Down):
        _move(delivery, State.SENDING, state=State.FAILED, error=text[:300])
        return
    at = timezone.now() + (error.after or wait_after(delivery.attempts))
    _move(delivery, State.SENDING, state=State.WAITING, next_at=at, error=text[:300])


def unclear(delivery: Delivery, error: str) -> None:
    """It may have arrived: once more at the most, and only where a second copy does no harm."""
    again = CHANNELS[Channel(delivery.channel)].repeatable
    again = again and not delivery.error.startswith(MAYBE)
    values: dict[str, object] = {"error": f"{MAYBE}{error}"[:300], "state": State.FAILED}
    if again:
        values |= {
            "state": State.WAITING,
            "next_at": timezone.now() + wait_after(delivery.attempts),
        }
    _move(delivery, State.SENDING, **values)


def recover(channel: Channel) -> None:
    """Take up what a killed worker was sending: it may or may not have left."""
    cut_off = Delivery.objects.filter(
        channel=channel, state=State.SENDING, next_at__lte=timezone.now()
    )
    for delivery in cut_off.exclude(endpoint=DIGEST).order_by("next_at")[:BATCH]:
        unclear(delivery, "the worker ended while sending.")


def wait_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts: doubled each time, up to an hour, give or take."""
    doubled = FIRST_WAIT * 2 ** min(attempts - 1, 12) if attempts else FIRST_WAIT
    return min(doubled, LONGEST_WAIT) * uniform(0.75, 1.25)


def _move(delivery: Delivery, expected: str, **values: object) -> bool:
    """Change a delivery that is still in the expected state; False when it is not."""
    rows = Delivery.objects.filter(pk=delivery.pk, state=expected)
    return rows.update(**values) == 1
