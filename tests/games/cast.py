"""The cast and its tables: short ways to set a scene through the services."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Due, Game, Hand, Pick, Round, Turn
from games.services.hosting import add_bot
from games.services.picking import submit_pick
from games.services.resolving import resolve_turn
from games.services.tables import create_game, join_game, start_game

NAMES = (
    "Alice",
    "Bob",
    "Charlie",
    "Mira",
    "Dora",
    "Emil",
    "Frida",
    "Gustav",
    "Hanna",
    "Ivan",
)


def person(name: str, **fields: Any) -> User:
    """Somebody with an account; the password is "pasture-test"."""
    return User.objects.create_user(name, f"{name.lower()}@example.org", "pasture-test", **fields)


def people(count: int) -> list[User]:
    """The first so many of the cast."""
    return [person(name) for name in NAMES[:count]]


def running_game(users: list[User], bots: tuple[str, ...] = (), **fields: Any) -> Game:
    """A game of these people and bots, started."""
    wanted = max(2, len(users) + len(bots))
    fields = {"name": "Friday herd", "seats_wanted": wanted, **fields}
    game = create_game(creator=users[0], **fields)
    for level in bots:
        add_bot(game_id=game.pk, user=users[0], level=level)
    for user in users[1:]:
        join_game(game_id=game.pk, user=user, invited=True)
    game.refresh_from_db()
    if game.state == Game.State.OPEN:
        start_game(game_id=game.pk, user=users[0])
        game.refresh_from_db()
    return game


def open_turn(game: Game) -> Turn:
    """The turn that is not done yet."""
    turns = Turn.objects.select_related("round").exclude(state=Turn.State.DONE)
    return turns.get(round__game=game)


def stack(game: Game, rows: list[list[int]], hands: dict[str, list[int]]) -> None:
    """Put these rows and hands (by name) on the table instead of what was dealt."""
    turn = open_turn(game)
    round_ = turn.round
    round_.rows, round_.start_rows = rows, [row[0] for row in rows]
    used = {card for row in rows for card in row} | {c for hand in hands.values() for c in hand}
    round_.stock = [card for card in range(1, 105) if card not in used]
    round_.save()
    Turn.objects.filter(pk=turn.pk).update(rows_before=rows)
    for hand in Hand.objects.filter(round=round_).select_related("seat__user"):
        hand.dealt = hand.cards = sorted(hands[hand.seat.name])
        hand.save()


def hand_of(game: Game, user: User) -> list[int]:
    """The cards this person holds in the current round."""
    hand = Hand.objects.filter(seat__game=game, seat__user=user).latest("round__number")
    return sorted(hand.cards)


def pick(game: Game, user: User, card: int, wish: str = "") -> None:
    submit_pick(game_id=game.pk, user=user, card=card, wish=wish)


def play(game: Game, cards: dict[User, int], wishes: dict[User, str] | None = None) -> Turn:
    """Everybody picks, then the worker's part; the turn afterwards."""
    turn = open_turn(game)
    for user, card in cards.items():
        pick(game, user, card, (wishes or {}).get(user, ""))
    resolve_turn(turn_id=turn.pk)
    turn.refresh_from_db()
    game.refresh_from_db()
    return turn


def play_lowest(game: Game, users: list[User]) -> Turn:
    """A turn in which everybody plays their lowest card and takes the cheapest row."""
    return play(
        game,
        {user: hand_of(game, user)[0] for user in users},
        dict.fromkeys(users, Pick.Wish.CHEAPEST),
    )


def play_round(game: Game, users: list[User]) -> Round:
    """All turns of the current round."""
    round_ = open_turn(game).round
    while Turn.objects.filter(round=round_).exclude(state=Turn.State.DONE).exists():
        play_lowest(game, users)
    round_.refresh_from_db()
    return round_


def let_time_pass(game: Game) -> None:
    """Whatever the game asks for now is due."""
    now = timezone.now()
    Due.objects.filter(game=game, settled_at=None).update(started_at=now, at=now)


def reveal_once(game: Game, users: list[User]) -> None:
    """Play a turn, so that nobody counts as a no-show any more."""
    play_lowest(game, users)
