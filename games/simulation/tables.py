"""The tables: paces from half a minute to two weeks, and rules of all kinds."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from games.models import Game
from games.models.game import DAY, DAY_PACES, HOUR, MIN_SEATS, MINUTE, PACES
from games.services.hosting import add_bot
from games.services.tables import create_game, join_game, start_game
from games.simulation.people import Person

RULES: tuple[dict[str, Any], ...] = (
    {"end": "rounds", "rounds_wanted": 1},
    {"end": "reaches", "target": 20},
    {"end": "rounds", "rounds_wanted": 2, "deal": "stock"},
    {"end": "exceeds", "target": 30, "placement": "both"},
    {"end": "rounds", "rounds_wanted": 1, "deck": "tight", "deal": "draft"},
    {"end": "rounds", "rounds_wanted": 1, "deck": "tight", "hints": True},
)
OFTEN = (HOUR, 6 * HOUR, 6 * HOUR, 12 * HOUR, 12 * HOUR, DAY, 2 * DAY)


@dataclass(frozen=True)
class Plan:
    """A table to be opened ``after`` so long, for these people; ``late``: nobody else comes."""

    after: timedelta
    people: tuple[Person, ...]
    bots: int
    late: bool
    fields: dict[str, Any]


def planned(count: int, people: list[Person], days: float, rng: random.Random) -> list[Plan]:
    """So many tables, a third of them live; every pace there is comes up when there are enough."""
    return [_plan(number, people, days, rng) for number in range(count)]


def _plan(number: int, people: list[Person], days: float, rng: random.Random) -> Plan:
    paces = PACES if number % 3 == 0 else DAY_PACES if number % 6 == 1 else OFTEN
    pace = paces[number // 6 % len(paces)] if paces is DAY_PACES else rng.choice(paces)
    seats = tuple(rng.sample(people, rng.choice([2, 2, 3, 3, 4, 5])))
    fields = {
        "name": f"Table {number + 1}",
        "pace_seconds": pace,
        "vacations": rng.random() < 0.8,
        "on_leave": rng.choice(["offer", "offer", "bot"]),
        **RULES[number % len(RULES)],
    }
    after = timedelta(days=rng.random() * days * 0.4, minutes=number)
    return Plan(after, seats, rng.choice([0, 0, 1, 2]), number % 17 == 16, fields)


def opened(plan: Plan) -> Game:
    """Whoever of them is there first opens the table, bots sit down."""
    creator = next((one for one in plan.people if not one.gone), plan.people[0]).user
    fields = {**plan.fields, "seats_wanted": len(plan.people) + plan.bots}
    game = create_game(creator=creator, **fields)
    for number in range(plan.bots):
        add_bot(game_id=game.pk, user=creator, level=("simple", "counter")[number % 2])
    return game


def joined(game: Game, plan: Plan) -> None:
    """The others come; the last one starts the game, or the creator does with those who came.

    Nobody comes to a ``late`` table, and nobody starts it.
    """
    for person in plan.people:
        if not person.gone and not plan.late:
            join_game(game_id=game.pk, user=person.user)
    game.refresh_from_db()
    if game.state == Game.State.OPEN and not plan.late and game.seats.count() >= MIN_SEATS:
        start_game(game_id=game.pk, user=game.creator)


SOON = timedelta(seconds=MINUTE)
