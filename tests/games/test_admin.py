"""The first admin: everything to browse and search, nothing to change, four things to do."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from games.models import Game, ModerationEntry
from games.services.rehearsing import play_turns
from tests.games import cast, doors

pytestmark = pytest.mark.django_db
MODELS = ("game", "seat", "round", "turn")


@pytest.fixture
def herder(db: None) -> Client:
    return doors.browser(cast.person("Herder", is_staff=True, is_superuser=True))


@pytest.fixture
def game(db: None) -> Game:
    game = cast.running_game(cast.people(3), ("simple",))
    return play_turns(game.pk, turns=2)


def rows(client: Client, path: str) -> int:
    return int(client.get(path).context["cl"].result_count)


def act(client: Client, game: Game, action: str, **fields: str) -> Any:
    data = {"action": action, "_selected_action": str(game.pk), **fields}
    return client.post("/admin/games/game/", data, follow=True)


def test_everything_can_be_looked_at(herder: Client, game: Game) -> None:
    assert [rows(herder, f"/admin/games/{model}/") for model in MODELS] == [1, 4, 2, 3]
    changes = [("game", game), *(("seat", seat) for seat in game.seats.all())]
    changes += [("round", round_) for round_ in game.rounds.all()]
    changes += [("turn", turn) for turn in cast.open_turn(game).round.turns.all()]
    for model, row in changes:
        assert herder.get(f"/admin/games/{model}/{row.pk}/change/").status_code == 200


def test_games_are_found_by_number_by_name_and_by_people(herder: Client, game: Game) -> None:
    other = cast.running_game([cast.person("Kim"), cast.person("Lou")], name="Monday barn")
    for model in MODELS:
        for query, found in ((str(game.pk), True), ("Friday", True), ("nobody", False)):
            assert (rows(herder, f"/admin/games/{model}/?q={query}") > 0) == found, (model, query)
    assert rows(herder, "/admin/games/game/?q=alice") == 1
    assert rows(herder, "/admin/games/seat/?q=Kim") == 1
    assert rows(herder, "/admin/games/game/?state__exact=running") == 2
    assert str(other.pk) in doors.page(herder, "/admin/games/game/")


def test_nothing_can_be_added_changed_or_deleted(herder: Client, game: Game) -> None:
    before = doors.stored()
    turn = cast.open_turn(game)
    seat = game.seats.get(number=0)
    for path in (f"game/{game.pk}", f"seat/{seat.pk}", f"round/{turn.round_id}", f"turn/{turn.pk}"):
        model = path.partition("/")[0]
        assert herder.get(f"/admin/games/{model}/add/").status_code == 403
        assert herder.get(f"/admin/games/{path}/delete/").status_code == 403
        assert herder.post(f"/admin/games/{path}/change/", {"name": "x"}).status_code == 403
    act(herder, game, "delete_selected", post="yes")
    assert doors.stored() == before


@pytest.mark.parametrize(("action", "state"), [("cancel", "cancelled"), ("void", "void")])
def test_an_action_asks_for_a_reason_and_keeps_it_on_the_game(
    action: str, state: str, herder: Client, game: Game
) -> None:
    asked = act(herder, game, action)
    assert 'name="reason"' in asked.content.decode()
    assert Game.objects.get(pk=game.pk).state == "running"
    act(herder, game, action, reason=" ")
    assert not ModerationEntry.objects.exists()
    act(herder, game, action, reason="Three of them are one person.")
    game.refresh_from_db()
    assert (game.state, game.reason) == (state, "Three of them are one person.")
    entry = ModerationEntry.objects.get()
    assert (entry.action, entry.moderator.username) == (action, "Herder")
    page = doors.page(herder, f"/admin/games/game/{game.pk}/change/")
    assert "Three of them are one person." in page


def test_pause_and_resume(herder: Client, game: Game) -> None:
    act(herder, game, "pause", reason="A quarrel.")
    game.refresh_from_db()
    assert game.paused_at is not None
    again = act(herder, game, "pause", reason="Once more.")
    assert "Only a game that is being played can be paused." in again.content.decode()
    act(herder, game, "resume", reason="They made up.")
    game.refresh_from_db()
    assert game.paused_at is None


def test_who_may_only_look_cannot_act(game: Game) -> None:
    looker = cast.person("Looker", is_staff=True)
    looker.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = doors.browser(looker)
    assert rows(client, "/admin/games/game/") == 1
    before = doors.stored()
    act(client, game, "void", reason="Because I can.")
    assert doors.stored() == before


def test_the_admin_is_closed_to_everybody_else(game: Game) -> None:
    for client in (doors.browser(), doors.browser(User.objects.get(username="Alice"))):
        for model in MODELS:
            assert client.get(f"/admin/games/{model}/").status_code == 302


def test_people_are_found_and_their_games_too(herder: Client, game: Game) -> None:
    assert rows(herder, "/admin/accounts/user/?q=alice") == 1
    alice = User.objects.get(username="Alice")
    assert herder.get(f"/admin/accounts/user/{alice.pk}/change/").status_code == 200


def test_who_moderates_finds_the_way_there_and_nobody_else_is_shown_it(herder: Client) -> None:
    assert 'href="/admin/"' in doors.page(herder, "/")
    assert 'href="/admin/"' not in doors.page(doors.browser(cast.person("Bob")), "/")
    assert "sixnimmt: moderation" in doors.page(herder, "/admin/")
