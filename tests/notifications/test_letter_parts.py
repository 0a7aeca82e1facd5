"""What a letter tells in each kind of game, and how it speaks (games.notifications.letter)."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from games.models import Game
from games.notifications.letter import winners_text
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services.drafting import take_card
from games.services.leaving import take_seat
from games.services.missing import miss
from tests.games import cast
from tests.notifications.mail_server import MailServer, html_of
from tests.notifications.mail_server import text_of as text_with_lines_of
from tests.notifications.post import post_round, table, to
from tests.seats.scenes import away_game, drafter, seat_of

pytestmark = pytest.mark.django_db


def text_of(letter: EmailMessage) -> str:
    """The plain text with one blank between words."""
    return " ".join(text_with_lines_of(letter).split())


def test_who_may_put_a_card_in_two_places_is_not_told_to_take_a_row(mail: MailServer) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], placement="both")
    rows = [[10], [14], [60, 61, 62, 63, 64], [90]]
    cast.stack(game, rows, {"Alice": [12, *range(20, 29)], "Bob": [*range(30, 40)]})
    cast.play(game, {alice: 12, bob: 30})
    post_round()
    text = text_of(to(mail, alice)[-1])
    assert "Your 12 lies equally near to two places: to which row does it go?" in text
    assert "fits no row" not in text


def test_in_a_draft_the_letter_shows_what_lies_there_and_what_one_has(mail: MailServer) -> None:
    users = cast.people(2)
    game = cast.running_game(users, deal="draft", deck="tight")
    for _card in range(2):  # each of them one
        asked = drafter(game)
        lies = table_view(game.pk, Viewer(user=asked))["draft"]["table"]
        take_card(game_id=game.pk, user=asked, card=lies[0]["card"])
    post_round()
    asked = drafter(game)
    draft = table_view(game.pk, Viewer(user=asked))["draft"]
    open_cards = " ".join(str(card["card"]) for card in draft["table"])
    (mine,) = draft["taken"][str(seat_of(game, asked).number)]
    text = text_of(to(mail, asked)[-1])
    assert f"On the table {open_cards} You have taken: {mine} " in text
    assert "Your hand" not in text
    assert "On the table" in html_of(to(mail, asked)[-1])


def test_the_first_letter_tells_who_plays_by_which_rules_and_the_others_how_it_stands(
    mail: MailServer,
) -> None:
    """Field report A-08: the reader is marked, in words."""
    alice, bob, game = table()
    post_round()
    first = text_of(to(mail, alice)[0])
    assert "At the table Alice and Bob 2 days a pick · Until somebody has more" in first
    assert "How it stands" not in first
    cast.play(game, {alice: 21, bob: 34})
    post_round()
    second = to(mail, alice)[-1]
    assert "1. Alice (you): 0 bullheads" in text_of(second)
    assert "1. Bob: 0 bullheads" in text_of(second)
    assert "<b>Alice</b> (you)" in html_of(second)
    assert "At the table" not in text_of(second)


def test_a_game_that_was_called_off_has_no_ranks(mail: MailServer) -> None:
    alice, bob, game = table()
    cast.pick(game, alice, 21)
    cast.let_time_pass(game)
    miss(game.pk)
    post_round()
    letter = to(mail, bob)[-1]
    assert letter["Subject"] == "A game is over: Friday herd"
    assert "1. " not in text_of(letter)
    assert "How it stands" not in html_of(letter)


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ([12, 20, 70], "You win with 12 bullheads."),
        ([12, 12, 70], "You and Bob win with 12 bullheads."),
        ([12, 1, 70], "Bob wins with 1 bullhead."),
        ([12, 1, 1], "Bob and Charlie win with 1 bullhead."),
    ],
)
def test_who_has_won_reads_that_they_have(totals: list[int], said: str) -> None:
    names = ("Alice", "Bob", "Charlie")
    seats = [
        {"name": name, "total": total, "winner": total == min(totals), "you": name == "Alice"}
        for name, total in zip(names, totals, strict=True)
    ]
    assert winners_text({"result": {"ended": True}, "seats": seats}) == said


def test_the_letter_about_ones_seat_at_a_private_table_leads_to_ones_games(
    mail: MailServer,
) -> None:
    alice, bob, mira = *cast.people(2), cast.person("Mira")
    game = away_game([alice, bob], visibility=Game.Visibility.PRIVATE)
    take_seat(game_id=game.pk, user=mira, number=1, invited=True)
    post_round()
    letter = to(mail, bob)[-1]
    assert "Mira has taken your seat" in text_of(letter)
    assert "To my games" in html_of(letter)
    assert f"/games/{game.pk}/" not in text_of(letter) + html_of(letter)
