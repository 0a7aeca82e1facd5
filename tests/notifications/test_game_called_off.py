"""A game that was declared void: nothing speaks of its last card any more."""

from __future__ import annotations

import pytest

from games.models import Game, Notification
from games.notifications.events import Event
from games.notifications.hook_words import about_table
from games.notifications.words import sentence
from games.services.moderating import moderate
from tests.games import cast, doors
from tests.notifications.mail_server import MailServer
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
    assert about_table(over).sentence.startswith(VOID)
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
