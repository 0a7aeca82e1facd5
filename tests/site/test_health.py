"""Whether the site can say how it is."""

from datetime import timedelta

import pytest
from django.db.utils import ConnectionHandler
from django.test import Client, override_settings
from django.utils import timezone

from sixnimmt_site import health

pytestmark = pytest.mark.django_db


@pytest.fixture
def last_sweep(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The answer of a reader registered for the last sweep."""
    monkeypatch.setattr(health, "_last_sweep", [])
    answer: list[object] = [None]
    health.register_last_sweep(lambda: answer[0])  # type: ignore[arg-type, return-value]
    return answer


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


def test_alive_before_the_first_sweep(client: Client, last_sweep: list[object]) -> None:
    assert client.get("/healthz").json() == {"ok": True, "last_sweep": None}


def test_red_when_the_sweep_is_two_intervals_late(client: Client, last_sweep: list[object]) -> None:
    last_sweep[0] = timezone.now() - timedelta(seconds=20)
    with override_settings(SWEEP_SECONDS=15):
        assert client.get("/healthz").status_code == 200
    with override_settings(SWEEP_SECONDS=9):
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert "20 seconds old" in answer.json()["problem"]
