"""Whether the site can say how it is."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db.utils import ConnectionHandler
from django.test import Client, override_settings
from django.utils import timezone

from sixnimmt_site import health

pytestmark = pytest.mark.django_db


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> health.Runs:
    """When each job last ran, as /healthz is told: a moment ago, on a site that began a day ago."""
    monkeypatch.setattr(health, "_readers", [])
    monkeypatch.setattr(health, "_begun", timezone.now() - timedelta(days=1))
    told = dict.fromkeys(settings.CELERY_BEAT_SCHEDULE, timezone.now())
    health.register_job_runs(lambda: told)
    return told


def test_ready_when_both_servers_answer(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    assert "no-store" in answer["Cache-Control"]


def test_not_ready_without_valkey(client: Client) -> None:
    gone = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "unix:///gone"}
    with override_settings(CACHES={"default": gone}):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["problem"] == "Valkey does not answer."


def test_not_ready_without_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = "django.db.backends.postgresql"
    gone = ConnectionHandler({"default": {"ENGINE": engine, "NAME": "x", "HOST": "/gone"}})
    monkeypatch.setattr(health, "connection", gone["default"])
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["problem"] == "The database does not answer."


def test_alive_before_any_job_has_run(
    client: Client, runs: health.Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs.clear()
    monkeypatch.setattr(health, "_begun", timezone.now() - timedelta(seconds=8))
    answer = client.get("/healthz").json()
    assert answer["ok"]
    assert answer["jobs"]["sweep"] == {"every": 5.0, "last": None, "seconds_ago": None}


def test_every_job_of_beat_is_shown_with_its_last_run(client: Client, runs: health.Runs) -> None:
    runs["digests"] = timezone.now() - timedelta(seconds=20)
    jobs = client.get("/healthz").json()["jobs"]
    assert set(jobs) == set(settings.CELERY_BEAT_SCHEDULE)
    assert jobs["digests"]["last"] == runs["digests"].isoformat()
    assert 20 <= jobs["digests"]["seconds_ago"] < 60


def test_red_when_a_job_has_never_run(
    client: Client, runs: health.Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new site without beat or courier stayed green for ever."""
    monkeypatch.setattr(health, "_begun", timezone.now() - timedelta(seconds=61))
    del runs["plan"]
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert "Jobs are late: plan (never, every 30)." in answer.json()["problem"]


@pytest.mark.parametrize(("name", "every"), [("sweep", 5), ("plan", 30), ("digests", 60)])
def test_red_when_a_job_is_two_intervals_late(
    client: Client, runs: health.Runs, name: str, every: int
) -> None:
    runs[name] = timezone.now() - timedelta(seconds=2 * every - 1)
    assert client.get("/healthz").status_code == 200
    runs[name] = timezone.now() - timedelta(seconds=2 * every + 1)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert f"{name} ({2 * every + 1} seconds ago, every {every})" in answer.json()["problem"]


def test_a_night_with_the_site_down_makes_no_job_late(
    client: Client, runs: health.Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs["sweep"] = timezone.now() - timedelta(hours=8)
    monkeypatch.setattr(health, "_begun", timezone.now() - timedelta(seconds=8))
    assert client.get("/healthz").status_code == 200
    monkeypatch.setattr(health, "_begun", timezone.now() - timedelta(seconds=11))
    assert client.get("/healthz").status_code == 503
