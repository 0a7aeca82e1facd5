"""Provable deals: what is promised before, what is shown after, and that it fits (docs/deal.md)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from games.services.rehearsing import play_turns
from games.services.tables import create_game, join_game
from tests.games import cast, doors

pytestmark = pytest.mark.django_db
SALT = "5a17" * 8


def numbers(seed: bytes, lines: list[str]) -> Iterator[int]:
    """The number stream of docs/deal.md, written from its words alone."""
    block = 0
    while True:
        text = "\n".join([*lines, f"block {block}"]).encode()
        digest = hmac.new(seed, text, hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(n: int, stream: Iterator[int]) -> int:
    return next(x for x in stream if x < 2**32 - 2**32 % n) % n


def dealt_again(deal: dict[str, Any]) -> list[int]:
    """The order of the cards, from nothing but what the page shows."""
    salts = sorted((int(seat), salt) for seat, salt in deal["salts"].items())
    lines = ["sixnimmt 1", "shuffle", f"game {deal['game']}", f"round {deal['round']}"]
    stream = numbers(bytes.fromhex(deal["seed"]), lines + [f"salt {s} {salt}" for s, salt in salts])
    cards: list[int] = sorted(deal["cards"])
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def check(deal: dict[str, Any], commitment: str, players: int) -> None:
    assert hashlib.sha256(bytes.fromhex(deal["seed"])).hexdigest() == commitment
    order = dealt_again(deal)
    hands = [sorted(order[10 * n : 10 * n + 10]) for n in range(players)]
    assert [deal["hands"][str(n)] for n in range(players)] == hands
    assert order[10 * players : 10 * players + 4] == deal["rows"]
    assert order[10 * players + 4 :] == deal["stock"]


@pytest.mark.parametrize("rules", [{}, {"deal": "stock"}, {"deck": "tight"}])
def test_the_deals_follow_from_what_was_promised(rules: dict[str, Any]) -> None:
    users = cast.people(3)
    game = create_game(
        creator=users[0], name="Friday herd", seats_wanted=3, end="rounds", rounds_wanted=3, **rules
    )
    client = doors.browser(users[0])
    promised = [doors.view(client, game)["round"]["next_commitment"]]
    for user in users[1:]:
        join_game(game_id=game.pk, user=user)
    for _round in range(3):
        promised.append(doors.view(client, game)["round"]["next_commitment"])
        play_turns(game.pk, turns=10)
    deals = doors.view(client, game)["round"]["deals"]
    assert len(deals) == 3
    for deal, commitment in zip(deals, promised, strict=False):
        check(deal, commitment, 3)


def test_salts_come_after_the_promise_and_the_page_tells_whose_are_its_own() -> None:
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Friday herd", seats_wanted=2, end="rounds")
    commitment = game.rounds.get(number=1).commitment
    doors.send(doors.browser(bob), game, "join", salt=SALT)
    assert game.rounds.get(number=1).commitment == commitment
    play_turns(game.pk)
    (deal,) = doors.view(doors.browser(alice), game)["round"]["deals"]
    assert deal["salts"]["1"] == SALT
    assert deal["salts_by_server"] == [0]
    check(deal, commitment, 2)


def test_a_salt_from_the_page_takes_the_place_of_the_servers_but_never_of_another() -> None:
    users = cast.people(2)
    game = cast.running_game(users)
    client = doors.browser(users[0])
    held = cast.hand_of(game, users[0])
    salts = game.rounds.get(number=2).salts
    doors.send(client, game, "pick", card=held[0])
    assert salts.get().by_page is False
    doors.send(client, game, "pick", card=held[1], salt=SALT)
    doors.send(client, game, "pick", card=held[2], salt="0" * 32)
    doors.send(client, game, "pick", card=held[3])
    assert (salts.get().value, salts.get().by_page) == (SALT, True)


def test_the_seed_is_on_the_page_once_the_round_is_over_and_not_before() -> None:
    users: list[User] = cast.people(2)
    game: Game = cast.running_game(users, target=500)
    seed = bytes(game.rounds.get(number=1).seed).hex()
    client = doors.browser(users[0])
    play_turns(game.pk, turns=9)
    assert seed not in doors.page(client, f"/games/{game.pk}/")
    play_turns(game.pk, turns=1)
    text = doors.page(client, f"/games/{game.pk}/")
    assert seed in text
    assert 'data-check-deal="1"' in text
