"""The floor of the live figures, beside the real site: a bare task and a bare socket.

The task commits one row and sends one hint to one group; the socket passes the hint on. Nothing
that brings a turn from a worker to an open page can do with less.
"""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixnimmt_site.settings")

from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path
from django.utils import timezone

from sixnimmt_site.asgi import application as site
from sixnimmt_site.celery import app

GROUP = "bench.floor"


@app.task(name="benchmarks.touch")
def touch(number: int) -> None:
    """Commit one row, send one hint."""
    from games.hints import send_hint
    from games.models import JobRun

    JobRun.objects.create(name=f"bench {number}", ran_at=timezone.now())
    send_hint([GROUP], {"type": "hint", "number": number})


class FloorConsumer(AsyncJsonWebsocketConsumer):
    """Passes hints on."""

    async def connect(self) -> None:
        await self.accept()
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.send_json({"number": -1})

    async def hint(self, event: dict[str, Any]) -> None:
        await self.send_json({"number": event["number"]})


floor = URLRouter([path("ws/floor/", FloorConsumer.as_asgi())])


async def _route(scope: Any, receive: Any, send: Any) -> None:
    inner = floor if scope["path"] == "/ws/floor/" else site
    await inner(scope, receive, send)


application = ProtocolTypeRouter({"http": site, "websocket": _route})
