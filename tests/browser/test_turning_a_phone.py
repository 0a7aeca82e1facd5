"""A phone is turned while somebody looks at their cards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, People
from tests.browser.table_page import TablePage
from tests.games import cast


@pytest.mark.parametrize("options", [{}, {"deal": "draft", "deck": "tight"}], ids=str)
def test_turning_a_phone_leaves_every_card_its_number(
    people: People, open_page: OpenPage, options: dict[str, Any]
) -> None:
    """A container in a fieldset of Chromium keeps its children at 0 × 0 once its size jumps."""
    users = people(2)
    page = open_page(users[0], viewport={"width": 320, "height": 640})
    TablePage(page, cast.running_game(users, **options)).open()
    for width, height in ((640, 320), (320, 640), (1440, 900), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        numbers = page.locator(".held .card b")
        assert numbers.count() >= 10
        for number in numbers.all():
            expect(number).to_be_visible()
