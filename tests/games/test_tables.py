"""A table before its first card: who sits down, gets up, starts it, closes it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction

from games.models import Game, Hand, Salt, Seat
from games.services.errors import NotYours, TooLate
from games.services.hosting import add_bot, remove_bot
from games.services.tables import (
    OPEN_TABLES_A_PERSON,
    cancel_game,
    create_game,
    join_game,
    leave_game,
    start_game,
)
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


def names(game: Game) -> list[str]:
    return [seat.name for seat in game.seats.select_related("user")]


@pytest.mark.parametrize("count", [2, 4, 10])
def test_everybody_who_joined_is_dealt_ten_cards_and_one_more_comes_too_late(count: int) -> None:
    """Field report A-22."""
    *users, late = [*cast.people(count), cast.person("Zoe")]
    game = create_game(creator=users[0], name="Friday herd", seats_wanted=count)
    for user in users[1:]:
        join_game(game_id=game.pk, user=user)
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert names(game) == [user.username for user in users]
    hands = [hand.cards for hand in Hand.objects.filter(round__game=game)]
    assert [len(hand) for hand in hands] == [10] * count
    with pytest.raises(TooLate):
        join_game(game_id=game.pk, user=late)


def test_alice_starts_earlier_with_those_who_are_there() -> None:
    alice, bob, charlie = cast.people(3)
    game = create_game(creator=alice, name="Friday herd", seats_wanted=5)
    join_game(game_id=game.pk, user=bob)
    join_game(game_id=game.pk, user=charlie)
    leave_game(game_id=game.pk, user=bob)
    add_bot(game_id=game.pk, user=alice, level="counter")
    add_bot(game_id=game.pk, user=alice, level="simple")
    leave_game(game_id=game.pk, user=charlie)
    game = start_game(game_id=game.pk, user=alice)
    assert game.state == Game.State.RUNNING
    assert [seat.number for seat in game.seats.all()] == [0, 1, 2]  # no gap is left
    assert names(game)[0] == "Alice"


def test_nobody_starts_alone() -> None:
    (alice,) = cast.people(1)
    game = create_game(creator=alice, name="Friday herd")
    with pytest.raises(TooLate, match="One more player is needed"):
        start_game(game_id=game.pk, user=alice)


def test_whoever_gets_up_and_comes_back_finds_the_seats_taken() -> None:
    """Field report B-29: leaving and joining again does not slip past the limit."""
    alice, bob, charlie = cast.people(3)
    game = create_game(creator=alice, name="Friday herd", seats_wanted=3)
    join_game(game_id=game.pk, user=bob)
    leave_game(game_id=game.pk, user=bob)
    join_game(game_id=game.pk, user=charlie)
    add_bot(game_id=game.pk, user=alice, level="simple")
    with pytest.raises(TooLate):
        join_game(game_id=game.pk, user=bob)
    assert "Bob" not in names(game)


def test_joining_twice_is_one_seat() -> None:
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Friday herd")
    for _twice in range(2):
        join_game(game_id=game.pk, user=bob)
    assert names(game) == ["Alice", "Bob"]
    assert Salt.objects.filter(round__game=game).count() == 2
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=game, number=3, user=bob)


def test_two_people_at_one_address_play_together_and_nobody_is_accused() -> None:
    """Field report A-40."""
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Friday herd", seats_wanted=2)
    bobs = doors.browser(bob)
    status, answer = doors.send(bobs, game, "join")
    assert (status, answer["message"]) == (200, "The table is full: the game has started.")
    page = doors.page(doors.browser(alice), f"/games/{game.pk}/")
    assert "127.0.0.1" not in page.replace(settings.SITE_URL, "")  # the address of the site itself


def test_when_its_creator_leaves_the_table_closes_and_says_why() -> None:
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Friday herd")
    join_game(game_id=game.pk, user=bob)
    leave_game(game_id=game.pk, user=alice)
    seen = doors.view(doors.browser(bob), game)
    assert (seen["phase"], seen["game"]["reason"]) == ("cancelled", "Alice left.")
    assert "Alice left." in doors.page(doors.browser(bob), f"/games/{game.pk}/")


def test_alice_cancels_her_table() -> None:
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Friday herd")
    with pytest.raises(NotYours):
        cancel_game(game_id=game.pk, user=bob)
    game = cancel_game(game_id=game.pk, user=alice)
    assert (game.state, game.reason) == (Game.State.CANCELLED, "Cancelled by Alice.")
    with pytest.raises(TooLate):
        join_game(game_id=game.pk, user=bob)


def test_bots_take_seats_and_give_them_back() -> None:
    (alice,) = cast.people(1)
    game = create_game(creator=alice, name="Friday herd", seats_wanted=4)
    add_bot(game_id=game.pk, user=alice, level="simple")
    add_bot(game_id=game.pk, user=alice, level="counter")
    remove_bot(game_id=game.pk, user=alice, number=1)
    assert [(seat.number, seat.bot) for seat in game.seats.all()] == [(0, ""), (2, "counter")]
    assert len(set(names(game))) == 2


def test_alice_cannot_open_tables_without_end() -> None:
    (alice,) = cast.people(1)
    for _table in range(OPEN_TABLES_A_PERSON):
        game = create_game(creator=alice, name="Friday herd")
    with pytest.raises(TooLate, match="many open tables"):
        create_game(creator=alice, name="One more")
    cancel_game(game_id=game.pk, user=alice)
    create_game(creator=alice, name="One more")


class TestPrivate:
    """A private table is for its people and those who have its link."""

    @pytest.fixture
    def game(self) -> Game:
        alice = cast.person("Alice")
        return create_game(creator=alice, name="Secret herd", visibility="private", seats_wanted=3)

    def test_strangers_find_it_nowhere(self, game: Game) -> None:
        """Field report B-37: not in the list, no name, not by its number, not by the socket."""
        bob = doors.browser(cast.person("Bob"))
        for client in (bob, doors.browser()):
            for path in ("/", "/games/", "/games/?state=running", "/people/Alice/"):
                assert "Secret herd" not in doors.page(client, path)
            for path in ("/", ".json", "/fragment/", "/fragment/?version=1", "/record/"):
                response = client.get(f"/games/{game.pk}{path}")
                assert response.status_code == 403, path
                assert "Secret herd" not in response.content.decode()
                assert "Alice" not in response.content.decode()
            closed = [{"type": "close", "code": 4403}]
            assert doors.frames(client, f"/ws/games/{game.pk}/") == closed

    def test_who_opens_the_link_sees_it_and_may_join(self, game: Game) -> None:
        bob = doors.browser(cast.person("Bob"))
        assert bob.get(f"/i/{game.invite_token}/")["Location"] == f"/games/{game.pk}/"
        assert doors.view(bob, game)["viewer"]["kind"] == "spectator"
        assert doors.frames(bob, f"/ws/games/{game.pk}/")[0]["type"] == "table"
        assert doors.send(bob, game, "join")[0] == 200

    def test_who_got_up_is_shown_no_more_of_it(self, game: Game) -> None:
        bob = cast.person("Bob")
        client = doors.browser(bob)
        join_game(game_id=game.pk, user=bob, invited=True)
        version = doors.view(client, game)["game"]["version"]
        game.seats.get(user=bob).delete()
        response = client.get(f"/games/{game.pk}/fragment/?version={version}")
        assert response.status_code == 403

    def test_a_visitor_with_the_link_signs_in_and_sits_down(self, game: Game) -> None:
        cast.person("Bob")
        visitor = doors.browser()
        visitor.get(f"/i/{game.invite_token}/")
        assert f"/accounts/login/?next=/games/{game.pk}/" in doors.page(
            visitor, f"/games/{game.pk}/"
        )
        form = {"login": "Bob", "password": "pasture-test"}
        response = visitor.post(f"/accounts/login/?next=/games/{game.pk}/", form)
        assert response["Location"] == f"/games/{game.pk}/"
        assert doors.send(visitor, game, "join")[0] == 200

    def test_the_address_of_a_game_hands_over_no_seat(self, game: Game) -> None:
        """Field report B-38: somebody who gets Alice's address is a stranger."""
        join_game(game_id=game.pk, user=cast.person("Bob"), invited=True)
        assert doors.browser(cast.person("Zoe")).get(f"/games/{game.pk}/").status_code == 403


def test_the_address_of_a_public_game_shows_a_spectator_no_hand() -> None:
    """Field report B-38."""
    game = cast.running_game(cast.people(2))
    seen = doors.view(doors.browser(cast.person("Zoe")), game)
    assert seen["viewer"] == {
        "kind": "spectator",
        "seat": None,
        "name": "Zoe",
        "is_creator": False,
        "away": False,
        "may_sit": False,
        "no_seat": "",
        "muted": False,
    }
    assert (seen["hand"], seen["pick"], seen["choice"]) == (None, None, None)


def test_an_open_table_lives_two_weeks_and_a_live_one_two_hours() -> None:
    (alice,) = cast.people(1)
    slow = create_game(creator=alice, name="Slow", pace_seconds=86400)
    live = create_game(creator=alice, name="Live", pace_seconds=60)
    assert slow.expires_at - slow.created_at > timedelta(days=13)
    assert live.expires_at - live.created_at < timedelta(hours=3)


@pytest.mark.parametrize("started", [False, True])
def test_a_stranger_hears_of_a_private_table_only_that_it_is_private(started: bool) -> None:
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Den", seats_wanted=2, visibility="private")
    if started:
        join_game(game_id=game.pk, user=bob, invited=True)
    zoe = doors.browser(cast.person("Zoe"))
    status, answer = doors.send(zoe, game, "join")
    assert status == 403
    assert answer["error"].startswith("This table is private")
