"""The end of a game and the ranks (rules.md, "End of the game")."""

from collections.abc import Sequence

from games.engine.options import Options


def is_over(options: Options, totals: Sequence[int], rounds_played: int) -> bool:
    """Whether the game ends, asked after a round with each seat's total bullheads so far.

    >>> is_over(Options(), [66, 3], 4), is_over(Options(end="reaches"), [66, 3], 4)
    (False, True)
    >>> is_over(Options(end="rounds", rounds=2), [80, 3], 1)
    False
    """
    if options.end == "rounds":
        return rounds_played >= options.rounds
    highest = max(totals, default=0)
    return highest > options.target if options.end == "exceeds" else highest >= options.target


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """The rank of each seat: the lowest total is first, equal totals share the better rank.

    >>> ranks([12, 12, 20, 70])
    (1, 1, 3, 4)
    """
    ordered = sorted(totals)
    return tuple(ordered.index(total) + 1 for total in totals)
