"""Hosts that hang: each may hold a run up once, then its other deliveries wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

from games.models import Delivery
from games.notifications.channels import CHANNELS
from games.notifications.events import Channel

SLOW_SECONDS = 3.0  # a host that takes longer is left alone for the rest of a run
WHILE_SLOW = timedelta(minutes=1)  # how long its other deliveries wait then


class SlowHosts:
    """The hosts that took too long in this run."""

    def __init__(self) -> None:
        self._hosts: set[str] = set()

    def holds(self, delivery: Delivery) -> bool:
        """Whether this delivery would go to one of them."""
        return bool(self._hosts) and _host(delivery) in self._hosts

    @contextmanager
    def timing(self, delivery: Delivery) -> Iterator[None]:
        """Note the delivery's host if what is done meanwhile takes too long."""
        began = monotonic()
        try:
            yield
        finally:
            if monotonic() - began >= SLOW_SECONDS:
                host = _host(delivery)
                self._hosts |= {host} if host else set()


def _host(delivery: Delivery) -> str:
    return CHANNELS[Channel(delivery.channel)].host_of(delivery)
