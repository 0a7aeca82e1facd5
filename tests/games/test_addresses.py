"""Addresses that lead nowhere, and what merely following one may do: nothing."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.games import cast, doors
from tests.games.scenes import picking

pytestmark = pytest.mark.django_db
ACTIONS = ("join", "leave", "start", "cancel", "rematch", "bots/add", "bots/remove")
MOVES = ("pick", "choose", "draft", "wishes")
FIELDS: dict[str, str | int] = {"card": 2, "row": 0, "cards": "2", "level": "simple", "seat": 1}


@pytest.mark.parametrize("number", ["0", "1000000", "99999999999999999999999999"])
def test_there_is_no_such_game(number: str, db: None) -> None:
    client = doors.browser(cast.person("Zoe"))
    for action in (*ACTIONS, *MOVES):
        headers = {"accept": doors.JSON}
        response = client.post(f"/games/{number}/{action}/", FIELDS, headers=headers)
        assert response.status_code == 404
        assert response.json()["error"] == "There is no such game."
    for path in (f"{number}/", f"{number}.json", f"{number}/fragment/", f"{number}/record/"):
        response = client.get(f"/games/{path}", headers={"accept": doors.JSON})
        assert response.status_code == 404
        assert response.json()["error"] == "There is no such game."
    closed = [{"type": "close", "code": 4403}]
    assert doors.frames(client, f"/ws/games/{number}/") == closed


@pytest.mark.parametrize("token", ["nothing", "%00", "a" * 500, "%F0%9F%90%82", "..%2f"])
def test_an_invitation_link_that_leads_nowhere_says_so(token: str, db: None) -> None:
    response = doors.browser().get(f"/i/{token}/")
    assert response.status_code == 404
    assert "<h1>" in response.content.decode()


def test_merely_following_a_link_to_a_move_moves_nothing() -> None:
    game = picking()
    before = doors.stored()
    alice = doors.browser(User.objects.get(username="Alice"))
    for action in (*ACTIONS, *MOVES):
        response = alice.get(f"/games/{game.pk}/{action}/", FIELDS)
        assert response.status_code == 303
        assert response["Location"] == f"/games/{game.pk}/"
    assert doors.stored() == before


def test_a_form_without_its_token_is_refused() -> None:
    game = picking()
    before = doors.stored()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="Alice"))
    response = strict.post(f"/games/{game.pk}/pick/", {"card": 2}, headers={"accept": doors.JSON})
    assert response.status_code == 403
    assert response.json()["ok"] is False
    assert doors.stored() == before
