"""Whether the site lives (``/healthz``) and can do its work (``/readyz``)."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from redis.exceptions import RedisError

Runs = dict[str, datetime]
_readers: list[Callable[[], Runs]] = []
# Before this process began the whole site may have been down: no job is late for that.
_begun = datetime.now(UTC)


def register_job_runs(reader: Callable[[], Runs]) -> None:
    """Let ``/healthz`` ask ``reader`` when each job of CELERY_BEAT_SCHEDULE last ran, by name."""
    _readers[:] = [reader]


def _jobs_report() -> tuple[bool, dict[str, object]]:
    """Whether every job is in time, and what to say of each.

    Nobody is late for the time before this process began; since then one that never ran may be.
    """
    try:
        runs = _readers[0]() if _readers else {}
    except Error:
        return False, {"jobs": {}, "problem": "The database does not answer."}
    now, jobs, late = timezone.now(), dict[str, object](), []
    schedule: dict[str, Any] = settings.CELERY_BEAT_SCHEDULE
    for name, job in schedule.items():
        every, last = job["schedule"].run_every.total_seconds(), runs.get(name)
        age = None if last is None else round((now - last).total_seconds(), 1)
        jobs[name] = {"every": every, "last": last and last.isoformat(), "seconds_ago": age}
        missed = (now - max(last or _begun, _begun)).total_seconds()
        if missed > 2 * every:
            ago = "never" if age is None else f"{age:.0f} seconds ago"
            late.append(f"{name} ({ago}, every {every:.0f})")
    report: dict[str, object] = {"jobs": jobs}
    if late:
        which = ", ".join(late)
        report["problem"] = f"Jobs are late: {which}. Is beat running, is a worker?"
    return not late, report


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while this process answers and no job has been late for two intervals."""
    fine, report = _jobs_report()
    return JsonResponse({"ok": fine} | report, status=200 if fine else 503)


def _problem() -> str:
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return "The database does not answer."
    try:
        cache.get("readyz")
    except RedisError:
        return "Valkey does not answer."
    return ""


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when PostgreSQL and Valkey answer, else 503 with a sentence."""
    problem = _problem()
    if problem:
        return JsonResponse({"ok": False, "problem": problem}, status=503)
    return JsonResponse({"ok": True})
