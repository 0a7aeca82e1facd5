"""How a game ended, and my finished games with a page each."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.models import Game
from games.services.rehearsing import play_turns
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


def ended_with(*totals: int) -> Game:
    """A game whose last card is played with these totals before it; nobody takes any more."""
    users = cast.people(len(totals))
    game = play_turns(cast.running_game(users, target=66).pk, turns=9)
    turn = cast.open_turn(game)
    round_ = turn.round
    turn.rows_before = round_.rows = [[10], [30], [50], [70]]
    round_.hands.update(bullheads=0, taken=[])
    round_.save()
    turn.save()
    cards = (11, 31, 51, 71, 91)
    for hand, card, total in zip(round_.hands.order_by("seat"), cards, totals, strict=False):
        hand.dealt = hand.cards = [card]
        hand.save()
        game.seats.filter(pk=hand.seat_id).update(total=total)
    cast.play(game, dict(zip(users, cards, strict=False)))
    return game


@pytest.mark.parametrize(
    ("totals", "ranks", "winners"),
    [
        ((12, 12, 20, 70), [1, 1, 3, 4], ["Alice", "Bob"]),
        ((12, 20, 20, 70), [1, 2, 2, 4], ["Alice"]),
        ((70, 80, 67), [2, 3, 1], ["Charlie"]),
    ],
)
def test_equal_totals_share_their_rank_and_the_lowest_win_together(
    totals: tuple[int, ...], ranks: list[int], winners: list[str]
) -> None:
    """Field report A-06."""
    game = ended_with(*totals)
    assert game.state == Game.State.FINISHED
    view = doors.view(doors.browser(), game)
    assert [seat["rank"] for seat in view["seats"]] == ranks
    assert view["result"]["winners"] == winners
    assert [line["rank"] for line in view["result"]["standings"]] == sorted(ranks)
    text = doors.page(doors.browser(), f"/games/{game.pk}/")
    assert " and ".join(f"<bdi>{n}</bdi>" for n in winners) + " win" in text
    assert "draw" not in re.sub(r"<[^>]+>", "", text).lower().replace("drawing", "")


def test_the_ending_says_that_fewest_win_and_who_you_are() -> None:
    """Field report A-08."""
    game = ended_with(10, 35, 68)
    bob = game.seats.get(number=1).user
    for path in (f"/games/{game.pk}/", f"/games/{game.pk}/record/"):
        text = doors.page(doors.browser(bob), path)
        assert "Fewest bullheads win." in text
        lines = text.split("<tbody>")[1].split("</tbody>")[0].split("<tr")[1:]
        assert ["(you)" in line for line in lines] == ["Bob" in line for line in lines]
        assert ["Alice" in line for line in lines] == [True, False, False]


def test_the_record_has_standings_scores_of_each_round_and_every_turn_as_text() -> None:
    users = cast.people(3)
    game = play_turns(cast.running_game(users, end="rounds", rounds_wanted=2).pk)
    text = doors.page(doors.browser(), f"/games/{game.pk}/record/")
    for number in (1, 2):
        for turn in range(1, 11):
            assert f'id="r{number}t{turn}"' in text
    assert text.count('class="told"') == 2 * 10 * 3
    view = doors.view(doors.browser(), game)
    for line in view["result"]["standings"]:
        assert sum(line["rounds"]) == line["total"]
        assert line["name"] in text


def test_my_finished_games_are_mine_and_the_last_comes_first() -> None:
    alice, bob, charlie = cast.people(3)
    for name, other in (("Early", bob), ("Late", charlie)):
        play_turns(cast.running_game([alice, other], name=name, end="rounds").pk)
    cast.running_game([alice, bob], name="Still running")
    hers = doors.page(doors.browser(alice), "/history/")
    assert hers.index("Late") < hers.index("Early")
    assert "Still running" not in hers
    assert "Late" not in doors.page(doors.browser(bob), "/history/")
    signed_out = doors.browser().get("/history/")
    assert signed_out["Location"] == "/accounts/login/?next=/history/"


def test_finished_games_tell_only_what_was_unusual_in_them() -> None:
    alice, bob = cast.people(2)
    play_turns(cast.running_game([alice, bob], name="Plain", target=66).pk)
    fields: dict[str, Any] = {"placement": "both", "end": "rounds", "rounds_wanted": 1}
    play_turns(cast.running_game([alice, bob], name="Both ends", **fields).pk)
    for path in ("/", "/history/"):
        text = doors.page(doors.browser(alice), path)
        assert text.count("1 round · Two-sided: cards also go to the left of a row") == 1
        assert "66 bullheads" not in text
        assert "vacation" not in text.split("<main")[1]
        assert "A seat that is left" not in text


def test_a_long_history_has_pages_and_nonsense_shows_one_of_them() -> None:
    alice, bob = cast.people(2)
    game = play_turns(cast.running_game([alice, bob], end="rounds").pk)
    for number in range(21):
        copy = Game.objects.get(pk=game.pk)
        copy.pk, copy.name, copy.invite_token = None, f"Copy {number}", f"copy-{number}"
        copy.save()
        copy.seats.create(number=0, user=alice, total=9, rank=1)
    client = doors.browser(alice)
    assert "?page=2" in doors.page(client, "/history/")
    assert "Friday herd" in doors.page(client, "/history/?page=2")
    for page in ("nonsense", "-1", "9999", "%00"):
        assert "Every turn" in doors.page(client, f"/history/?page={page}")


@pytest.mark.parametrize(
    ("totals", "told"),
    [
        ((10, 35, 68), "10 bullheads, 25 fewer than Bob."),
        ((1, 67, 67), "1 bullhead, 66 fewer than Bob and Charlie."),
        ((70, 70, 70), "70 bullheads."),
    ],
)
def test_the_end_says_by_how_much_it_was_won(totals: tuple[int, ...], told: str) -> None:
    game = ended_with(*totals)
    bar = doors.page(doors.browser(), f"/games/{game.pk}/").split('id="region-bar"')[1]
    assert f"<p>{told}" in bar.split("</section>")[0]
