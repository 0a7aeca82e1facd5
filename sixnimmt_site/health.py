"""Whether the site lives (``/healthz``) and can do its work (``/readyz``)."""

from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from redis.exceptions import RedisError

_last_sweep: list[Callable[[], datetime | None]] = []


def register_last_sweep(reader: Callable[[], datetime | None]) -> None:
    """Let ``/healthz`` ask ``reader`` when the last sweep ended (None: never yet)."""
    _last_sweep[:] = [reader]


def _sweep_report() -> tuple[bool, dict[str, object]]:
    """Whether the sweep is in time, and what to say of it."""
    try:
        last = _last_sweep[0]() if _last_sweep else None
    except Error:
        return False, {"last_sweep": None, "problem": "The database does not answer."}
    if last is None:
        return True, {"last_sweep": None}
    age = (timezone.now() - last).total_seconds()
    report: dict[str, object] = {"last_sweep": last.isoformat(), "seconds_ago": round(age, 1)}
    if age <= 2 * settings.SWEEP_SECONDS:
        return True, report
    report["problem"] = f"The last sweep is {age:.0f} seconds old: is beat running, is a worker?"
    return False, report


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while this process answers and the last sweep is younger than two intervals."""
    fine, report = _sweep_report()
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
