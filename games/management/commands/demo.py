"""manage.py demo: three people, finished games, one in progress: something to look at."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.mail import send_mail
from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.models.game import DAY, HOUR
from games.services.hosting import add_bot
from games.services.rehearsing import play_turns
from games.services.tables import create_game, join_game

PASSWORD = "pasture-demo"
PEOPLE = ("Alice", "Bob", "Charlie")
MODERATOR = "Herder"


class Command(BaseCommand):
    help = "Fill an empty site with a demo; does nothing when there are people already."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if User.objects.exists():
            self.stdout.write("There are people already: no demo was made.")
            return
        alice, bob, charlie = (_person(name) for name in PEOPLE)
        _person(MODERATOR, is_staff=True, is_superuser=True)
        _finished(alice, bob, charlie, "Sunday pasture", 9)
        _finished(bob, alice, charlie, "Second helping", 4, end="reaches", target=40)
        _finished(charlie, alice, bob, "Both ends", 1, placement="both", end="rounds")
        _in_progress(alice, bob, charlie)
        _waiting(bob)
        _letter(alice)
        self.stdout.write(f"Sign in as {', '.join(PEOPLE)} (or {MODERATOR}, who moderates);")
        self.stdout.write(f"the password of each is: {PASSWORD}")


def _person(name: str, **rights: bool) -> User:
    address = f"{name.lower()}@example.org"
    return User.objects.create_user(name, email=address, password=PASSWORD, **rights)


def _finished(
    creator: User, second: User, third: User, name: str, days_ago: int, **rules: Any
) -> None:
    game = create_game(creator=creator, name=name, seats_wanted=4, pace_seconds=2 * DAY, **rules)
    for person in (second, third):
        join_game(game_id=game.pk, user=person)
    add_bot(game_id=game.pk, user=creator, level="counter")
    play_turns(game.pk)
    ended = timezone.now() - timedelta(days=days_ago, hours=3)
    Game.objects.filter(pk=game.pk).update(
        created_at=ended - timedelta(days=5),
        started_at=ended - timedelta(days=4),
        finished_at=ended,
    )


def _in_progress(creator: User, second: User, third: User) -> None:
    """Four turns in; everybody is asked for the fifth card."""
    game = create_game(creator=creator, name="Friday herd", seats_wanted=5, pace_seconds=2 * DAY)
    for person in (second, third):
        join_game(game_id=game.pk, user=person)
    for level in ("simple", "counter"):
        add_bot(game_id=game.pk, user=creator, level=level)
    play_turns(game.pk, turns=4)


def _waiting(creator: User) -> None:
    game = create_game(creator=creator, name="Room for three", seats_wanted=4, pace_seconds=DAY)
    add_bot(game_id=game.pk, user=creator, level="simple")
    create_game(
        creator=creator,
        name="Logic on Tuesday",
        seats_wanted=3,
        pace_seconds=HOUR,
        deal="draft",
        deck="tight",
    )


def _letter(person: User) -> None:
    send_mail(
        _("Welcome to the demo"),
        _("This is where letters go while no mail server is set (EMAIL_URL)."),
        None,
        [person.email],
    )
