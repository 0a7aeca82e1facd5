"""The header's count of games that wait for me."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.notifications.events import Event
from games.selectors.bell import told
from games.selectors.lists import dashboard
from games.selectors.waiting import header
from games.services.leaving import resign
from games.services.missing import miss
from games.services.moderating import moderate
from games.services.resolving import resolve_turn
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


def badge(user: User, path: str = "/rules/") -> tuple[int, str, bool]:
    """Number, address and whether it is hidden, as a page has them."""
    text = doors.page(doors.browser(user), path)
    found = re.search(r'data-waiting href="([^"]+)"( hidden)?><span data-count>(\d+)<', text)
    assert found
    return int(found[3]), found[1], bool(found[2])


def test_nothing_waits_for_a_newcomer(alice: User) -> None:
    assert header(alice) == {"waiting": 0, "next": "", "bell": 0}
    assert badge(alice) == (0, "/", True)
    assert "<title>My games" in doors.page(doors.browser(alice), "/")


def test_the_badge_counts_games_that_wait_and_leads_to_the_most_urgent(
    alice: User, bob: User
) -> None:
    slow = cast.running_game([alice, bob], pace_seconds=7 * 86400)
    fast = cast.running_game([alice, bob], pace_seconds=86400)
    assert badge(alice) == (2, f"/games/{fast.pk}/", False)
    assert "<title>(2) My games" in doors.page(doors.browser(alice), "/")
    cast.pick(fast, alice, cast.hand_of(fast, alice)[0])
    assert badge(alice) == (1, f"/games/{slow.pk}/", False)
    cast.pick(slow, alice, cast.hand_of(slow, alice)[0])
    assert badge(alice) == (0, "/", True)


def test_on_a_table_the_next_game_is_another_one(alice: User, bob: User) -> None:
    first, second = (cast.running_game([alice, bob]) for _number in range(2))
    assert header(alice, first.pk)["next"] == f"/games/{second.pk}/"
    assert header(alice, second.pk)["next"] == f"/games/{first.pk}/"
    cast.pick(second, alice, cast.hand_of(second, alice)[0])
    assert header(alice, first.pk)["next"] == f"/games/{first.pk}/"
    client = doors.browser(alice)
    link = r'data-next data-here="[^"]+" href="([^"]+)"( hidden)?'
    alone = re.search(link, doors.page(client, f"/games/{first.pk}/"))
    assert alone and alone[2]
    away = re.search(link, doors.page(client, f"/games/{second.pk}/"))
    assert away and away[1] == f"/games/{first.pk}/" and not away[2]


@pytest.mark.parametrize("deal", ["shuffled", "draft"])
def test_the_badge_is_what_the_dashboard_lists(alice: User, bob: User, deal: str) -> None:
    deck = "tight" if deal == "draft" else "full"
    game = cast.running_game([alice, bob], deal=deal, deck=deck)
    for user in (alice, bob):
        assert header(user)["waiting"] == len(dashboard(user).waiting)
    if deal == "draft":
        assert header(alice)["waiting"] + header(bob)["waiting"] == 1
        return
    cast.pick(game, alice, cast.hand_of(game, alice)[0], "ask")
    cast.pick(game, bob, cast.hand_of(game, bob)[0], "ask")
    assert header(alice)["waiting"] == len(dashboard(alice).waiting) == 0


def test_no_number_points_at_a_game_that_ended_or_pauses(alice: User, bob: User) -> None:
    staff = cast.person("Herder", is_superuser=True)
    paused, void, left = (cast.running_game([alice, bob]) for _number in range(3))
    moderate(game_id=paused.pk, moderator=staff, action="pause", reason="A quarrel.")
    moderate(game_id=void.pk, moderator=staff, action="void", reason="A quarrel.")
    assert header(alice)["waiting"] == 1
    resign(game_id=left.pk, user=alice)
    assert header(alice)["waiting"] == 0
    assert Event.YOUR_TURN not in [n.event for n in told(alice.pk) if n.game_id != paused.pk]


def test_who_is_away_is_not_waited_for(alice: User, bob: User) -> None:
    game = cast.running_game([alice, bob])
    cast.play_lowest(game, [alice, bob])
    for _time in range(3):
        cast.pick(game, bob, cast.hand_of(game, bob)[0], "cheapest")
        cast.let_time_pass(game)
        due = game.dues.get(settled_at=None)
        miss(due.game_id)
        resolve_turn(turn_id=cast.open_turn(game).pk)
    assert header(alice)["waiting"] == len(dashboard(alice).waiting) == 0
