"""A game that somebody has muted: on its page, in the lists, by script."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, GameMute
from games.services.errors import NotThere, NotYours
from games.services.reaching import mute_game, unmute_game
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return cast.running_game([alice, bob])


def post(client: Client, game: Game, action: str) -> int:
    return client.post(f"/games/{game.pk}/{action}/").status_code


def test_alice_mutes_a_game_and_hears_of_it_again(alice: User, bob: User, game: Game) -> None:
    client = doors.browser(alice)
    assert not doors.view(client, game)["viewer"]["muted"]
    assert post(client, game, "mute") == 303
    assert doors.view(client, game)["viewer"]["muted"]
    assert f"/games/{game.pk}/unmute/" in doors.page(client, f"/games/{game.pk}/")
    assert "muted-mark" in doors.page(client, "/")
    assert not doors.view(doors.browser(bob), game)["viewer"]["muted"]
    assert post(client, game, "unmute") == 303
    assert not GameMute.objects.exists()
    assert "muted-mark" not in doors.page(client, "/")


def test_twice_is_as_good_as_once(alice: User, game: Game) -> None:
    for _time in range(2):
        mute_game(game_id=game.pk, user=alice)
    assert GameMute.objects.count() == 1
    for _time in range(2):
        unmute_game(game_id=game.pk, user=alice)
    assert not GameMute.objects.exists()


def test_scripts_get_json(alice: User, game: Game) -> None:
    client = doors.browser(alice)
    status, answer = doors.send(client, game, "mute")
    assert (status, answer["ok"]) == (200, True)
    assert "no mail" in answer["message"]
    assert doors.send(client, game, "unmute")[0] == 200


def test_only_who_has_a_seat_can_mute(game: Game) -> None:
    charlie = cast.person("Charlie")
    assert doors.send(doors.browser(charlie), game, "mute")[0] == 403
    assert doors.send(doors.browser(), game, "mute")[0] == 403
    with pytest.raises(NotYours):
        mute_game(game_id=game.pk, user=charlie)
    assert "/mute/" not in doors.page(doors.browser(charlie), f"/games/{game.pk}/")
    assert not GameMute.objects.exists()


def test_a_game_that_is_not_there_cannot_be_muted(alice: User) -> None:
    for act in (mute_game, unmute_game):
        with pytest.raises(NotThere):
            act(game_id=404, user=alice)
    assert doors.browser(alice).post("/games/404/mute/").status_code == 404


def test_following_a_link_mutes_nothing(alice: User, game: Game) -> None:
    assert doors.browser(alice).get(f"/games/{game.pk}/mute/").status_code == 303
    assert not GameMute.objects.exists()


def test_muting_does_not_hide_that_the_game_waits(alice: User, game: Game) -> None:
    client = doors.browser(alice)
    post(client, game, "mute")
    assert "(1) My games" in doors.page(client, "/")
