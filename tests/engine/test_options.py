"""Options by the names of rules.md, and nothing outside their ranges."""

from collections.abc import Mapping

import pytest
from hypothesis import given

from games.engine import CLASSIC, InvalidOptions, Options
from tests.engine.strategies import OPTIONS


def test_the_defaults_are_the_classic_game() -> None:
    assert CLASSIC.to_json() == {
        "end": "exceeds",
        "target": 66,
        "rounds": 1,
        "deck": "full",
        "deal": "shuffled",
        "placement": "right",
        "hints": "off",
    }
    assert Options.from_json({}) == CLASSIC


@given(OPTIONS)
def test_options_survive_json(options: Options) -> None:
    assert Options.from_json(options.to_json()) == options


def test_a_draft_implies_the_tight_deck() -> None:
    assert Options(deal="draft").deck == "tight"
    assert Options.from_json({"deal": "draft", "deck": "full"}).deck == "tight"


@pytest.mark.parametrize(
    "data",
    [
        {"end": "never"},
        {"end": None},
        {"target": 9},
        {"target": 501},
        {"target": 66.0},
        {"target": True},
        {"rounds": 0},
        {"rounds": 51},
        {"rounds": "3"},
        {"deck": "half"},
        {"deal": ["stock"]},
        {"placement": "left"},
        {"hints": True},
        {"hints": "yes"},
        {"color": "red"},
        {1: 2},
        ["end"],
        None,
    ],
)
def test_anything_else_is_refused_with_a_sentence(data: Mapping[str, object]) -> None:
    with pytest.raises(InvalidOptions, match=r"\.$"):
        Options.from_json(data)
