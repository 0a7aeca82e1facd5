"""Nobody but the owner ever sees a card in a hand or an unrevealed pick (rules.md).

Each viewer looks at the same game twice; in between, everything they must not know is changed
(tests.games.worlds). If a single byte of what they get differs, something told them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from difflib import ndiff

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Pick, Turn
from games.services.tables import create_game
from tests.games import cast, doors
from tests.games.eyes import everything_in_admin, everything_seen
from tests.games.secret_scenes import (
    all_picked,
    choosing,
    drafted,
    drafting,
    paused,
    picking,
    private,
    staff,
    standing,
    stock,
    void,
)
from tests.games.worlds import hide_from

pytestmark = pytest.mark.django_db
Scene = Callable[[list[User]], Game]


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


SCENES: list[Scene] = [
    picking,
    private,
    stock,
    all_picked,
    paused,
    void,
    choosing,
    drafting,
    drafted,
    standing,
]


def told(look: Callable[[], list[str]], viewer: User | None, game: Game) -> list[str]:
    """What the viewer's answers betray: their lines that change with what is hidden."""
    before = look()
    assert before
    hide_from(viewer, game, random.Random(6))
    pairs = zip(before, look(), strict=True)
    return [line for text, other in pairs if text != other for line in _changed(text, other)]


def _changed(text: str, other: str) -> list[str]:
    lines = text.split("\n")
    return lines[:1] + [line for line in ndiff(lines, other.split("\n")) if line[0] in "+-"]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_a_player_learns_nothing_of_the_others(scene: Scene) -> None:
    users = cast.people(3)
    game = scene(users)
    charlie = doors.browser(users[2])
    assert told(lambda: everything_seen(charlie, game), users[2], game) == []


@pytest.mark.parametrize("scene", [private, all_picked, choosing, drafting, standing])
def test_signed_out_people_and_spectators_learn_nothing(scene: Scene) -> None:
    game = scene(cast.people(3))
    stranger, spectator = doors.browser(), doors.browser(cast.person("Zoe"))

    def look() -> list[str]:
        if game.visibility == Game.Visibility.PRIVATE:  # let in by the link of this world
            game.refresh_from_db(fields=["invite_token"])
            for client in (stranger, spectator):
                client.get(f"/i/{game.invite_token}/")
        return everything_seen(stranger, game) + everything_seen(spectator, game)

    look()  # the first visit brings cookies
    assert told(look, None, game) == []


@pytest.mark.parametrize(("scene", "is_superuser"), [(private, False), (standing, True)])
def test_staff_learn_nothing(scene: Scene, is_superuser: bool) -> None:
    """Field report B-35: the admin's pages, searches, filters and guessed addresses too."""
    game = scene(cast.people(3))
    client = doors.browser(staff(is_superuser=is_superuser))

    def look() -> list[str]:
        return everything_seen(client, game) + everything_in_admin(client, game)

    assert told(look, None, game) == []


def test_staff_who_play_learn_nothing_of_the_others() -> None:
    users = cast.people(3)
    game = picking(users)
    User.objects.filter(pk=users[2].pk).update(is_staff=True, is_superuser=True)
    client = doors.browser(users[2])

    def look() -> list[str]:
        return everything_seen(client, game) + everything_in_admin(client, game)

    assert told(look, users[2], game) == []


def test_this_test_can_fail() -> None:
    """Alice does see her own hand: what is hidden from Charlie shows on her page."""
    users = cast.people(3)
    game = picking(users)
    alice = doors.browser(users[0])
    told_to_alice = told(lambda: everything_seen(alice, game), users[2], game)
    assert {f"/games/{game.pk}/", f"/games/{game.pk}.json"} <= set(told_to_alice)
    assert any(text.startswith('{"type": "table"') for text in told_to_alice)


def test_logs_say_nothing_of_the_cards(caplog: pytest.LogCaptureFixture) -> None:
    """Everything that is logged, at the finest level, while cards are picked and refused."""
    users = cast.people(3)
    game = picking(users)
    caplog.set_level("DEBUG")

    def logged() -> list[str]:
        caplog.clear()
        for user in users:
            client = doors.browser(user)
            everything_seen(client, game)
            held = cast.hand_of(game, user)
            client.post(f"/games/{game.pk}/pick/", {"card": held[0]})
        Pick.objects.filter(turn=cast.open_turn(game), seat__user=users[2]).delete()
        Turn.objects.filter(pk=cast.open_turn(game).pk).update(state="picking", complete_at=None)
        Game.objects.filter(pk=game.pk).update(version=game.version)
        texts = [record.name + caplog.handler.format(record) for record in caplog.records]
        return [text for text in texts if not text.startswith(("asyncio", "celery", "kombu"))]

    assert told(logged, None, game) == []


def test_a_seed_leaves_only_when_its_round_is_over() -> None:
    users = cast.people(3)
    game = picking(users, turns=10)
    client = doors.browser(users[0])
    seen = "".join(everything_seen(client, game))
    first, second, planned = (bytes(r.seed).hex() for r in game.rounds.order_by("number"))
    assert first in seen
    assert second not in seen
    assert planned not in seen
    for round_ in game.rounds.all():
        assert round_.commitment in seen


def test_only_members_of_an_open_table_see_its_invitation_link() -> None:
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Friday herd", visibility="private")
    link = f"{site.SITE_URL}/i/{game.invite_token}/"
    assert doors.view(doors.browser(alice), game)["game"]["invite_url"] == link
    herder = doors.browser(staff())
    others: list[Client] = [doors.browser(), doors.browser(bob), herder]
    for client in others:
        assert game.invite_token not in "".join(everything_seen(client, game))
    assert game.invite_token not in "".join(everything_in_admin(herder, game))
