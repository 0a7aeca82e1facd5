"""A page costs few hops between the event loop and threads."""

from typing import Any

import pytest
from asgiref.sync import SyncToAsync, async_to_sync
from django.test import AsyncClient


@pytest.mark.django_db(transaction=True)
def test_a_page_hops_to_a_thread_five_times_and_not_twenty(monkeypatch: pytest.MonkeyPatch) -> None:
    hops: list[object] = []
    really = SyncToAsync.__call__

    async def counted(self: SyncToAsync[Any, Any], *args: Any, **kwargs: Any) -> Any:
        hops.append(self.func)
        return await really(self, *args, **kwargs)

    client = AsyncClient()
    async_to_sync(client.get)("/rules/")  # loads the middleware
    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    answer = async_to_sync(client.get)("/rules/")
    assert answer.status_code == 200
    assert len(hops) <= 5, hops
