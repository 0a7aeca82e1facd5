"""Games in which something is hidden: for the tests of who gets to know it.

Each takes Alice, Bob and Charlie.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.models import User
from games.models import Game, Round, Seat, Turn
from games.services.drafting import set_wishes, take_card
from games.services.extending import vote_extension
from games.services.moderating import moderate
from games.services.orders import Order, set_queue, set_row_rule
from games.services.rehearsing import play_turns
from games.services.resolving import resolve_turn
from tests.games import cast, doors


def staff(*, is_superuser: bool = False) -> User:
    """Somebody who may look at everything in the admin, and moderate."""
    user = cast.person("Herder", is_staff=True, is_superuser=is_superuser)
    user.user_permissions.set(Permission.objects.all())
    return user


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
