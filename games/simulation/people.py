"""Who plays: where they live, when they sleep, and what they are like."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import Enum
from zoneinfo import ZoneInfo

from accounts.models import User
from games.clock import Calendar
from games.models import Due
from games.services.personal_time import set_personal_time
from games.services.reaching import set_hours

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Auckland",
    "America/St_Johns",
    "Asia/Tokyo",
)
NAMES = (
    *("Alice", "Bob", "Charlie", "Mira", "Dora", "Emil", "Frida", "Gustav", "Hanna", "Ivan"),
    *("Jonas", "Karla", "Linus", "Marta", "Nils", "Olga", "Paula", "Quentin", "Rosa", "Sven"),
    *("Tilda", "Ursula", "Viktor", "Wanda", "Xenia", "Yann", "Zoe", "Anton", "Berta", "Cosima"),
)


class Habit(Enum):
    """What somebody does besides playing."""

    STEADY = "steady"
    FORGETFUL = "forgetful"  # answers late or not at all
    TRAVELLER = "traveller"  # changes time zones
    HOLIDAY = "holiday"  # goes on vacation
    VANISHES = "vanishes"  # disappears for good
    RETURNS = "returns"  # disappears and comes back
    RESIGNS = "resigns"
    HUNTER = "hunter"  # takes seats on offer
    FICKLE = "fickle"  # changes picks before the reveal
    PLANNER = "planner"  # queues, row rules, wish lists


@dataclass
class Person:
    """Somebody with habits; ``gone``: does not even look."""

    user: User
    habit: Habit
    gone: bool = False

    def fresh(self) -> User:
        """The account as it is stored now."""
        return User.objects.get(pk=self.user.pk)

    def calendar(self) -> Calendar:
        """When they are awake and not on vacation."""
        user = self.fresh()
        return Calendar(user.sleep, tuple(user.vacations.values_list("starts_at", "ends_at")))

    def answers_at(self, due: Due, now: datetime, rng: random.Random) -> datetime | None:
        """When they will answer what they are asked now; None: they forget it."""
        often = 0.25 if self.habit == Habit.FORGETFUL else 0.02
        first = due.turn is not None and (due.turn.round.number, due.turn.number) == (1, 1)
        if self.gone or rng.random() < (0.02 if first else often):
            return None
        pace = due.game.pace
        if due.game.is_live:  # they sit at the table
            return now + pace * min(0.9, rng.expovariate(5))
        hurry = min(timedelta(hours=6), pace * 0.6)
        return self.calendar().there_at(now + hurry * rng.random() + timedelta(seconds=20))


def born(count: int, rng: random.Random) -> list[Person]:
    """So many people of all habits, most with sleep hours, some with a daily letter."""
    habits = [*Habit, Habit.RETURNS]
    return [_person(number, habits[number % len(habits)], rng) for number in range(count)]


def _person(number: int, habit: Habit, rng: random.Random) -> Person:
    name = NAMES[number % len(NAMES)] + (str(number // len(NAMES)) if number >= len(NAMES) else "")
    user = User(username=name, email=f"{name.lower()}@example.org")
    user.set_unusable_password()
    user.save()
    bed, rest = rng.choice([21, 22, 23, 0, 1]), rng.choice([6, 7, 8, 9])
    sleeps = rng.random() < 0.85
    set_personal_time(
        user=user,
        time_zone=rng.choice(ZONES),
        sleep_from=time(bed) if sleeps else None,
        sleep_until=time((bed + rest) % 24) if sleeps else None,
    )
    if rng.random() < 0.2:
        set_hours(user=user, quiet_from=time(13), quiet_until=time(15), digest_at=None)
    elif rng.random() < 0.2:
        set_hours(user=user, quiet_from=None, quiet_until=None, digest_at=time(11))
    return Person(user, habit)


def travels(person: Person, rng: random.Random) -> None:
    """Somewhere else, with the same hours of sleep there."""
    user = person.fresh()
    there = rng.choice([zone for zone in ZONES if ZoneInfo(zone) != ZoneInfo(user.time_zone)])
    set_personal_time(
        user=user, time_zone=there, sleep_from=user.sleep_from, sleep_until=user.sleep_until
    )
