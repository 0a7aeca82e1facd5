"""Two worlds that differ only in what a viewer must not know.

A secret is kept when every byte the viewer gets is the same in both. ``hide_from`` deals the
cards the viewer cannot see anew, lays other picks, makes other wishes, seeds and salts, and
leaves everything the viewer may know as it is.
"""

from __future__ import annotations

import random
import secrets

from accounts.models import User
from games.models import Game, Hand, Pick, QueuedPick, Round, Salt, Seat, Turn

WISHES = ("ask", "cheapest", "0", "1", "2", "3")


def hide_from(viewer: User | None, game: Game, luck: random.Random) -> None:
    """Change whatever is hidden from ``viewer`` in a game whose open turn is not resolved."""
    if viewer is None or not game.seats.filter(user=viewer).exists():  # members see the link
        Game.objects.filter(pk=game.pk).update(invite_token=secrets.token_urlsafe(16))
    seats = [s.pk for s in game.seats.all() if viewer is None or s.user_id != viewer.pk]
    for round_ in game.rounds.exclude(state=Round.State.FINISHED):
        round_.seed = luck.randbytes(32)
        round_.save()
        for salt in Salt.objects.filter(round=round_, seat__in=seats):
            Salt.objects.filter(pk=salt.pk).update(value=luck.randbytes(16).hex())
        if round_.state != Round.State.PLANNED:
            _other_cards(game, round_, seats, luck)
            _other_orders(round_, seats, luck)


def _other_orders(round_: Round, seats: list[int], luck: random.Random) -> None:
    """Other queues and rules, as far as people can have them now."""
    people = Seat.objects.filter(pk__in=seats, user__isnull=False, offered_at=None)
    for seat in people.order_by("pk"):
        QueuedPick.objects.filter(seat=seat).delete()
        laid = set(Pick.objects.filter(seat=seat).values_list("card", flat=True))
        cards = [c for c in Hand.objects.get(round=round_, seat=seat).cards if c not in laid]
        if round_.state == Round.State.PLAYING:
            count = luck.randrange(min(4, len(cards) + 1))
            for position, card in enumerate(luck.sample(sorted(cards), count)):
                QueuedPick.objects.create(
                    round=round_, seat=seat, position=position, card=card, wish=luck.choice(WISHES)
                )
        seat.row_limit = luck.randrange(31)
        seat.row_rule = Seat.RowRule.AT_MOST
        seat.save()


def _other_cards(game: Game, round_: Round, seats: list[int], luck: random.Random) -> None:
    hands = list(Hand.objects.filter(round=round_, seat__in=seats).order_by("pk"))
    turn = Turn.objects.filter(round=round_).exclude(state=Turn.State.DONE).first()
    picks = list(Pick.objects.filter(turn=turn, seat__in=seats)) if turn else []
    revealed = {pick.card for pick in picks if turn and turn.state == Turn.State.CHOOSING}
    if game.deal == Game.Deal.DRAFT:  # hands are public, wish lists are not
        _other_wish_lists(hands, luck)
    else:
        _other_hands(round_, hands, revealed, luck)
    _other_picks(picks, {hand.seat_id: hand.cards for hand in hands}, revealed, luck)


def _other_hands(round_: Round, hands: list[Hand], revealed: set[int], luck: random.Random) -> None:
    pool = round_.stock + [c for hand in hands for c in hand.cards if c not in revealed]
    luck.shuffle(pool)
    for hand in hands:
        played = [card for card in hand.dealt if card not in hand.cards]
        hand.cards = sorted(card if card in revealed else pool.pop() for card in hand.cards)
        hand.dealt = sorted(played + hand.cards)
        hand.save()
    round_.stock = pool
    round_.save()


def _other_wish_lists(hands: list[Hand], luck: random.Random) -> None:
    for hand in hands:
        hand.wishes = luck.sample(range(1, 30), luck.randrange(1, 9))
        hand.save()


def _other_picks(
    picks: list[Pick], cards: dict[int, list[int]], revealed: set[int], luck: random.Random
) -> None:
    """Other cards face down, with other wishes; what is revealed stays."""
    for pick in picks:
        pick.wish = luck.choice(WISHES)
        if not revealed:
            pick.card = luck.choice(cards[pick.seat_id])
    Pick.objects.filter(pk__in=[pick.pk for pick in picks]).delete()
    Pick.objects.bulk_create(picks)
