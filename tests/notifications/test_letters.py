"""Letters as they arrive: headers, text, HTML (games.notifications.letter)."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.models import Reach
from games.services.sweeping import remind
from tests.games import cast
from tests.notifications.clock import Clock
from tests.notifications.mail_server import MailServer, html_of, text_of
from tests.notifications.post import ALICES, BOBS, post_round, table, to

pytestmark = pytest.mark.django_db


def test_the_letter_tells_the_turn_card_by_card_and_shows_the_hand(mail: MailServer) -> None:
    alice, bob, game = table()
    cast.play(game, {alice: 21, bob: 34})
    assert post_round() == 2
    letter = to(mail, alice)[-1]
    text = text_of(letter)
    assert letter["Subject"] == "Your turn: Friday herd"
    assert "Alice's 21 goes to row 2." in text
    assert "Bob's 34 goes to row 3." in text
    assert "Row 2: 20 21 (2 of 5, 4 bullheads)" in text
    assert "44, 5 bullheads" in text
    html = html_of(letter)
    for card in set(ALICES) - {21}:
        link = f"{settings.SITE_URL}/games/{game.pk}/?card={card}"
        assert link in text
        assert f'href="{link}"' in html
    assert "Alice&#x27;s 21 goes to row 2." in html
    assert "<img" not in html
    assert "<script" not in html


def test_no_letter_holds_a_card_of_another_hand(mail: MailServer, clock: Clock) -> None:
    """(The deadline's minute is a number too, so time stands still.)"""
    alice, bob, game = table()
    cast.play(game, {alice: 21, bob: 34})
    post_round()
    letter = to(mail, alice)[-1]
    styles = re.compile(r'<style.*?</style>|style="[^"]*"', re.DOTALL)
    words = text_of(letter) + styles.sub("", html_of(letter))
    numbers = {int(n) for n in re.findall(r"(?<![\w#&])\d+\b", words)}
    assert not numbers & set(BOBS[5:])


def test_letters_of_a_game_are_one_thread_and_keep_their_message_id(mail: MailServer) -> None:
    alice, bob, game = table()
    post_round()
    cast.play(game, {alice: 21, bob: 34})
    post_round()
    first, second = to(mail, alice)
    assert first["Message-ID"] != second["Message-ID"]
    assert first["References"] == second["References"] == first["In-Reply-To"]
    assert first["Auto-Submitted"] == "auto-generated"
    assert first["From"] == settings.DEFAULT_FROM_EMAIL


def test_one_click_ends_the_kind(mail: MailServer) -> None:
    """RFC 8058: the POST needs neither cookie nor token; GET shows a page and changes nothing."""
    alice, _bob, _game = table()
    post_round()
    letter = to(mail, alice)[0]
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = letter["List-Unsubscribe"].strip(" <>").removeprefix(settings.SITE_URL)
    browser = Client(enforce_csrf_checks=True)
    assert "No more letters?" in browser.get(address).content.decode()
    assert not alice.preferences.exists()
    answer = browser.post(address, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    cell = alice.preferences.get()
    assert (cell.event, cell.channel, cell.wanted) == ("your_turn", "email", False)
    browser.post(address)
    assert alice.preferences.count() == 1


@pytest.mark.parametrize("path", ["nobody/your_turn", "{token}/nonsense", "{token}/digest"])
def test_nonsense_unsubscribes_nobody(path: str) -> None:
    reach = Reach.objects.create(user=cast.person("Alice"))
    address = f"/letters/{path.format(token=reach.unsubscribe_token)}/off/"
    assert Client().post(address).status_code == 404


@pytest.mark.parametrize(
    ("zone", "said"),
    [("Asia/Kathmandu", "Thu 3 Dec, 17:45 (Asia/Kathmandu)"), ("UTC", "Thu 3 Dec, 12:00 (UTC)")],
)
def test_the_deadline_is_told_in_ones_own_zone_which_is_named(
    mail: MailServer, clock: Clock, zone: str, said: str
) -> None:
    """Field report B-20."""
    alice, _bob, _game = table(time_zone=zone)
    post_round()
    letter = to(mail, alice)[0]
    assert f"You have until {said}." in text_of(letter)
    assert said in html_of(letter)


def test_letters_tell_the_local_hour_across_a_change_of_the_clocks(
    mail: MailServer, clock: Clock
) -> None:
    """Field report B-19: 24 hours are 24 hours."""
    clock.go_to(datetime(2026, 10, 24, 16, tzinfo=UTC))
    alice = cast.person("Alice", time_zone="Europe/Berlin")
    cast.running_game([alice, cast.person("Bob")], pace_seconds=86_400)
    post_round()
    assert "until Sun 25 Oct, 17:00 (Europe/Berlin)" in text_of(to(mail, alice)[0])


def test_who_must_choose_a_row_reads_what_each_costs(mail: MailServer) -> None:
    alice, bob, game = table()
    cast.play(game, {alice: 3, bob: 5})
    post_round()
    letter = to(mail, alice)[-1]
    assert letter["Subject"] == "Choose a row: Friday herd"
    text = text_of(letter)
    assert "Your 3 fits no row: which one do you take?" in text
    assert "Laid open: Alice 3, Bob 5" in text
    assert "Row 2: 3 bullheads (20)" in text
    assert "You hold: 12 21 33 44 55 66 70 85 101" in text
    assert "You hold:" in html_of(letter)
    assert f"{settings.SITE_URL}/games/{game.pk}/?row=1" in html_of(letter)


def test_a_reminder_shows_the_hand_too(mail: MailServer) -> None:
    alice, _bob, game = table()
    post_round()
    due = game.dues.get(seat__user=alice, settled_at=None)
    due.remind_at = timezone.now()
    due.save()
    assert remind([due.pk])
    post_round()
    letter = to(mail, alice)[-1]
    assert letter["Subject"] == "Little time left: Friday herd"
    assert "101, 1 bullhead" in text_of(letter)


def test_a_name_with_markup_stays_a_name(mail: MailServer) -> None:
    alice = cast.person("Alice")
    game = cast.running_game([alice, cast.person("Bob")], name="<b>Herd & Co</b>")
    post_round()
    assert game.name in to(mail, alice)[0]["Subject"]
    assert "&lt;b&gt;Herd &amp; Co&lt;/b&gt;" in html_of(to(mail, alice)[0])
    assert "<b>Herd & Co</b>" in text_of(to(mail, alice)[0])


def test_the_last_letter_says_who_wins_with_how_many_bullheads(mail: MailServer) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], end="rounds")
    cast.play_round(game, [alice, bob])
    post_round()
    game.refresh_from_db()
    best = game.seats.filter(rank=1).first()
    assert best is not None
    text = text_of(to(mail, alice)[-1])
    assert f"with {best.total} bullhead" in text
    assert "Round 1, turn 10" in text
