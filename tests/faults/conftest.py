"""The cast at the live site, and what must hold after every fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.core.management import call_command

from accounts.models import User
from games.models import Game, Turn
from sixnimmt_site.processes import wait_until
from tests.faults.visitor import Visitor
from tests.games.cast import NAMES
from tests.live import LiveSite

People = Callable[[int], list[User]]
Visitors = Callable[..., list[Visitor]]


@pytest.fixture
def people(live: LiveSite, family: str) -> People:
    """So many of the cast; nothing is rolled back, so every test has a family of its own."""

    def born(count: int) -> list[User]:
        names = [f"{name}-{family}" for name in NAMES[:count]]
        return [User.objects.create_user(name, f"{name.lower()}@example.org") for name in names]

    return born


@pytest.fixture
def visitors(live: LiveSite) -> Visitors:
    """These people in front of a game's page."""

    def opened(game: Game, users: list[User]) -> list[Visitor]:
        return [Visitor(live, user).sits_at(game) for user in users]

    return opened


@pytest.fixture(autouse=True)
def _nothing_is_lost(live: LiveSite) -> Iterator[None]:
    """After every fault all its games move on by themselves and replay to what is stored."""
    older = set(Game.objects.values_list("pk", flat=True))
    yield
    live.ensure_running()
    games = Game.objects.exclude(pk__in=older)
    stuck = Turn.objects.filter(state=Turn.State.RESOLVING, round__game__in=games)
    wait_until(lambda: not stuck.exists(), seconds=20, what="A game waits for nobody")
    if ids := list(games.values_list("pk", flat=True)):
        call_command("verify_games", *ids)
