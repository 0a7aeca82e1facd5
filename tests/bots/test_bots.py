"""What the bots promise: legal, repeatable, quick, and of two clearly different strengths."""

import random
import time
from dataclasses import replace
from typing import Any

import pytest

from games.bots import LEVELS, Bot, NoCards
from games.engine import (
    ChoiceNeeded,
    Draft,
    IllegalChoice,
    Options,
    RoundState,
    View,
    deal_round,
    resolve_turn,
    view_for,
)
from tests.bots.arena import VARIANTS, RandomBot, mean_bullheads, play_round

LEVEL = pytest.mark.parametrize("bot", LEVELS.values(), ids=LEVELS)
VARIANT = pytest.mark.parametrize("options", VARIANTS, ids=lambda o: f"{o.deal}-{o.placement}")


def first_view(players: int, options: Options) -> View[int]:
    cards = random.Random(5).sample(range(1, 105), 104)
    state = RoundState.from_deal(deal_round(cards, players), options=options, seats=range(players))
    return view_for(state, 0)


@LEVEL
@VARIANT
@pytest.mark.parametrize("players", [2, 5, 10])
def test_a_table_of_bots_plays_every_variant_to_its_end(
    bot: Bot, options: Options, players: int
) -> None:
    state = play_round([bot] * players, options, random.Random(players))
    assert state.is_over
    assert sum(len(pile) for pile in state.taken.values()) + sum(map(len, state.rows)) == (
        10 * players + 4
    )


@LEVEL
@VARIANT
def test_the_same_random_numbers_give_the_same_round(bot: Bot, options: Options) -> None:
    first, second = (play_round([bot] * 4, options, random.Random(11)) for _ in range(2))
    assert first == second


@LEVEL
def test_an_empty_hand_is_a_defined_error(bot: Bot) -> None:
    view = replace(first_view(4, Options()), hand=())
    with pytest.raises(NoCards):
        bot.pick(view, random.Random(1))


@LEVEL
def test_a_spectator_cannot_let_a_bot_pick(bot: Bot) -> None:
    state = RoundState.start([[1], [2], [3], [4]], {"Alice": [10], "Bob": [20]})
    with pytest.raises(NoCards):
        bot.pick(view_for(state, None), random.Random(1))


@LEVEL
@VARIANT
def test_the_last_card_is_played_whatever_it_is(bot: Bot, options: Options) -> None:
    view = first_view(4, options)
    for card in view.hand:
        assert bot.pick(replace(view, hand=(card,)), random.Random(1)) == card


@LEVEL
def test_a_finished_draft_is_a_defined_error(bot: Bot) -> None:
    finished = Draft(2, 0, tuple(range(1, 21)))
    with pytest.raises(NoCards):
        bot.draft(finished, random.Random(1))


@LEVEL
def test_a_bot_takes_the_first_of_the_cheapest_rows_every_time(bot: Bot) -> None:
    state = RoundState.start([[11], [5, 10], [20, 21, 22], [55]], {"Alice": [3], "Bob": [60]})
    choice = state.play({"Alice": 3, "Bob": 60})
    assert isinstance(choice, ChoiceNeeded)
    view = view_for(state, "Alice", choice=choice)
    assert {bot.choose_row(view, choice.rows_allowed, random.Random(n)) for n in range(100)} == {0}


@LEVEL
def test_a_bot_goes_to_the_row_with_room_when_two_places_are_equally_near(bot: Bot) -> None:
    rows = [[20, 21, 22, 23, 24], [34, 36], [80], [90]]
    both = Options(placement="both")
    choice = resolve_turn(rows, {"Alice": 29}, options=both)
    assert isinstance(choice, ChoiceNeeded)
    assert choice.why == "tie"
    state = RoundState.start(rows, {"Alice": [29], "Bob": [60]}, options=both)
    view = view_for(state, "Alice", choice=choice)
    assert bot.choose_row(view, choice.rows_allowed, random.Random(1)) == 1


@LEVEL
def test_no_row_to_choose_from_is_a_defined_error(bot: Bot) -> None:
    with pytest.raises(IllegalChoice):
        bot.choose_row(first_view(4, Options()), (), random.Random(1))


@LEVEL
@VARIANT
def test_a_pick_takes_at_most_five_milliseconds(bot: Bot, options: Options) -> None:
    view = first_view(10, options)
    assert min(_seconds(bot, view) for _ in range(20)) < 0.005


def _seconds(bot: Bot, view: View[Any]) -> float:
    start = time.perf_counter()
    bot.pick(view, random.Random(1))
    return time.perf_counter() - start


@VARIANT
def test_both_levels_beat_random_players(options: Options) -> None:
    for bot in LEVELS.values():
        own, other = mean_bullheads(bot, RandomBot(), options, rounds=30)
        assert own < 0.75 * other


def test_the_counting_bot_clearly_beats_the_simple_one() -> None:
    own, other = mean_bullheads(LEVELS["counter"], LEVELS["simple"], Options(), rounds=240)
    assert own < 0.9 * other


@VARIANT
def test_the_counting_bot_beats_the_simple_one_in_every_variant(options: Options) -> None:
    own, other = mean_bullheads(LEVELS["counter"], LEVELS["simple"], options, rounds=60)
    assert own < other
