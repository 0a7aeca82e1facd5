"""Celery's doors to the services. Every task may run twice."""

from __future__ import annotations

from celery import shared_task

from games.notifications.delivering import plan_deliveries as plan_now
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
    """Plan and send what is in the outbox (games.notifications.delivering)."""
    plan_now()
