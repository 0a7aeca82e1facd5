"""Somebody leaves for good: whatever was asked of them is done, and nobody waits for them again."""

from __future__ import annotations

import pytest

from games.models import Due, ExtensionVote, Game, Hand, Notification, Pick, Round, Seat, Turn
from games.services.drafting import set_wishes
from games.services.errors import NotYours, TooLate
from games.services.extending import vote_extension
from games.services.leaving import resign
from games.services.moderating import moderate
from games.services.orders import Order, set_queue
from games.services.picking import choose_row
from games.services.resolving import resolve_turn
from games.verifying import problems_of
from tests.games import cast, doors
from tests.seats.scenes import draft_game, drafter, low_game, seat_of

pytestmark = pytest.mark.django_db
STACKED = "round 1: the deal does not follow from seed and salts"  # hands put there by hand


def resolve(game: Game) -> Turn:
    turn = cast.open_turn(game)
    resolve_turn(turn_id=turn.pk)
    turn.refresh_from_db()
    game.refresh_from_db()
    return turn


def check_waits_for_people_only(game: Game) -> None:
    """Field report B-34: every open decision is asked of a person who is there."""
    for due in Due.objects.filter(game=game, settled_at=None).select_related("seat"):
        assert due.seat.user_id is not None
        assert due.seat.offered_at is None
    assert list(problems_of(game)) in ([], [STACKED])


def test_before_the_pick_a_bot_picks_at_once() -> None:
    alice, bob, charlie = users = cast.people(3)
    game = low_game(users)
    for user in (bob, charlie):
        cast.pick(game, user, cast.hand_of(game, user)[0], "cheapest")
    resign(game_id=game.pk, user=alice)
    assert cast.open_turn(game).state == Turn.State.RESOLVING
    assert resolve(game).state == Turn.State.DONE
    check_waits_for_people_only(game)


def test_after_the_pick_it_stays_and_nobody_is_asked_for_its_row() -> None:
    """The picked card lies below every row, with the wish to be asked."""
    alice, bob, charlie = users = cast.people(3)
    game = low_game(users)
    cast.pick(game, alice, 3, "ask")
    resign(game_id=game.pk, user=alice)
    for user in (bob, charlie):
        cast.pick(game, user, cast.hand_of(game, user)[-1], "cheapest")
    turn = resolve(game)
    assert turn.state == Turn.State.DONE
    step = turn.placements[0]
    assert (step["card"], step["by"], step["row_by"]) == (3, "player", "standin")
    check_waits_for_people_only(game)


def test_the_wish_of_who_has_left_still_counts() -> None:
    alice, bob, charlie = users = cast.people(3)
    game = low_game(users)
    cast.pick(game, alice, 3, "2")
    resign(game_id=game.pk, user=alice)
    for user in (bob, charlie):
        cast.pick(game, user, cast.hand_of(game, user)[-1], "cheapest")
    assert resolve(game).placements[0]["row"] == 2


def test_the_chooser_leaves_and_the_turn_goes_on() -> None:
    """Field report A-30."""
    alice, bob, charlie = users = cast.people(3)
    game = low_game(users)
    cast.play(game, {alice: 3, bob: 25, charlie: 35})
    assert cast.open_turn(game).chooser == seat_of(game, alice)
    resign(game_id=game.pk, user=alice)
    turn = resolve(game)
    assert turn.state == Turn.State.DONE
    assert turn.placements[0]["row_by"] == "standin"
    check_waits_for_people_only(game)
    with pytest.raises(NotYours):
        choose_row(game_id=game.pk, user=alice, row=0)


def test_in_a_draft_the_bot_takes_and_the_wish_list_is_gone() -> None:
    users = cast.people(3)
    game = draft_game(users)
    asked = drafter(game)
    other = next(user for user in users if user != asked)
    set_wishes(game_id=game.pk, user=other, cards=[3, 1, 2])
    hand = Hand.objects.get(seat__user=other)
    resign(game_id=game.pk, user=other)
    hand.refresh_from_db()
    assert hand.wishes == []
    resign(game_id=game.pk, user=asked)
    takes = game.rounds.get(state=Round.State.DRAFTING).takes.all()
    assert takes[0].by == Pick.By.BOT
    check_waits_for_people_only(game)


def test_between_two_picks_the_orders_are_gone() -> None:
    alice, _bob = users = cast.people(2)
    game = cast.running_game(users)
    cards = cast.hand_of(game, alice)
    cast.pick(game, alice, cards[0])
    set_queue(game_id=game.pk, user=alice, orders=[Order(card=cards[5])])
    resign(game_id=game.pk, user=alice)
    seat = game.seats.get(number=0)
    assert not seat.queued.exists()
    assert (seat.row_rule, seat.row_limit) == (Seat.RowRule.ASK, None)


def test_its_creator_leaves_and_the_game_goes_on() -> None:
    alice, bob = users = cast.people(2)
    game = cast.running_game(users, ("simple",))
    resign(game_id=game.pk, user=alice)
    cast.pick(game, bob, cast.hand_of(game, bob)[0], "cheapest")
    resolve(game)
    assert cast.open_turn(game).number == 2
    assert game.creator == alice


def test_everybody_leaves_and_the_bots_play_to_the_end() -> None:
    users = cast.people(2)
    game = cast.running_game(users, end="rounds")
    for user in users:
        resign(game_id=game.pk, user=user)
    for _turn in range(10):
        resolve_turn(turn_id=cast.open_turn(game).pk)
    game.refresh_from_db()
    assert game.state == Game.State.FINISHED
    assert not Due.objects.filter(game=game, settled_at=None).exists()
    assert set(game.seats.values_list("rank", flat=True)) <= {1, 2}


@pytest.mark.parametrize(("on_leave", "offered"), [("offer", True), ("bot", False)])
def test_the_table_chose_whether_the_seat_is_offered(on_leave: str, offered: bool) -> None:
    alice, _bob = users = cast.people(2)
    game = cast.running_game(users, on_leave=on_leave)
    resign(game_id=game.pk, user=alice)
    seat = game.seats.get(number=0)
    assert seat.user is None
    assert seat.bot == Seat.Bot.COUNTER
    assert (seat.offered_at is not None) is offered
    assert seat.tenures.get().end == "resigned"


def test_the_others_are_told_once_and_who_left_is_not() -> None:
    alice, *_others = users = cast.people(3)
    game = cast.running_game(users)
    resign(game_id=game.pk, user=alice)
    told = Notification.objects.filter(event="replaced", game=game)
    assert sorted(told.values_list("user__username", flat=True)) == ["Bob", "Charlie"]
    with pytest.raises(NotYours):
        resign(game_id=game.pk, user=alice)
    assert told.count() == 2


def test_the_vote_that_was_missing_is_missing_no_more() -> None:
    """Everybody who is left has agreed to more time."""
    alice, bob, charlie = users = cast.people(3)
    game = cast.running_game(users)
    for user in (alice, bob):
        vote_extension(game_id=game.pk, user=user)
    before = Due.objects.get(seat__user=alice, settled_at=None).length
    resign(game_id=game.pk, user=charlie)
    assert Due.objects.get(seat__user=alice, settled_at=None).length == 2 * before
    assert not ExtensionVote.objects.exists()


def test_nobody_resigns_from_a_game_that_is_not_played() -> None:
    alice, bob = users = cast.people(2)
    game = cast.running_game(users)
    herder = cast.person("Herder", is_superuser=True)
    with pytest.raises(NotYours):
        resign(game_id=game.pk, user=herder)
    moderate(game_id=game.pk, moderator=herder, action="pause", reason="A quarrel.")
    with pytest.raises(TooLate, match="A quarrel"):
        resign(game_id=game.pk, user=alice)
    moderate(game_id=game.pk, moderator=herder, action="void", reason="A quarrel.")
    with pytest.raises(TooLate):
        resign(game_id=game.pk, user=bob)


def test_the_result_says_who_did_not_finish_the_game() -> None:
    """Field report B-45: Alice left, a bot finished; Charlie was away when it ended."""
    alice, bob, charlie = users = cast.people(3)
    game = cast.running_game(users, end="rounds", rounds_wanted=1)
    cast.reveal_once(game, users)
    resign(game_id=game.pk, user=alice)
    Seat.objects.filter(game=game, user=charlie).update(misses=3, offered_at=game.started_at)
    while game.state == Game.State.RUNNING:
        for user in (bob, charlie):
            if not cast.open_turn(game).picks.filter(seat__user=user).exists():
                cast.pick(game, user, cast.hand_of(game, user)[0], "cheapest")
        Seat.objects.filter(game=game, user=charlie).update(misses=3, offered_at=game.started_at)
        resolve(game)
    for path in (f"/games/{game.pk}/", f"/games/{game.pk}/record/"):
        page = doors.page(doors.browser(bob), path)
        assert "finished the game for <bdi>Alice</bdi>, who had left" in page
        assert "was away at the end: a stand-in played" in page
    standings = {
        line["seat"]: line for line in doors.view(doors.browser(bob), game)["result"]["standings"]
    }
    assert [standings[n]["formerly"] for n in range(3)] == [["Alice"], [], []]
    assert [standings[n]["away"] for n in range(3)] == [False, False, True]
