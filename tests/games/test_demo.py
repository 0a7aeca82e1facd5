"""manage.py demo: an empty site gets people, finished games and one in progress."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command

from accounts.models import User
from games.models import Game
from games.selectors.waiting import header
from tests.games import doors

pytestmark = pytest.mark.django_db


def test_the_demo_is_a_site_to_look_at() -> None:
    said = StringIO()
    call_command("demo", stdout=said)
    words = said.getvalue()
    for name in ("Alice", "Bob", "Charlie"):
        assert name in words
        client = doors.browser()
        form = {"login": name, "password": words.rsplit(": ", 1)[1].strip()}
        assert client.post("/accounts/login/", form).status_code == 302
        text = doors.page(client, "/")
        assert "1 game waits for you" in text
        assert doors.page(client, "/history/").count('id="record-') >= 3
        assert header(User.objects.get(username=name))["waiting"] == 1
    running = Game.objects.get(state=Game.State.RUNNING)
    assert doors.view(doors.browser(), running)["round"]["turn"] == 5
    assert Game.objects.filter(state=Game.State.FINISHED).count() >= 3
    assert len(mail.outbox) == 1
    call_command("verify_games", stdout=StringIO())


def test_a_site_with_people_is_left_alone() -> None:
    User.objects.create_user("Alice", "alice@example.org", "pasture-test")
    before = doors.stored()
    said = StringIO()
    call_command("demo", stdout=said)
    assert said.getvalue() == "There are people already: no demo was made.\n"
    assert doors.stored() == before
