"""Nobody but the owner ever sees a card in a hand or an unrevealed pick (rules.md).

Each viewer looks at the same game twice; in between, everything they must not know is changed
(tests.games.worlds). If a single byte of what they get differs, something told them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from difflib import ndiff
from typing import Any

import pytest
from django.conf import settings as site
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Pick, Round, Seat, Turn
from games.services.drafting import set_wishes, take_card
from games.services.extending import vote_extension
from games.services.moderating import moderate
from games.services.orders import Order, set_queue, set_row_rule
from games.services.rehearsing import play_turns
from games.services.resolving import resolve_turn
from games.services.tables import create_game
from tests.games import cast, doors
from tests.games.eyes import everything_in_admin, everything_seen
from tests.games.worlds import hide_from

pytestmark = pytest.mark.django_db
Scene = Callable[[list[User]], Game]


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def picking(users: list[User], turns: int = 1, **fields: Any) -> Game:
    """A few turns are over: Alice has picked a card, with a wish, Bob another one."""
    game = cast.running_game(users, ("simple", "counter"), target=500, **fields)
    play_turns(game.pk, turns=turns)
    for user, wish in zip(users[:2], ("2", "ask"), strict=True):
        cast.pick(game, user, cast.hand_of(game, user)[3], wish)
    return game


def private(users: list[User]) -> Game:
    return picking(users, visibility="private")


def stock(users: list[User]) -> Game:
    """In the second round, with the first one's deal and seed laid open."""
    return picking(users, turns=11, deal="stock")


def all_picked(users: list[User]) -> Game:
    """All picks are in, and the worker has not come yet."""
    game = picking(users)
    cast.pick(game, users[2], cast.hand_of(game, users[2])[0], "cheapest")
    assert cast.open_turn(game).state == Turn.State.RESOLVING
    return game


def paused(users: list[User]) -> Game:
    game = picking(users)
    return moderate(game_id=game.pk, moderator=staff(), action="pause", reason="A quarrel.")


def void(users: list[User]) -> Game:
    """Ended in the middle of a round: what was hidden stays hidden."""
    game = picking(users)
    return moderate(game_id=game.pk, moderator=staff(), action="void", reason="A quarrel.")


def choosing(users: list[User]) -> Game:
    """All picks lie open and Alice's lowest card waits for its row."""
    game = cast.running_game(users)
    low, rest = [2, *range(11, 20)], [range(20 + 10 * n, 30 + 10 * n) for n in (0, 1)]
    hands = {"Alice": low, "Bob": list(rest[0]), "Charlie": list(rest[1])}
    cast.stack(game, [[50], [60], [70], [80]], hands)
    turn = cast.play(game, {users[0]: 2, users[1]: 25, users[2]: 35}, {users[1]: "3"})
    assert turn.state == Turn.State.CHOOSING
    return game


def drafting(users: list[User]) -> Game:
    """A few cards are taken, and everybody but the next one keeps a wish list."""
    game = cast.running_game(users, deal="draft", deck="tight")
    for _take in range(4):
        seat = doors.view(doors.browser(users[0]), game)["draft"]["turn_seat"]
        taken = {take.card for take in game.rounds.get(number=1).takes.all()}
        card = next(card for card in range(7, 30) if card not in taken)
        take_card(game_id=game.pk, user=users[seat], card=card)
    seat = doors.view(doors.browser(users[0]), game)["draft"]["turn_seat"]
    for user in users[:seat] + users[seat + 1 :]:
        set_wishes(game_id=game.pk, user=user, cards=[3, 1, 2])
    return game


def drafted(users: list[User]) -> Game:
    """The hands are public, the picks are not."""
    game = cast.running_game(users, deal="draft", deck="tight")
    while (round_ := game.rounds.get(number=1)).state == Round.State.DRAFTING:
        seat = doors.view(doors.browser(users[0]), game)["draft"]["turn_seat"]
        taken = {take.card for take in round_.takes.all()}
        lowest = min(card for card in round_.shuffled_from if card not in taken)
        take_card(game_id=game.pk, user=users[seat], card=lowest)
    cast.pick(game, users[0], cast.hand_of(game, users[0])[4], "1")
    return game


def standing(users: list[User]) -> Game:
    """Bob's order has picked and more are queued, Alice votes for more time; a seat is on offer."""
    alice, bob, charlie = users
    game = cast.running_game(users, ("simple",), target=500)
    hand = cast.hand_of(game, bob)
    set_row_rule(game_id=game.pk, user=bob, rule="at_most", limit=3)
    set_queue(game_id=game.pk, user=bob, orders=[Order(card=hand[5]), Order(card=hand[7])])
    for user in users:
        cast.pick(game, user, cast.hand_of(game, user)[0], "cheapest")
    resolve_turn(turn_id=cast.open_turn(game).pk)
    vote_extension(game_id=game.pk, user=alice)
    Seat.objects.filter(game=game, user=None).update(offered_at=timezone.now())
    set_queue(game_id=game.pk, user=charlie, orders=[Order(card=cast.hand_of(game, charlie)[4])])
    return game


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


def staff(*, is_superuser: bool = False) -> User:
    """Somebody who may look at everything in the admin, and moderate."""
    user = cast.person("Herder", is_staff=True, is_superuser=is_superuser)
    user.user_permissions.set(Permission.objects.all())
    return user


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
