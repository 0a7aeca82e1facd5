"""Nobody is punished for a time in which the site did not work.

The first sweep after it notes the outage together with the mark that somebody sweeps again. Then
the games have it back, some at a time, each exactly once whoever is killed meanwhile; no deadline
passes before all have.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.models import Due, Outage
from games.services.asking import give_back_outage

GAMES_AT_ONCE = 200


def note_outage(since: datetime, until: datetime) -> None:
    """Nobody swept from ``since`` to ``until``; what of it was noted before is not noted again."""
    noted = Outage.objects.aggregate(until=Max("until"))["until"]
    begin = max(since, noted or since)
    if begin < until:
        Outage.objects.create(since=begin, until=until)


def give_back(go_on: Callable[[], bool]) -> tuple[int, bool]:
    """Give back what has been noted while ``go_on()``: deadlines moved, and whether that is all."""
    moved = 0
    for pk in Outage.objects.filter(done_at=None).order_by("pk").values_list("pk", flat=True):
        while (more := _give_some_back(pk)) is not None:
            moved += more
            if not go_on():
                return moved, False
    return moved, True


@transaction.atomic
def _give_some_back(pk: int) -> int | None:
    """The next games have it back: deadlines moved; None when all games have."""
    outage = Outage.objects.select_for_update(no_key=True).get(pk=pk)
    asked = Due.objects.filter(settled_at=None, started_at__lt=outage.until)
    later = asked.filter(game_id__gt=outage.given_to).order_by("game_id")
    games = list(later.values_list("game_id", flat=True).distinct()[:GAMES_AT_ONCE])
    if not games:
        outage.done_at = timezone.now()
        outage.save(update_fields=["done_at"])
        return None
    moved = give_back_outage(games, outage.since, outage.until)
    outage.given_to, outage.moved = games[-1], outage.moved + moved
    outage.save(update_fields=["given_to", "moved"])
    return moved
