"""Tables that nobody starts close by themselves; games that were started never do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Due, Game, Turn
from games.models.game import DAY
from games.services.sweeping import sweep
from games.services.tables import create_game, join_game
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


def test_a_table_nobody_starts_closes_and_says_why() -> None:
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Friday herd")
    join_game(game_id=game.pk, user=bob)
    assert (sweep() or {})["tables"] == 0
    Game.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert (sweep() or {})["tables"] == 1
    assert (sweep() or {})["tables"] == 0
    client = doors.browser(bob)
    assert doors.view(client, game)["phase"] == "cancelled"
    assert "Nobody started it in time." in doors.page(client, f"/games/{game.pk}/")
    assert "Friday herd" not in doors.page(client, "/games/")
    assert doors.send(client, game, "join")[0] == 409


def test_a_closed_table_stays_in_its_peoples_history_with_the_reason() -> None:
    """Field report B-21: nothing vanishes without a word."""
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Friday herd")
    join_game(game_id=game.pk, user=bob)
    Game.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    sweep()
    for user in (alice, bob):
        text = doors.page(doors.browser(user), "/history/")
        assert "Friday herd" in text
        assert "Nobody started it in time." in text


def test_a_slow_game_whose_first_pick_takes_six_days_is_alive() -> None:
    """Field report B-21."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], pace_seconds=7 * DAY)
    long_ago = timezone.now() - timedelta(days=6)
    Game.objects.update(created_at=long_ago, expires_at=long_ago + timedelta(days=1))
    Due.objects.update(started_at=long_ago, at=long_ago + timedelta(days=7))
    sweep()
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert not cast.open_turn(game).picks.exists()
    cast.pick(game, alice, cast.hand_of(game, alice)[0])


def test_a_lost_message_or_a_forgotten_deadline_is_found_by_the_sweep() -> None:
    """Field report B-16: nothing but the columns is needed; weeks late is not too late."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    cast.reveal_once(game, [alice, bob])
    weeks_ago = timezone.now() - timedelta(weeks=3)
    Due.objects.filter(settled_at=None).update(started_at=weeks_ago, at=weeks_ago)
    assert (sweep() or {})["missed"] == 2
    turn = cast.open_turn(game)
    assert turn.state == Turn.State.RESOLVING
    Turn.objects.update(complete_at=timezone.now() - timedelta(minutes=1))
    assert (sweep() or {})["resolutions"] == 1
