"""The last picks of a turn arrive together: all are taken, and the turn resolves once."""

from __future__ import annotations

from functools import partial

import pytest

from games.models import Pick, Turn
from tests.faults.conftest import People, Visitors
from tests.faults.tables import check_resolved_once, label_of
from tests.faults.visitor import Answer, Visitor
from tests.games import cast
from tests.threads import at_once


@pytest.mark.parametrize("count", [2, 10])
def test_picks_that_arrive_together_are_all_taken_and_the_turn_resolves_once(
    count: int, people: People, visitors: Visitors
) -> None:
    """Field reports A-01, A-04, C-39: as many accepted picks as players, one resolution."""
    users = people(count)
    game = cast.running_game(users)
    before, turn = game.version, cast.open_turn(game)
    players = visitors(game, users)
    cards = [cast.hand_of(game, user)[-1] for user in users]
    acts = [partial(p.pick, game, card) for p, card in zip(players, cards, strict=True)]
    answers = at_once(acts)
    assert [answer.status for answer in answers] == [200] * count
    check_resolved_once(game, turn, accepted=count, version=before)
    assert set(Pick.objects.filter(turn=turn).values_list("card", flat=True)) == set(cards)


def test_picks_may_change_while_the_last_one_arrives(people: People, visitors: Visitors) -> None:
    """Field reports B-24, B-31: what counts is each player's last accepted pick."""
    users = people(6)
    game = cast.running_game(users)
    before, turn = game.version, cast.open_turn(game)
    label = label_of(turn)
    hands = [cast.hand_of(game, user) for user in users]

    def change_mind(player: Visitor, hand: list[int]) -> list[tuple[int, Answer]]:
        return [(card, player.pick(game, card, turn=label)) for card in (hand[0], hand[5], hand[0])]

    players = visitors(game, users)
    acts = [partial(change_mind, p, hand) for p, hand in zip(players, hands, strict=True)]
    answers = at_once(acts)
    taken = [[card for card, answer in mine if answer.status == 200] for mine in answers]
    refused = {answer.status for mine in answers for _, answer in mine} - {200}
    assert refused <= {409}
    check_resolved_once(game, turn, accepted=sum(map(len, taken)), version=before)
    picks = Pick.objects.filter(turn=turn).order_by("seat__number")
    assert [pick.card for pick in picks] == [cards[-1] for cards in taken]
    for user, hand, cards in zip(users, hands, taken, strict=True):
        assert cast.hand_of(game, user) == sorted(set(hand) - {cards[-1]})


def test_one_card_picked_in_two_tabs_is_one_pick(people: People, visitors: Visitors) -> None:
    """Field report B-32."""
    users = people(2)
    game = cast.running_game(users)
    turn = cast.open_turn(game)
    tabs = visitors(game, [users[0], users[0]])
    card = cast.hand_of(game, users[0])[0]
    answers = at_once([partial(tab.pick, game, card) for tab in tabs])
    assert [answer.status for answer in answers] == [200, 200]
    assert Pick.objects.get(turn=turn).card == card
    assert cast.open_turn(game).state == Turn.State.PICKING
    assert len(cast.hand_of(game, users[0])) == 10
