"""A game that has no winner: nothing speaks of its last card or of who stands where."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Game, Notification
from games.notifications.events import Event
from games.notifications.hook_words import about_table
from games.notifications.words import sentence
from games.services.hosting import add_bot
from games.services.moderating import moderate
from games.services.tables import cancel_game, create_game, expire_tables, join_game, leave_game
from tests.games import cast, doors
from tests.notifications.mail_server import MailServer, text_of
from tests.notifications.post import fates, post_round

pytestmark = pytest.mark.django_db
VOID = "The game was declared void: Two hands in one head"


def voided() -> Game:
    """Alice and Bob have played to the end; nothing of it is sent yet."""
    users = cast.people(2)
    game = cast.running_game(users, end="rounds")
    cast.play_round(game, users)
    herder = cast.person("Herder", is_superuser=True)
    reason = "Two hands in one head"
    return moderate(game_id=game.pk, moderator=herder, action="void", reason=reason)


def test_the_bell_and_a_tables_hook_say_that_the_game_is_void() -> None:
    """Both said "The last card is played. See how everybody stands."."""
    game = voided()
    over = Notification.objects.get(game=game, event=Event.GAME_OVER, user__username="Alice")
    assert sentence(over, over.user) == VOID
    assert about_table(over).sentence == VOID
    page = doors.page(doors.browser(over.user), "/notifications/")
    assert VOID in page
    assert "last card" not in page


def test_one_letter_tells_it_and_none_the_end(mail: MailServer) -> None:
    game = voided()
    post_round()
    alice = game.seats.get(number=0).user
    assert alice is not None
    assert fates(alice, Event.GAME_OVER) == ["dropped"]
    assert fates(alice, Event.MODERATION) == ["sent"]
    assert not any("last card" in str(letter) for letter in mail.letters)


def waiting_table() -> tuple[Game, User, User]:
    """Alice has opened a table, Bob and a bot sit at it."""
    alice, bob = cast.people(2)
    game = create_game(creator=alice, name="Friday herd", seats_wanted=4)
    join_game(game_id=game.pk, user=bob)
    add_bot(game_id=game.pk, user=alice, level="simple")
    return game, alice, bob


@pytest.mark.parametrize(
    ("close", "reason"), [(cancel_game, "Cancelled by Alice."), (leave_game, "Alice left.")]
)
def test_who_sat_at_a_table_hears_that_it_closes(
    mail: MailServer, close: Callable[..., Game], reason: str
) -> None:
    game, alice, bob = waiting_table()
    close(game_id=game.pk, user=alice)
    post_round()
    (letter,) = mail.letters
    assert letter["To"] == bob.email
    assert f"The table has closed before its start. {reason}" in text_of(letter)
    told = Notification.objects.get(game=game, event=Event.GAME_OVER)
    assert about_table(told).sentence == f"The table has closed before its start. {reason}"


def test_everybody_hears_that_nobody_started_in_time() -> None:
    game, alice, bob = waiting_table()
    assert expire_tables(game.expires_at) == 1
    told = Notification.objects.filter(game=game, event=Event.GAME_OVER)
    assert {one.user_id for one in told} == {alice.pk, bob.pk}
    assert sentence(told[0], told[0].user).endswith("Nobody started it in time.")
