"""A rematch: the same people, the same rules, one new table."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Notification
from games.services.rehearsing import play_turns
from games.services.tables import cancel_game, join_game, rematch
from tests.games import cast, doors

pytestmark = pytest.mark.django_db
RULES: dict[str, Any] = {"end": "rounds", "placement": "both", "pace_seconds": 3600, "hints": True}


def test_whoever_asks_first_opens_it_and_the_others_take_their_seats() -> None:
    users = alice, bob, charlie = cast.people(3)
    game = play_turns(cast.running_game(list(users), ("counter",), **RULES).pk)
    new = rematch(game_id=game.pk, user=bob)
    assert rematch(game_id=game.pk, user=bob).pk == new.pk
    assert rematch(game_id=game.pk, user=alice).pk == new.pk
    assert new.options == game.options
    assert (new.name, new.pace_seconds, new.creator) == (game.name, game.pace_seconds, bob)
    new.refresh_from_db()
    assert [s.bot or s.name for s in new.seats.order_by("number")] == ["Bob", "counter", "Alice"]
    rematch(game_id=game.pk, user=charlie)
    new.refresh_from_db()
    assert new.state == Game.State.RUNNING
    assert rematch(game_id=game.pk, user=charlie).pk == new.pk
    assert Game.objects.count() == 2


def test_it_is_kept_for_the_same_people() -> None:
    alice, bob = cast.people(2)
    game = play_turns(cast.running_game([alice, bob], end="rounds").pk)
    new = rematch(game_id=game.pk, user=alice)
    zoe = doors.browser(cast.person("Zoe"))
    assert doors.send(zoe, new, "join")[0] == 403
    assert zoe.get(f"/games/{new.pk}/").status_code == 403
    bobs = doors.browser(bob)
    assert doors.view(bobs, game)["game"]["rematch"] == new.pk
    assert f'href="/games/{new.pk}/"' in doors.page(bobs, f"/games/{game.pk}/")
    assert doors.view(bobs, new)["viewer"]["kind"] == "spectator"
    join_game(game_id=new.pk, user=bob)
    new.refresh_from_db()
    assert new.state == Game.State.RUNNING


def test_alone_against_bots_it_starts_at_once() -> None:
    (alice,) = cast.people(1)
    game = play_turns(cast.running_game([alice], ("simple", "simple"), end="rounds").pk)
    new = rematch(game_id=game.pk, user=alice)
    assert new.state == Game.State.RUNNING


def test_after_a_cancelled_rematch_there_can_be_another() -> None:
    alice, bob = cast.people(2)
    game = play_turns(cast.running_game([alice, bob], end="rounds").pk)
    first = rematch(game_id=game.pk, user=alice)
    cancel_game(game_id=first.pk, user=alice)
    second = rematch(game_id=game.pk, user=bob)
    assert second.pk != first.pk
    assert doors.view(doors.browser(alice), game)["game"]["rematch"] == second.pk


def test_the_button_opens_the_rematch() -> None:
    alice, bob = cast.people(2)
    game = play_turns(cast.running_game([alice, bob], end="rounds").pk)
    client = doors.browser(alice)
    assert f'action="/games/{game.pk}/rematch/"' in doors.page(client, f"/games/{game.pk}/")
    response = client.post(f"/games/{game.pk}/rematch/")
    assert response.status_code == 303
    assert response["Location"] == Game.objects.get(rematch_of=game).get_absolute_url()


def test_a_rematch_invites_the_others_once() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], end="rounds", rounds_wanted=1)
    cast.play_round(game, [alice, bob])
    for _again in range(2):
        new = rematch(game_id=game.pk, user=alice)
    told = Notification.objects.filter(event="invited")
    assert [(n.user, n.game, n.data) for n in told] == [(bob, new, {"by": "Alice"})]
