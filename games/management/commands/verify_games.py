"""manage.py verify_games: replay stored games through the engine and say whether they are right."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.models import Game
from games.verifying import problems_of
from games.watching import idle_games


class Command(BaseCommand):
    help = (
        "Replay stored games (all, or those named) through the engine, and look for games that "
        "wait for nobody; exit 1 if one is wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game_ids", nargs="*", type=int, help="numbers of games; none: all")

    def handle(self, *_args: Any, **options: Any) -> None:
        games = Game.objects.order_by("pk")
        if options["game_ids"]:
            games = games.filter(pk__in=options["game_ids"])
        checked = wrong = 0
        for pk in games.values_list("pk", flat=True).iterator():
            checked += 1
            with transaction.atomic():  # a game that is moving meanwhile is looked at between moves
                problems = list(problems_of(Game.objects.lock(pk)))
                problems += [problem for _pk, problem in idle_games([pk])]
            wrong += bool(problems)
            for problem in problems:
                self.stderr.write(f"game {pk}: {problem}")
        if wrong:
            raise CommandError(f"{wrong} of {checked} games are wrong.")
        self.stdout.write(f"{checked} games replay to exactly what is stored.")
