"""The host of a table: who sits down is theirs to decide before the first card, no later."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Notification, Salt
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services.errors import NotYours
from games.services.leaving import resign, take_seat
from games.services.tables import create_game, join_game, start_game
from tests.games import cast, doors

pytestmark = pytest.mark.django_db
WITHOUT_LINK = "This table is private: ask a player for its invitation link."


@pytest.fixture
def den(db: None) -> Game:
    """Alice's private table for four; Bob sits on seat 1."""
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Den", seats_wanted=4, visibility="private")
    return join_game(game_id=game.pk, user=bob, invited=True)


def user(name: str) -> User:
    return User.objects.get(username=name)


def test_alice_removes_bob_who_hears_no_more_of_this_table(den: Game) -> None:
    """Field report B-08."""
    alice, bob = doors.browser(user("Alice")), doors.browser(user("Bob"))
    assert doors.send(alice, den, "people/remove", seat=1)[0] == 200
    assert list(den.seats.values_list("user__username", flat=True)) == ["Alice"]
    assert Salt.objects.filter(round__game=den).count() == 1
    assert bob.get(f"/games/{den.pk}/").status_code == 403
    told = Notification.objects.filter(user=user("Bob")).count()
    join_game(game_id=den.pk, user=cast.person("Dora"), invited=True)
    start_game(game_id=den.pk, user=user("Alice"))
    assert Notification.objects.filter(user=user("Bob")).count() == told


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_who_was_removed_does_not_sit_down_again(den: Game, visibility: str) -> None:
    """Neither before the start nor on a seat that comes free in the game."""
    Game.objects.filter(pk=den.pk).update(visibility=visibility)
    alice, bob, dora = user("Alice"), user("Bob"), cast.person("Dora")
    doors.send(doors.browser(alice), den, "people/remove", seat=1)
    with pytest.raises(NotYours, match="given your seat free"):
        join_game(game_id=den.pk, user=bob, invited=True)
    join_game(game_id=den.pk, user=dora, invited=True)
    start_game(game_id=den.pk, user=alice)
    resign(game_id=den.pk, user=dora)
    with pytest.raises(NotYours, match="given your seat free"):
        take_seat(game_id=den.pk, user=bob, number=1, invited=True)
    seat = table_view(den.pk, Viewer(bob, frozenset({den.invite_token})))["seats"][1]
    assert (seat["on_offer"], seat["may_take"]) == (True, False)


def test_who_was_removed_reads_why_and_finds_no_button(den: Game) -> None:
    """Table and lobby offered Bob a "Sit down" that could only be refused."""
    Game.objects.filter(pk=den.pk).update(visibility="public")
    bob, dora = user("Bob"), cast.person("Dora")
    doors.send(doors.browser(user("Alice")), den, "people/remove", seat=1)
    why = "The person who opened this table has given your seat free."
    for who, removed in ((bob, True), (dora, False)):
        view = doors.view(doors.browser(who), den)
        assert view["viewer"]["no_seat"] == (why if removed else "")
        page = doors.page(doors.browser(who), f"/games/{den.pk}/")
        assert (f"{why} You can watch, but not sit down here." in page) == removed
        lobby = doors.page(doors.browser(who), "/games/")
        assert ("You cannot sit down here." in lobby) == removed
        for shown in (page, lobby):
            assert (f"/games/{den.pk}/join/" in shown) != removed
    join_game(game_id=den.pk, user=dora)
    start_game(game_id=den.pk, user=user("Alice"))
    assert why not in doors.page(doors.browser(bob), f"/games/{den.pk}/")  # nothing is free
    resign(game_id=den.pk, user=dora)
    assert why in doors.page(doors.browser(bob), f"/games/{den.pk}/")
    left = "You have had a seat in this game, and you know a hand of it."
    assert left in doors.page(doors.browser(dora), f"/games/{den.pk}/")


def test_a_new_link_shuts_the_old_one_and_the_browsers_that_opened_it(den: Game) -> None:
    alice, bob = doors.browser(user("Alice")), doors.browser(user("Bob"))
    zoe = doors.browser(cast.person("Zoe"))
    old = f"/i/{den.invite_token}/"
    zoe.get(old)
    assert zoe.get(f"/games/{den.pk}/").status_code == 200
    assert doors.send(alice, den, "link/renew")[0] == 200
    new = doors.view(alice, den)["game"]["invite_url"]
    assert not new.endswith(old)
    assert zoe.get(old).status_code == 404
    assert zoe.get(f"/games/{den.pk}/").status_code == 403
    assert doors.send(zoe, den, "join")[0] == 403
    assert bob.get(f"/games/{den.pk}/").status_code == 200
    zoe.get(new[new.index("/i/") :])
    assert doors.send(zoe, den, "join")[0] == 200


@pytest.mark.parametrize(
    ("who", "action", "fields", "status", "sentence"),
    [
        ("", "people/remove", {"seat": 1}, 403, "Sign in first."),
        ("", "link/renew", {}, 403, "Sign in first."),
        ("Bob", "people/remove", {"seat": 0}, 403, "Only the person who opened this table can do"),
        ("Bob", "link/renew", {}, 403, "Only the person who opened this table can do that."),
        ("Zoe", "link/renew", {}, 403, "Only the person who opened this table can do that."),
        ("Alice", "people/remove", {}, 400, "Say which seat."),
        ("Alice", "people/remove", {"seat": 0}, 400, "That is your own seat. Cancel the table"),
        ("Alice", "people/remove", {"seat": 3}, 404, "There is nobody on that seat."),
    ],
)
def test_what_is_refused_changes_nothing(
    den: Game, who: str, action: str, fields: dict[str, Any], status: int, sentence: str
) -> None:
    cast.person("Zoe")
    client = doors.browser(user(who) if who else None)
    before = doors.stored()
    code, answer = doors.send(client, den, action, **fields)
    assert (code, answer["error"][: len(sentence)]) == (status, sentence)
    assert doors.stored() == before


@pytest.mark.parametrize("action", ["people/remove", "link/renew"])
@pytest.mark.parametrize(("who", "status"), [("Alice", 409), ("Bob", 403)])
def test_once_the_game_runs_it_is_too_late(den: Game, action: str, who: str, status: int) -> None:
    start_game(game_id=den.pk, user=user("Alice"))
    assert doors.send(doors.browser(user(who)), den, action, seat=1)[0] == status
    assert den.seats.count() == 2


def test_only_the_host_finds_the_buttons(den: Game) -> None:
    for name, found in (("Alice", True), ("Bob", False)):
        page = doors.page(doors.browser(user(name)), f"/games/{den.pk}/")
        assert ("Remove Bob from the table" in page) == found
        assert (f"/games/{den.pk}/link/renew/" in page) == found
