"""The options of a game, by the names of rules.md ("End of the game", "Variants")."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from games.engine.errors import InvalidOptions

End = Literal["exceeds", "reaches", "rounds"]
Deck = Literal["full", "tight"]
Dealing = Literal["shuffled", "stock", "draft"]
Placing = Literal["right", "both"]

MIN_TARGET, MAX_TARGET = 10, 500
MIN_ROUNDS, MAX_ROUNDS = 1, 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How one game is played. Raises `InvalidOptions` for a value outside rules.md.

    `target` is in bullheads (10..500) and matters for the ends "exceeds" and "reaches";
    `rounds` is a number of rounds (1..50) and matters for the end "rounds".
    `deal="draft"` implies `deck="tight"`, whatever was given.

    >>> Options(deal="draft").deck
    'tight'
    >>> Options(target=5)
    Traceback (most recent call last):
    games.engine.errors.InvalidOptions: The option "target" is a whole number from 10 to 500.
    """

    end: End = "exceeds"
    target: int = 66
    rounds: int = 1
    deck: Deck = "full"
    deal: Dealing = "shuffled"
    placement: Placing = "right"
    hints: bool = False

    def __post_init__(self) -> None:
        _check_word("end", self.end, get_args(End))
        _check_number("target", self.target, MIN_TARGET, MAX_TARGET)
        _check_number("rounds", self.rounds, MIN_ROUNDS, MAX_ROUNDS)
        _check_word("deck", self.deck, get_args(Deck))
        _check_word("deal", self.deal, get_args(Dealing))
        _check_word("placement", self.placement, get_args(Placing))
        if type(self.hints) is not bool:
            raise InvalidOptions('The option "hints" is one of: on, off.')
        if self.deal == "draft":
            object.__setattr__(self, "deck", "tight")

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Options":
        """Options from the names and values of rules.md; a missing one has its default.

        Raises `InvalidOptions` for an unknown name or value.

        >>> Options.from_json({"end": "reaches", "hints": "on"}).hints
        True
        """
        if not isinstance(data, Mapping):
            raise InvalidOptions("Options are an object of names and values.")
        if set(data) - {field.name for field in fields(cls)}:
            raise InvalidOptions(f"Options are: {', '.join(f.name for f in fields(cls))}.")
        values: dict[str, Any] = dict(data)
        if "hints" in values:
            _check_word("hints", values["hints"], ("on", "off"))
            values["hints"] = values["hints"] == "on"
        return cls(**values)

    def to_json(self) -> dict[str, str | int]:
        """All options as JSON values; `from_json` reads them back.

        >>> Options().to_json()["hints"]
        'off'
        """
        return {**asdict(self), "hints": "on" if self.hints else "off"}


def _check_word(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise InvalidOptions(f'The option "{name}" is one of: {", ".join(allowed)}.')


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise InvalidOptions(f'The option "{name}" is a whole number from {least} to {most}.')


CLASSIC = Options()
"""Every option at its default."""
