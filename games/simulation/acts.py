"""What a person does at a table, by the services that the pages use."""

from __future__ import annotations

import random

from accounts.models import User
from games import engine
from games.models import Due, Game, Hand, Pick, QueuedPick, Round, Seat, Turn
from games.services.drafting import draft_of, set_wishes, take_card
from games.services.leaving import take_back, take_seat
from games.services.orders import Order, set_queue, set_row_rule
from games.services.picking import choose_row, submit_pick
from games.services.resolving import engine_outcome
from games.simulation.people import Habit, Person

WISHES = (*["ask"] * 4, "cheapest", "0", "1", "2", "3")
GUARDS = (QueuedPick.Guard.NONE, QueuedPick.Guard.NOT_SIXTH, QueuedPick.Guard.NOT_LOW)


def hand_of(game: Game, user: User) -> list[int]:
    """The cards this person holds now."""
    hand = Hand.objects.filter(
        round__game=game, round__state=Round.State.PLAYING, seat__user=user
    ).first()
    return list(hand.cards) if hand else []


def answer(person: Person, due: Due, rng: random.Random) -> None:
    """Do what is asked. Raises Refusal."""
    game, user = due.game, person.user
    if due.kind == Due.Kind.CHOOSE:
        choose_row(game_id=game.pk, user=user, row=_row(game, due, rng))
    elif due.kind == Due.Kind.DRAFT:
        _draft(person, game, rng)
    else:
        pick(game, user, rng)
        if person.habit == Habit.PLANNER:
            plan(game, user, rng)


def pick(game: Game, user: User, rng: random.Random) -> None:
    """Lay a card, or another one. Raises Refusal."""
    cards = hand_of(game, user)
    card = rng.choice(cards) if cards else 0
    submit_pick(game_id=game.pk, user=user, card=card, wish=rng.choice(WISHES))


def plan(game: Game, user: User, rng: random.Random) -> None:
    """Queue some of the cards for the next turns, and say what to do about low ones."""
    rule = rng.choice(list(Seat.RowRule))
    limit = 5 if rule == Seat.RowRule.AT_MOST else None
    set_row_rule(game_id=game.pk, user=user, rule=rule, limit=limit)
    laid = Pick.objects.filter(turn__round__game=game, seat__user=user)
    now = laid.exclude(turn__state=Turn.State.DONE).values_list("card", flat=True).first()
    cards = [card for card in hand_of(game, user) if card != now]
    queued = rng.sample(cards, min(len(cards), rng.choice([0, 1, 2])))
    orders = [Order(card, rng.choice(WISHES), rng.choice(GUARDS)) for card in queued]
    set_queue(game_id=game.pk, user=user, orders=orders)


def _row(game: Game, due: Due, rng: random.Random) -> int:
    assert due.turn is not None
    needed = engine_outcome(game, due.turn, list(due.turn.picks.select_related("seat")))
    return rng.choice(needed.rows_allowed) if isinstance(needed, engine.ChoiceNeeded) else 0


def _draft(person: Person, game: Game, rng: random.Random) -> None:
    round_ = game.rounds.get(state=Round.State.DRAFTING)
    draft = draft_of(round_, list(round_.takes.all()), game.seats.count())
    if person.habit == Habit.PLANNER:
        wishes = rng.sample(sorted(draft.table), min(4, len(draft.table)))
        set_wishes(game_id=game.pk, user=person.user, cards=wishes)
    else:
        take_card(game_id=game.pk, user=person.user, card=rng.choice(sorted(draft.table)))


def come_back(person: Person, rng: random.Random) -> int:
    """Take back one's own seats that a stand-in plays; how many."""
    away = Seat.objects.filter(
        user=person.user, offered_at__isnull=False, game__state=Game.State.RUNNING
    )
    games = [seat.game_id for seat in away.order_by("pk")]
    for game_id in games:
        take_back(game_id=game_id, user=person.user)
    return len(games)


def offered_seat(person: Person, rng: random.Random) -> Seat | None:
    """A seat on offer in a public game this person has never played in."""
    offers = Seat.objects.filter(
        offered_at__isnull=False,
        game__state=Game.State.RUNNING,
        game__paused_at=None,
        game__on_leave=Game.OnLeave.OFFER,
        game__visibility=Game.Visibility.PUBLIC,
    )
    known = Game.objects.filter(seats__tenures__user=person.user)
    found = list(offers.exclude(game__in=known).order_by("pk"))
    return rng.choice(found) if found else None


def take(person: Person, seat: Seat) -> None:
    """Take that seat. Raises Refusal."""
    take_seat(game_id=seat.game_id, user=person.user, number=seat.number)
