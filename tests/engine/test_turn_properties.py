"""What holds for any turn on any rows."""

from hypothesis import given, settings

from games.engine import ChoiceNeeded, Options, TurnResult, needs_wish, place_alone, resolve_turn
from tests.engine import reference
from tests.engine.strategies import Position, positions

CLASSIC, BOTH = Options(), Options(placement="both")


def played_out(position: Position, options: Options) -> tuple[TurnResult[int], list[int]]:
    """The turn with every choice given when asked, and the seats that were asked."""
    choices: dict[int, int] = {}
    while isinstance(
        result := resolve_turn(position.rows, position.plays, choices, options), ChoiceNeeded
    ):
        assert result.seat not in choices
        wish = position.choices[result.seat]
        allowed = result.rows_allowed
        choices[result.seat] = wish if wish in allowed else allowed[0]
    return result, list(choices)


@settings(max_examples=250)
@given(positions())
def test_every_turn_ends_as_the_plain_reading_of_the_rules_says(position: Position) -> None:
    for options in (CLASSIC, BOTH):
        result, _ = played_out(position, options)
        rows, taken, order = reference.turn(*position, both=options.placement == "both")
        assert [list(row) for row in result.rows] == rows
        assert {seat: list(cards) for seat, cards in result.taken.items()} == taken
        assert [placement.card for placement in result.placements] == order


@settings(max_examples=150)
@given(positions())
def test_cards_are_neither_made_nor_lost_and_rows_stay_rows(position: Position) -> None:
    before = sorted([*sum(position.rows, ()), *position.plays.values()])
    for options in (CLASSIC, BOTH):
        result, _ = played_out(position, options)
        taken = [card for cards in result.taken.values() for card in cards]
        assert sorted([*sum(result.rows, ()), *taken]) == before
        for row in result.rows:
            assert 1 <= len(row) <= 5
            assert list(row) == sorted(row)


@settings(max_examples=150)
@given(positions())
def test_in_the_classic_game_only_the_lowest_card_is_ever_asked(position: Position) -> None:
    lowest = min(position.plays, key=lambda seat: position.plays[seat])
    _, asked = played_out(position, CLASSIC)
    expected = needs_wish(position.rows, position.plays[lowest], CLASSIC)
    assert asked == ([lowest] if expected else [])


@settings(max_examples=250)
@given(positions())
def test_a_card_that_needs_no_wish_never_makes_a_turn_wait(position: Position) -> None:
    for options in (CLASSIC, BOTH):
        _, asked = played_out(position, options)
        for seat in asked:
            assert needs_wish(position.rows, position.plays[seat], options)


@settings(max_examples=150)
@given(positions())
def test_a_hint_tells_what_the_card_does_when_played_alone(position: Position) -> None:
    for options in (CLASSIC, BOTH):
        for card in position.plays.values():
            hint = place_alone(position.rows, card, options)
            alone = resolve_turn(position.rows, {"Alice": card}, {}, options)
            if hint is None:
                assert isinstance(alone, ChoiceNeeded)
                continue
            assert isinstance(alone, TurnResult)
            placement = alone.placements[0]
            assert (hint.row, hint.side) == (placement.row, placement.side)
            assert hint.would_take == placement.taken
            assert hint.difference == abs(card - hint.base)


@settings(max_examples=100)
@given(positions())
def test_the_order_in_which_plays_are_given_does_not_matter(position: Position) -> None:
    turned = dict(reversed(position.plays.items()))
    for options in (CLASSIC, BOTH):
        given_turned = position._replace(plays=turned)
        assert played_out(position, options) == played_out(given_turned, options)
