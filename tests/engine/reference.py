"""The turn once more, as plainly as rules.md says it: the measure for the engine's quick one."""

from typing import Any


def places(rows: list[list[int]], card: int, both: bool) -> list[tuple[int, str]]:
    """All legal places with the smallest difference."""
    legal = [(card - row[-1], index, "right") for index, row in enumerate(rows) if row[-1] < card]
    if both:
        legal += [(row[0] - card, index, "left") for index, row in enumerate(rows) if row[0] > card]
    smallest = min((difference for difference, _, _ in legal), default=0)
    return [(index, side) for difference, index, side in legal if difference == smallest]


def turn(
    rows: Any, plays: dict[Any, int], choices: dict[Any, int], both: bool
) -> tuple[list[list[int]], dict[Any, list[int]], list[int]]:
    """Rows after the turn, the cards taken by each seat, and the cards in the order placed.

    `choices` has a row for every seat; one that cannot be chosen in a tie means the first place.
    """
    table = [list(row) for row in rows]
    taken: dict[Any, list[int]] = {seat: [] for seat in plays}
    order = []
    for card in sorted(plays.values()):
        seat = next(owner for owner, played in plays.items() if played == card)
        order.append(card)
        found = places(table, card, both)
        if not found:
            index = choices[seat]
            taken[seat] += table[index]
            table[index] = [card]
            continue
        index, side = next((p for p in found if p[0] == choices[seat]), min(found))
        if len(table[index]) == 5:
            taken[seat] += table[index]
            table[index] = [card]
        elif side == "right":
            table[index].append(card)
        else:
            table[index].insert(0, card)
    return table, taken, order
