"""The draft ("Logic", rules.md): open cards, taken in turn until everybody holds ten."""

from __future__ import annotations

from collections import Counter

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games.hints import game_changed_on_commit
from games.models import DraftTake, Due, Game, Hand, Pick, Round, Seat
from games.notifications.events import Event
from games.notifications.telling import tell
from games.services.asking import ask, settle
from games.services.bot_moves import STANDIN, bot_draft
from games.services.errors import BadRequest, NotYours, TooLate
from games.services.rounds import start_play
from games.services.tables import lock_game


def draft_of(round_: Round, takes: list[DraftTake], players: int) -> engine.Draft:
    """The engine's draft so far; its seats are the seats' numbers."""
    cards = tuple(take.card for take in takes)
    return engine.Draft(players=players, starter=round_.draft_starter or 0, cards=cards)


@transaction.atomic
def take_card(*, game_id: int, user: User, card: int) -> Game:
    """Take an open card on one's turn. Raises NotThere, NotYours, BadRequest, TooLate."""
    game, round_, seats, seat = _lock_draft(game_id, user)
    draft = draft_of(round_, list(round_.takes.all()), len(seats))
    if draft.turn_seat != seat.number:
        name = seats[draft.turn_seat or 0].name
        raise TooLate(_("It is %(name)s's turn to take a card.") % {"name": name})
    if card not in draft.table:
        raise BadRequest(_("Card %(card)s is not on the table.") % {"card": card})
    _take(round_, seat, card, Pick.By.PLAYER, len(draft.cards))
    seat.come_back()
    _moved_on(game, round_, seats, moved=True)
    return game


@transaction.atomic
def set_wishes(*, game_id: int, user: User, cards: list[int]) -> Game:
    """Keep a ranked wish list; when one's turn comes the first wish still there is taken.

    It counts at once when it is this person's turn. Raises as ``take_card``.
    """
    game, round_, seats, seat = _lock_draft(game_id, user)
    if len(set(cards)) != len(cards) or not set(cards) <= set(round_.shuffled_from):
        raise BadRequest(_("The list may name each card of this draft once."))
    Hand.objects.filter(round=round_, seat=seat).update(wishes=cards)
    seat.come_back()
    _moved_on(game, round_, seats, moved=False)
    return game


def _lock_draft(game_id: int, user: User) -> tuple[Game, Round, list[Seat], Seat]:
    game = lock_game(game_id)
    seats = list(game.seats.select_related("user"))
    seat = next((seat for seat in seats if seat.user_id == user.pk), None)
    if seat is None:
        raise NotYours(_("You do not play in this game."))
    round_ = game.rounds.filter(state=Round.State.DRAFTING).first()
    if round_ is None or not game.is_under_way:
        raise TooLate(_("No cards are being drafted now."))
    return game, round_, seats, seat


def _take(round_: Round, seat: Seat, card: int, by: str, number: int) -> None:
    DraftTake.objects.create(round=round_, number=number, seat=seat, card=card, by=by)


def _moved_on(game: Game, round_: Round, seats: list[Seat], *, moved: bool) -> None:
    continue_draft(game, round_, seats, moved=moved)
    game.version += 1
    game.save()
    game_changed_on_commit(game.pk, game.version)


def continue_draft(game: Game, round_: Round, seats: list[Seat], *, moved: bool) -> None:
    """Take for bots and by wish lists until somebody must be asked or all hands are full.

    Whoever is asked next has the game's full pace for it; ``moved``: a card was just taken.
    """
    hands = {hand.seat_id: hand for hand in round_.hands.all()}
    takes = list(round_.takes.all())
    draft = draft_of(round_, takes, len(seats))
    new = []
    while draft.turn_seat is not None:
        seat = seats[draft.turn_seat]
        choice = _automatic(seat, hands[seat.pk], draft)
        if choice is None:
            break
        card, by = choice
        new.append(DraftTake(round=round_, number=len(draft.cards), seat=seat, card=card, by=by))
        draft = draft.take(seat.number, card)
    DraftTake.objects.bulk_create(new)
    if draft.turn_seat is None:
        settle(game=game)
        _finish_draft(game, round_, seats, hands, draft.deal())
    elif new or moved:
        settle(game=game)
        subject = f"draft {round_.pk} {len(draft.cards)}"
        ask(game, Due.Kind.DRAFT, [seats[draft.turn_seat]], subject=subject)


def _automatic(seat: Seat, hand: Hand, draft: engine.Draft) -> tuple[int, str] | None:
    """What is taken without asking: a bot's card or the first wish still there."""
    if seat.bot:
        return bot_draft(draft, seat.bot), Pick.By.BOT
    if seat.is_away:
        return bot_draft(draft, STANDIN), Pick.By.STANDIN
    wished = next((card for card in hand.wishes if card in draft.table), None)
    return None if wished is None else (wished, Pick.By.ORDER)


def take_for_absent(game: Game, round_: Round, seats: list[Seat]) -> None:
    """The stand-in takes one card for the person who let the deadline pass."""
    draft = draft_of(round_, list(round_.takes.all()), len(seats))
    seat = seats[draft.turn_seat or 0]
    card = bot_draft(draft, STANDIN)
    _take(round_, seat, card, Pick.By.STANDIN, len(draft.cards))
    _moved_on(game, round_, seats, moved=True)


def _finish_draft(
    game: Game, round_: Round, seats: list[Seat], hands: dict[int, Hand], deal: engine.Deal
) -> None:
    for seat, cards in zip(seats, deal.hands, strict=True):
        hands[seat.pk].dealt, hands[seat.pk].cards = list(cards), list(cards)
    Hand.objects.save_all(hands.values(), ["dealt", "cards"])
    _tell_what_lists_took(game, round_, seats)
    in_order = [hands[seat.pk] for seat in seats]
    start_play(game, round_, seats, in_order, [list(row) for row in deal.rows])


def _tell_what_lists_took(game: Game, round_: Round, seats: list[Seat]) -> None:
    """Tell each person once how many cards of the draft their wish list took."""
    took = Counter(round_.takes.filter(by=Pick.By.ORDER).values_list("seat_id", flat=True))
    for seat in seats:
        if took[seat.pk]:
            told: dict[str, object] = {"wished": took[seat.pk]}
            tell(Event.ORDER, [seat.user_id], game, subject=f"draft {round_.pk}", data=told)
