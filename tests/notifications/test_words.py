"""What is told speaks to its reader: "you", what happened, what to do (games.notifications.words).

A table's hook speaks to several people, so there everybody has their name.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from accounts.models import User
from games.models import Game, Notification
from games.notifications.events import Event
from games.notifications.hook_words import about_table
from games.notifications.still import still_true
from games.notifications.words import Words, words
from games.services.leaving import resign, take_back, take_seat
from games.services.missing import miss
from games.services.moderating import moderate
from games.services.tables import rematch
from tests.games import cast
from tests.games.scenes import over
from tests.notifications.clock import Clock
from tests.notifications.hooks import news
from tests.seats.scenes import away_game, draft_game, drafter

pytestmark = pytest.mark.django_db


def told(user: User, event: Event) -> Words:
    return words(news(user, event), user)


def stands(user: User, event: Event) -> bool:
    """Whether what was told last would still be sent, by a process that loads it now."""
    return still_true(Notification.objects.get(pk=news(user, event).pk))


@pytest.mark.parametrize("on_leave", Game.OnLeave.values)
def test_who_is_away_is_spoken_to_and_told_how_to_come_back(on_leave: str) -> None:
    alice, bob = cast.people(2)
    away_game([alice, bob], on_leave=on_leave)
    hers, his = told(alice, Event.REPLACED), told(bob, Event.REPLACED)
    assert his.sentence.startswith("You have missed three deadlines in a row, so a stand-in")
    assert "back at the table" in his.sentence
    assert ("free for anybody" in his.sentence) is (on_leave == Game.OnLeave.OFFER)
    assert hers.sentence.startswith("Bob has missed three deadlines in a row: a stand-in plays")
    assert ("anybody may take the seat" in hers.sentence) is (on_leave == Game.OnLeave.OFFER)
    channel = about_table(news(bob, Event.REPLACED))
    assert channel.sentence == hers.sentence


@pytest.mark.parametrize("visibility", Game.Visibility.values)
def test_who_was_replaced_is_spoken_to_and_led_where_they_may_look(visibility: str) -> None:
    alice, bob, mira = *cast.people(2), cast.person("Mira")
    game = away_game([alice, bob], visibility=visibility)
    take_seat(game_id=game.pk, user=mira, number=1, invited=True)
    assert told(alice, Event.REPLACED).sentence == "Mira plays on in place of Bob."
    said = told(bob, Event.REPLACED)
    assert said.sentence.startswith("Mira has taken your seat and plays on")
    private = visibility == Game.Visibility.PRIVATE
    assert said.path == ("/" if private else game.get_absolute_url())
    assert about_table(news(bob, Event.REPLACED)).sentence == "Mira plays on in place of Bob."


@pytest.mark.parametrize("on_leave", Game.OnLeave.values)
def test_who_stays_reads_what_becomes_of_a_seat_that_was_left(on_leave: str) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob], on_leave=on_leave)
    resign(game_id=game.pk, user=bob)
    said = told(alice, Event.REPLACED).sentence
    assert said.startswith("Bob has left the game: a bot plays on")
    assert ("until somebody takes over" in said) is (on_leave == Game.OnLeave.OFFER)


def test_who_did_not_come_is_spoken_to() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    cast.pick(game, alice, cast.hand_of(game, alice)[0], "cheapest")
    cast.let_time_pass(game)
    miss(game.pk)
    assert told(bob, Event.GAME_OVER).sentence.startswith("You did not come to the first turn")
    assert told(alice, Event.GAME_OVER).sentence.startswith("Bob did not come to the first turn")
    assert about_table(news(bob, Event.GAME_OVER)).sentence.startswith("Bob did not come")


def test_who_is_invited_reads_what_to_do_and_until_when(clock: Clock) -> None:
    game = over()
    alice, bob = (User.objects.get(username=name) for name in ("Alice", "Bob"))
    again = rematch(game_id=game.pk, user=bob)
    said = told(alice, Event.INVITED)
    assert said.path == again.get_absolute_url()
    assert said.sentence.startswith("Bob keeps a seat for you. Take it at the table if you want")
    assert said.sentence.endswith("(UTC).")


def test_a_pause_says_that_nothing_is_due_and_going_on_says_until_when(clock: Clock) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    herder = cast.person("Herder", is_staff=True, is_superuser=True)
    moderate(game_id=game.pk, moderator=herder, action="pause", reason="a quarrel")
    assert told(alice, Event.MODERATION).sentence == (
        "A moderator has paused the game, and nothing is due meanwhile: a quarrel."
    )
    moderate(game_id=game.pk, moderator=herder, action="resume", reason="Peace!")
    clock.go_to(datetime(2026, 12, 1, 12, 1, tzinfo=UTC))
    assert told(alice, Event.MODERATION).sentence == (
        "The game goes on, everybody has the time that was left: Peace!"
        " You have until Thu 3 Dec, 12:00 (UTC)."
    )
    cast.pick(game, alice, cast.hand_of(game, alice)[0], "cheapest")
    assert told(alice, Event.MODERATION).sentence.endswith("Peace!")
    assert about_table(news(alice, Event.MODERATION)).sentence.endswith("Peace!")


def test_in_a_draft_it_is_said_that_a_card_is_to_be_taken() -> None:
    game = draft_game(cast.people(3))
    asked = drafter(game)
    assert "the cards lie open" in told(asked, Event.STARTED).sentence
    assert told(asked, Event.YOUR_TURN).sentence.startswith("It is for you to take a card")


def test_nobody_is_told_of_an_absence_that_is_over() -> None:
    """Field report B-01, for seats: what was held in the night may have passed by the morning."""
    alice, bob = cast.people(2)
    game = away_game([alice, bob])
    assert stands(alice, Event.REPLACED) and stands(bob, Event.REPLACED)
    take_back(game_id=game.pk, user=bob)
    assert not stands(alice, Event.REPLACED) and not stands(bob, Event.REPLACED)


def test_nobody_is_told_that_a_bot_plays_where_somebody_sits_by_now() -> None:
    alice, bob, mira = *cast.people(2), cast.person("Mira")
    game = cast.running_game([alice, bob], on_leave=Game.OnLeave.OFFER)
    resign(game_id=game.pk, user=bob)
    left = news(alice, Event.REPLACED)
    assert still_true(left)
    take_seat(game_id=game.pk, user=mira, number=1)
    assert not still_true(left)
    assert stands(alice, Event.REPLACED)  # that Mira plays


def test_nobody_is_told_of_a_pause_that_is_over() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    herder = cast.person("Herder", is_staff=True, is_superuser=True)
    moderate(game_id=game.pk, moderator=herder, action="pause", reason="A quarrel.")
    pause = news(alice, Event.MODERATION).pk
    assert still_true(Notification.objects.get(pk=pause))
    moderate(game_id=game.pk, moderator=herder, action="resume", reason="Peace.")
    assert not still_true(Notification.objects.get(pk=pause))
    assert stands(alice, Event.MODERATION)
    moderate(game_id=game.pk, moderator=herder, action="cancel", reason="War.")
    assert stands(alice, Event.MODERATION)
