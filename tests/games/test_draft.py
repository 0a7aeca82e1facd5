"""The draft ("Logic"): open cards, taken in turn; wish lists take for whoever is away."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games import engine
from games.models import Game, Notification, Round, Seat
from games.notifications.words import sentence
from games.services.drafting import set_wishes, take_card
from games.services.errors import BadRequest, TooLate
from games.services.rehearsing import play_turns
from games.services.sweeping import sweep
from games.verifying import problems_of
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return cast.people(3)


@pytest.fixture
def game(users: list[User]) -> Game:
    return cast.running_game(users, deal="draft", deck="tight")


def draft(game: Game, user: User | None = None) -> dict[str, object]:
    part: dict[str, object] = doors.view(doors.browser(user), game)["draft"]
    return part


def round_of(game: Game) -> Round:
    return game.rounds.get(number=1)


def test_everybody_sees_all_cards_and_whose_turn_it_is(game: Game, users: list[User]) -> None:
    seen = draft(game)
    cards = seen["table"]
    assert isinstance(cards, list)
    assert [card["card"] for card in cards] == list(range(1, 35))
    starter = round_of(game).draft_starter
    assert seen["turn_seat"] == starter
    assert [draft(game, user)["your_turn"] for user in users] == [n == starter for n in range(3)]


def test_only_whose_turn_it_is_takes_and_only_what_is_there(game: Game, users: list[User]) -> None:
    starter = round_of(game).draft_starter or 0
    first, second = users[starter], users[(starter + 1) % 3]
    with pytest.raises(TooLate, match=f"It is {first.username}'s turn"):
        take_card(game_id=game.pk, user=second, card=7)
    take_card(game_id=game.pk, user=first, card=7)
    with pytest.raises(BadRequest, match="Card 7 is not on the table"):
        take_card(game_id=game.pk, user=second, card=7)
    assert draft(game, second)["your_turn"] is True


def test_what_was_taken_lies_open_and_a_wish_list_does_not(game: Game, users: list[User]) -> None:
    starter = round_of(game).draft_starter or 0
    waiting = users[(starter + 1) % 3]
    set_wishes(game_id=game.pk, user=waiting, cards=[9, 3])
    assert draft(game, waiting)["wishes"] == [9, 3]
    assert [draft(game, user)["wishes"] for user in users if user != waiting] == [[], []]
    assert draft(game)["wishes"] == []
    take_card(game_id=game.pk, user=users[starter], card=9)
    taken = draft(game)["taken"]
    assert taken == {str(n): {starter: [9], (starter + 1) % 3: [3]}.get(n, []) for n in range(3)}


def test_who_did_not_take_themselves_is_told_at_the_table(game: Game, users: list[User]) -> None:
    """By whom the cards were taken that nobody pressed for: a wish list, a stand-in."""
    starter = round_of(game).draft_starter or 0
    first, second, third = (users[(starter + n) % 3] for n in range(3))
    set_wishes(game_id=game.pk, user=second, cards=[9, 3])
    take_card(game_id=game.pk, user=first, card=1)
    Seat.objects.filter(user=third).update(has_acted=True)
    cast.let_time_pass(game)
    sweep()
    take = round_of(game).takes.get(number=2)
    numbers = [str((starter + n) % 3) for n in (1, 2)]
    stand_in = [f"by a stand-in: {take.card}"]
    for user, told in ((second, "by your wish list: 9"), (first, "by a wish list: 9")):
        assert draft(game, user)["taken_unasked"] == {numbers[0]: [told], numbers[1]: stand_in}
        assert told in doors.page(doors.browser(user), game.get_absolute_url())


def test_each_is_told_once_how_many_cards_their_list_took(game: Game, users: list[User]) -> None:
    for user in users:
        set_wishes(game_id=game.pk, user=user, cards=list(range(1, 35)))
    told = Notification.objects.filter(event="order", game=game)
    assert [sentence(one, one.user) for one in told] == ["Your wish list took 10 cards."] * 3


def test_with_wish_lists_nobody_comes_back_ten_times(game: Game, users: list[User]) -> None:
    """Three lists of every card, and the draft runs through by itself."""
    for user in users:
        set_wishes(game_id=game.pk, user=user, cards=list(range(1, 35)))
    round_ = round_of(game)
    assert round_.state == Round.State.PLAYING
    order = engine.draft_order(round_.draft_starter or 0, 3)
    first = cast.hand_of(game, users[order[0]])
    assert first == list(range(1, 29, 3))
    assert round_.start_rows == [31, 32, 33, 34]
    assert {take.by for take in round_.takes.all()} == {"order"}
    assert cast.open_turn(game).number == 1


def test_an_empty_list_asks_again(game: Game, users: list[User]) -> None:
    starter = round_of(game).draft_starter or 0
    waiting = users[(starter + 1) % 3]
    client = doors.browser(waiting)
    assert doors.send(client, game, "wishes", cards="9, 3 7")[1]["message"]
    assert draft(game, waiting)["wishes"] == [9, 3, 7]
    doors.send(client, game, "wishes", cards="")
    take_card(game_id=game.pk, user=users[starter], card=1)
    assert draft(game, waiting)["your_turn"] is True


def test_the_wish_list_of_the_page_is_kept(game: Game, users: list[User]) -> None:
    """The form on the page names its field as the address expects it."""
    text = doors.page(doors.browser(users[0]), f"/games/{game.pk}/")
    form = text.split(f'action="/games/{game.pk}/wishes/"')[1].split("</form>")[0]
    assert 'name="cards"' in form


def test_a_stand_in_takes_one_card_for_whoever_lets_the_deadline_pass(
    game: Game, users: list[User]
) -> None:
    round_ = round_of(game)
    starter = round_.draft_starter or 0
    assert sweep() is not None
    assert round_.takes.count() == 0
    for number in range(3):
        take_card(game_id=game.pk, user=users[(starter + number) % 3], card=number + 1)
    cast.let_time_pass(game)
    for _twice in range(2):
        sweep()
    take = round_.takes.get(number=3)
    assert (take.seat.number, take.by) == (starter, "standin")
    assert game.dues.get(settled_at=None).at > timezone.now()
    assert draft(game, users[(starter + 1) % 3])["your_turn"] is True


def test_each_round_is_drafted_anew_and_the_game_replays() -> None:
    users = cast.people(2)
    game = cast.running_game(
        users, ("simple", "counter"), deal="draft", deck="tight", end="rounds", rounds_wanted=2
    )
    for number in (1, 2):
        round_ = game.rounds.get(number=number)
        assert round_.state == Round.State.DRAFTING
        for user in users:
            set_wishes(game_id=game.pk, user=user, cards=list(range(1, 45)))
        assert list(problems_of(game)) == []
        play_turns(game.pk, turns=10)
    game.refresh_from_db()
    assert game.state == Game.State.FINISHED
    assert list(problems_of(game)) == []


def test_the_hands_of_a_draft_stay_open_for_everybody_while_it_is_played() -> None:
    """rules.md: hands are public in this variant, everyone saw them being taken."""
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], deal="draft", deck="tight")
    round_ = game.rounds.get(number=1)
    for _take in range(20):
        view = doors.view(doors.browser(alice), game)
        seat = view["draft"]["turn_seat"]
        card = view["draft"]["table"][0]["card"]
        take_card(game_id=game.pk, user=(alice, bob)[seat], card=card)
    stored = {hand.seat.number: sorted(hand.cards) for hand in round_.hands.all()}
    for viewer in (doors.browser(bob), doors.browser()):
        shown = doors.view(viewer, game)["open_hands"]
        assert {h["seat"]: [c["card"] for c in h["cards"]] for h in shown} == stored
    assert b"The hands everybody saw" in doors.browser().get(game.get_absolute_url()).content
