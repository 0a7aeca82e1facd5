"""Two-sided tables: two places equally near are no row to be taken, and no page says so."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.live import announcement
from games.models import Game
from tests.games import cast, doors

pytestmark = pytest.mark.django_db
FULL = [60, 61, 62, 63, 64]


def two_sided() -> tuple[Game, User, User]:
    """Alice's 50 lies 10 from the 40 of row 1 and 10 from the full row 2."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], placement="both", hints=True)
    hands = {"Alice": [45, 50, *range(11, 19)], "Bob": list(range(91, 101))}
    cast.stack(game, [[40], FULL, [80], [90]], hands)
    return game, alice, bob


def test_the_owner_chooses_a_place_and_sees_what_each_costs() -> None:
    game, alice, bob = two_sided()
    cast.play(game, {alice: 50, bob: 100})
    view = doors.view(doors.browser(alice), game)
    assert view["choice"] == {
        "card": 50,
        "why": "tie",
        "rows": [
            {"index": 0, "bullheads": 0, "cards": [40]},
            {"index": 1, "bullheads": 7, "cards": FULL},
        ],
    }
    assert announcement(view) == "Your 50 lies equally near to two places: choose one."
    page = doors.page(doors.browser(alice), f"/games/{game.pk}/")
    assert "Where does it go?" in page
    assert "Put it to row 1: 0 bullheads" in page
    assert "fits nowhere. Mark" not in page


def test_the_learning_table_names_the_side_and_the_tie() -> None:
    game, alice, _ = two_sided()
    hints = {h["card"]: h["hint"] for h in doors.view(doors.browser(alice), game)["hand"]}
    assert hints[45]["text"] == "45 − 40 = 5, the smallest: row 1."
    assert hints[18]["text"] == "40 − 18 = 22, the smallest: left of row 1."
    assert hints[50]["text"] == "50 lies equally near to two places: you would choose."


def test_in_the_middle_of_a_turn_everybody_sees_the_rows_as_they_lie_then() -> None:
    """Bob's 3 has been placed when Alice is asked; the lanes show it."""
    game, alice, bob = two_sided()
    cast.stack(
        game,
        [[40], FULL, [80], [90]],
        {"Alice": [50, *range(11, 20)], "Bob": [3, *range(91, 100)]},
    )
    cast.play(game, {alice: 50, bob: 3})
    for viewer in (doors.browser(alice), doors.browser(bob), doors.browser()):
        rows = doors.view(viewer, game)["rows"]
        assert [card["card"] for card in rows[0]["cards"]] == [3, 40]
