"""How the site talks to Valkey, and what happens when nobody answers."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync
from celery import Celery
from channels.layers import get_channel_layer
from django.conf import settings
from kombu.exceptions import OperationalError


@pytest.fixture
def lonely(tmp_path: Path) -> Iterator[Celery]:
    """Our Celery application, with a broker that is not there."""
    app = Celery("lonely", broker=f"redis+socket://{tmp_path}/gone.sock")
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf["broker_url"] = f"redis+socket://{tmp_path}/gone.sock"
    yield app
    app.close()


def test_a_dead_broker_does_not_hold_up_a_request(lonely: Celery) -> None:
    begun = time.monotonic()
    with pytest.raises(OperationalError):
        lonely.send_task("games.tasks.sweep")
    assert time.monotonic() - begun < 3


def test_a_silent_broker_holds_up_a_request_for_seconds_only(
    lonely: Celery, tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "gone.sock"))
        silent.listen()
        begun = time.monotonic()
        with pytest.raises(OperationalError):
            lonely.send_task("games.tasks.sweep")
    assert time.monotonic() - begun < 5


def test_a_quiet_page_is_not_taken_for_dead() -> None:
    async def timeouts() -> tuple[float, float]:
        layer = get_channel_layer()
        pool = layer.connection(0).connection_pool
        return pool.connection_kwargs["socket_timeout"], layer.brpop_timeout

    patience, wait_for_a_hint = async_to_sync(timeouts)()
    assert patience > wait_for_a_hint


def test_a_hint_reaches_a_group() -> None:
    async def hint() -> object:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add("table-1", channel)
        await layer.group_send("table-1", {"type": "hint", "version": 3})
        return await layer.receive(channel)

    assert async_to_sync(hint)() == {"type": "hint", "version": 3}


def test_only_json_is_accepted_from_the_queue() -> None:
    assert settings.CELERY_ACCEPT_CONTENT == ["json"]
