"""Celery's doors to the services. Every task may run twice."""

from __future__ import annotations

from celery import shared_task

from games.notifications.daily import send_digests as send_digests_now
from games.notifications.events import Channel
from games.notifications.planning import plan_deliveries as plan_now
from games.notifications.sending import deliver_due as deliver_now
from games.services.resolving import resolve_turn as resolve
from games.services.sweeping import sweep as sweep_now


@shared_task(name="games.tasks.resolve_turn", ignore_result=True)
def resolve_turn(turn_id: int) -> None:
    """Resolve a turn whose picks are all in (games.services.resolving)."""
    resolve(turn_id=turn_id)


@shared_task(name="games.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Do what is due (games.services.sweeping)."""
    sweep_now()


@shared_task(name="games.tasks.plan_deliveries", ignore_result=True)
def plan_deliveries() -> None:
    """Plan what is in the outbox and have it sent (games.notifications.planning)."""
    if plan_now():
        deliver_due.delay()


@shared_task(name="games.tasks.deliver_due", ignore_result=True)
def deliver_due(*channels: str) -> None:
    """Send what is due by these channels, all by default (games.notifications.sending)."""
    deliver_now(*map(Channel, channels))


@shared_task(name="games.tasks.send_digests", ignore_result=True)
def send_digests() -> None:
    """Send the daily letters that are due (games.notifications.daily)."""
    send_digests_now()
