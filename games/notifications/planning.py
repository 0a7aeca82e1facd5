"""From the outbox to deliveries: which notification goes by which channel to which endpoint."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from time import monotonic

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games.models import Delivery, Notification
from games.notifications.channels import CHANNELS
from games.notifications.digest import DIGEST, next_digest
from games.notifications.events import ASKING, COLLAPSED, Channel
from games.notifications.hook_tables import table_deliveries
from games.notifications.jobs import ran
from games.notifications.sender import one_line
from games.notifications.wishes import Wishes

log = logging.getLogger(__name__)
BATCH = 200
LOCK_KEY = 606_109  # of the advisory lock: one batch at a time
LONGEST_SECONDS = 20


def plan_deliveries() -> int:
    """Make the deliveries of all notifications that have none yet; how many notifications.

    Safe twice and at the same time: batches are planned one after the other (what is collapsed must
    see what it is collapsed into), and a delivery is unique by (notification, channel, endpoint).
    """
    done, until = 0, monotonic() + LONGEST_SECONDS
    while monotonic() < until:
        planned = _plan_batch(timezone.now())
        done += planned
        if planned < BATCH:
            break
    ran("plan")
    return done


@transaction.atomic
def _plan_batch(now: datetime) -> int:
    unplanned = Notification.objects.filter(planned_at=None).select_related("user", "game")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK_KEY])
    batch = list(unplanned.order_by("created_at", "pk")[:BATCH])
    if not batch:
        return 0
    try:
        _plan(batch, now)
    except DatabaseError:
        raise  # nobody's fault: the next run plans the same batch
    except Exception:
        log.exception("A batch cannot be planned: one by one")
        _plan_one_by_one(batch, now)
    return len(batch)


@transaction.atomic
def _plan(batch: list[Notification], now: datetime) -> None:
    made = _deliveries(batch, now) + table_deliveries(batch, now)
    Delivery.objects.bulk_create(made, ignore_conflicts=True)
    Notification.objects.filter(pk__in=[one.pk for one in batch]).update(planned_at=now)
    collapse(batch)


def _plan_one_by_one(batch: list[Notification], now: datetime) -> None:
    """Plan what can be planned; what cannot is kept with its error and holds up nobody."""
    for one in batch:
        try:
            _plan([one], now)
        except DatabaseError:
            raise
        except Exception as error:
            log.exception("Notification %s cannot be planned", one.pk)
            note = f"Not planned: {type(error).__name__}: {one_line(str(error))}"[:300]
            failed = _delivery(one, Channel.EMAIL, "", now)
            failed.state, failed.error = Delivery.State.FAILED, note
            Delivery.objects.bulk_create([failed], ignore_conflicts=True)
            Notification.objects.filter(pk=one.pk).update(planned_at=now)


def _deliveries(batch: list[Notification], now: datetime) -> list[Delivery]:
    wishes, people = Wishes.about(batch), {one.user_id: one.user for one in batch}
    made = []
    for channel, sender in CHANNELS.items():
        reached = sender.endpoints_of(people.values())
        for one in batch:
            names = reached[one.user_id] if wishes.wanted(one, channel) else []
            hour = wishes.digest_at(one.user_id)
            if channel == Channel.EMAIL and names and hour is not None:
                at = next_digest(one.user, hour, now)
                made.append(_delivery(one, channel, DIGEST, at))
            else:
                made += [_delivery(one, channel, name, now) for name in names]
    return made


def _delivery(one: Notification, channel: Channel, endpoint: str, at: datetime) -> Delivery:
    return Delivery(notification=one, channel=channel, endpoint=endpoint, next_at=at)


def collapse(batch: Iterable[Notification]) -> int:
    """Drop what waits about a game where a newer question of that game goes the same way.

    So a person has at most one message of a game on its way, the newest; how many were dropped.
    Compared here and not in SQL: there, each waiting delivery was compared with each.
    """
    asking = [one for one in batch if one.event in ASKING]
    if not asking:
        return 0
    waiting = Delivery.objects.filter(
        state=Delivery.State.WAITING,
        notification__event__in=COLLAPSED,
        notification__user__in={one.user_id for one in asking},
        notification__game__in={one.game_id for one in asking},
    ).select_related("notification")
    ways = defaultdict(list)
    for delivery in waiting.order_by("notification"):
        one = delivery.notification
        ways[one.user_id, one.game_id, delivery.channel, delivery.endpoint].append(delivery)
    older = [delivery.pk for way in ways.values() for delivery in _older(way)]
    if not older:
        return 0
    still = Delivery.objects.filter(pk__in=older, state=Delivery.State.WAITING)
    return still.update(state=Delivery.State.DROPPED, error="A newer message about this game.")


def _older(way: list[Delivery]) -> list[Delivery]:
    """Of what waits for one endpoint, oldest first: all before the last question."""
    last = max((i for i, one in enumerate(way) if one.notification.event in ASKING), default=0)
    return way[:last]
