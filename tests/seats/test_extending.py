"""More time by agreement of everybody who is there."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.utils import timezone

from games.models import Due, ExtensionVote, Seat
from games.services.errors import NotYours, TooLate
from games.services.extending import vote_extension
from games.services.leaving import take_seat
from tests.games import cast
from tests.seats.scenes import draft_game

pytestmark = pytest.mark.django_db


def test_when_all_agree_everything_open_has_the_pace_once_more() -> None:
    alice, bob, charlie = users = cast.people(3)
    game = cast.running_game(users)
    cast.pick(game, charlie, cast.hand_of(game, charlie)[0])

    def deadlines() -> dict[int, datetime]:
        return dict(Due.objects.filter(game=game, settled_at=None).values_list("seat_id", "at"))

    before = deadlines()
    assert not vote_extension(game_id=game.pk, user=alice)[1]
    assert not vote_extension(game_id=game.pk, user=alice)[1]  # twice is once
    assert not vote_extension(game_id=game.pk, user=charlie)[1]
    assert deadlines() == before
    assert vote_extension(game_id=game.pk, user=bob)[1]
    assert deadlines() == {seat: at + game.pace for seat, at in before.items()}
    assert not ExtensionVote.objects.exists()


def test_people_who_are_away_and_bots_are_not_asked() -> None:
    alice, _bob = users = cast.people(2)
    game = cast.running_game(users, ("simple",))
    Seat.objects.filter(user=users[1]).update(offered_at=timezone.now())
    with pytest.raises(TooLate, match="Take your seat back"):
        vote_extension(game_id=game.pk, user=users[1])
    assert vote_extension(game_id=game.pk, user=alice)[1]


def test_in_a_draft_too() -> None:
    users = cast.people(2)
    game = draft_game(users)
    due = Due.objects.get(game=game, settled_at=None)
    for user in users:
        vote_extension(game_id=game.pk, user=user)
    before, length = due.at, due.length
    due.refresh_from_db()
    assert due.length == 2 * length
    assert due.at > before


def test_a_newcomer_has_not_agreed_to_anything() -> None:
    alice, bob, _charlie = users = cast.people(3)
    game = cast.running_game(users)
    vote_extension(game_id=game.pk, user=alice)
    Seat.objects.filter(user=alice).update(offered_at=timezone.now())
    take_seat(game_id=game.pk, user=cast.person("Dora"), number=0)
    assert not ExtensionVote.objects.exists()
    assert not vote_extension(game_id=game.pk, user=bob)[1]


def test_only_people_at_the_table_vote_and_only_when_something_is_asked() -> None:
    users = cast.people(2)
    game = cast.running_game(users)
    with pytest.raises(NotYours):
        vote_extension(game_id=game.pk, user=cast.person("Dora"))
    for user in users:
        cast.pick(game, user, cast.hand_of(game, user)[0], "cheapest")
    with pytest.raises(TooLate, match="Nobody is asked"):
        vote_extension(game_id=game.pk, user=users[0])
