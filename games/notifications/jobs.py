"""When each periodic job last ran, for /healthz."""

from __future__ import annotations

from django.utils import timezone

from games.models import JobRun


def ran(name: str) -> None:
    """Note that the job of this name (as in CELERY_BEAT_SCHEDULE) has run."""
    JobRun.objects.update_or_create(name=name, defaults={"ran_at": timezone.now()})
