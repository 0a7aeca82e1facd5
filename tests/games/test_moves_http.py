"""Bad input gets a sentence a person understands, the right status, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Pick
from tests.games import cast, doors
from tests.games.scenes import choosing, drafting, over, paused, picking, private, table

pytestmark = pytest.mark.django_db
Scene = Callable[[], Game]
Case = tuple[str, str, dict[str, Any], int, str]


NOT_HELD = "You do not hold card"
NOT_PLAYING = "This game is not being played now."
NOT_OPEN = "This table is not open any more."
NO_CARD, NO_ROW = "Choose a card first.", "Choose a row first."
CASES: list[tuple[Scene, list[Case]]] = [
    (
        picking,
        [
            *(
                ("Alice", "pick", {"card": card}, 400, NO_CARD)
                for card in ("", "x", "-2", "2.0", "²", "２", "0x2", " 2", "99999999999", "2\0")
            ),
            ("Alice", "pick", {}, 400, NO_CARD),
            *(("Alice", "pick", {"card": card}, 400, NOT_HELD) for card in (0, 25, 50, 105, 9999)),
            ("Alice", "pick", {"card": 2, "wish": "4"}, 400, "There is no such wish."),
            ("Alice", "pick", {"card": 2, "salt": "salt"}, 400, "The salt must be 32 hexadecimal"),
            ("Alice", "pick", {"card": 2, "turn": "1.2"}, 409, "That turn is over"),
            ("Alice", "pick", {"card": 2, "turn": "nonsense"}, 409, "That turn is over"),
            ("Zoe", "pick", {"card": 2}, 403, "You do not play in this game."),
            ("", "pick", {"card": 2}, 403, "Sign in first."),
            ("Alice", "choose", {"row": "first"}, 400, NO_ROW),
            ("Alice", "choose", {"row": 1}, 409, "Nobody has to choose a row now."),
            ("Zoe", "choose", {"row": 1}, 403, "You do not play in this game."),
            ("Alice", "draft", {"card": 2}, 409, "No cards are being drafted now."),
            ("Alice", "wishes", {"cards": "2 3"}, 409, "No cards are being drafted now."),
            *(("Alice", action, {}, 409, NOT_OPEN) for action in ("start", "leave", "cancel")),
            ("Zoe", "join", {}, 409, NOT_OPEN),
            ("Alice", "bots/add", {"level": "simple"}, 409, NOT_OPEN),
            ("Alice", "bots/add", {"level": "genius"}, 400, "There is no such bot."),
            ("Alice", "bots/remove", {"seat": 1}, 409, NOT_OPEN),
            ("Alice", "bots/remove", {"seat": "1st"}, 400, "Say which seat."),
            ("Alice", "rematch", {}, 409, "A rematch is possible once the game is over."),
            ("Zoe", "rematch", {}, 403, "You do not sit at this table."),
        ],
    ),
    (
        choosing,
        [
            ("Bob", "choose", {"row": 1}, 403, "It is not you who chooses the row now."),
            ("Zoe", "choose", {"row": 1}, 403, "You do not play in this game."),
            ("", "choose", {"row": 1}, 403, "Sign in first."),
            ("Alice", "choose", {"row": 4}, 400, "You cannot take that row."),
            ("Alice", "choose", {"row": ""}, 400, NO_ROW),
            ("Alice", "choose", {"row": 1, "turn": "1.2"}, 409, "That turn is over"),
            ("Alice", "pick", {"card": 11}, 409, "All picks are in"),
            ("Bob", "pick", {"card": 31}, 409, "All picks are in"),
        ],
    ),
    (
        paused,
        [
            ("Alice", "pick", {"card": 2}, 409, "This game is paused: A quarrel."),
            ("Alice", "choose", {"row": 0}, 409, "This game is paused: A quarrel."),
        ],
    ),
    (
        table,
        [
            ("Alice", "pick", {"card": 2}, 409, NOT_PLAYING),
            ("Zoe", "pick", {"card": 2}, 403, "You do not play in this game."),
            ("Bob", "start", {}, 403, "Only the person who opened this table can do that."),
            ("Bob", "cancel", {}, 403, "Only the person who opened this table can do that."),
            ("Bob", "bots/add", {"level": "simple"}, 403, "Only the person who opened"),
            ("Bob", "bots/remove", {"seat": 0}, 403, "Only the person who opened"),
            ("Alice", "bots/remove", {"seat": 1}, 404, "There is no bot on that seat."),
            ("Alice", "bots/remove", {"seat": 7}, 404, "There is no bot on that seat."),
            ("Zoe", "leave", {}, 403, "You do not sit at this table."),
            ("Zoe", "join", {"salt": "<script>"}, 400, "The salt must be 32 hexadecimal digits."),
            ("", "join", {}, 403, "Sign in first."),
        ],
    ),
    (
        private,
        [
            ("Alice", "start", {}, 409, "One more player is needed."),
            ("Bob", "join", {}, 403, "This table is private"),
        ],
    ),
    (
        drafting,
        [
            ("Alice", "pick", {"card": 2}, 409, "The cards are still being drafted."),
            ("Alice", "choose", {"row": 2}, 409, "The cards are still being drafted."),
            ("Zoe", "draft", {"card": 2}, 403, "You do not play in this game."),
            ("Zoe", "wishes", {"cards": "2"}, 403, "You do not play in this game."),
            ("Alice", "draft", {"card": "two"}, 400, NO_CARD),
            ("Alice", "wishes", {"cards": "one two"}, 400, "Write the numbers of cards"),
            ("Alice", "wishes", {"cards": "5 5"}, 400, "The list may name each card of this draft"),
            ("Alice", "wishes", {"cards": "35"}, 400, "The list may name each card of this draft"),
        ],
    ),
    (
        over,
        [
            ("Alice", "pick", {"card": 2}, 409, NOT_PLAYING),
            ("Alice", "choose", {"row": 2}, 409, NOT_PLAYING),
            ("Alice", "leave", {}, 409, NOT_OPEN),
            ("Zoe", "rematch", {}, 403, "You do not sit at this table."),
        ],
    ),
]


@pytest.fixture
def zoe(db: None) -> User:
    """Somebody who has nothing to do with the game."""
    return cast.person("Zoe")


@pytest.mark.parametrize(("scene", "cases"), CASES, ids=lambda x: getattr(x, "__name__", ""))
def test_it_is_refused_with_a_sentence_and_changes_nothing(
    scene: Scene, cases: list[Case], zoe: User
) -> None:
    game = scene()
    before = doors.stored()
    clients = {user.username: doors.browser(user) for user in User.objects.all()}
    clients[""] = doors.browser()
    for name, action, fields, status, words in cases:
        answer = doors.send(clients[name], game, action, **fields)
        assert answer[0] == status, (name, action, fields, answer)
        assert answer[1].keys() == {"ok", "error"}
        assert answer[1]["ok"] is False
        assert words in answer[1]["error"]
    assert doors.stored() == before


@pytest.mark.parametrize(
    ("name", "action", "status", "words"),
    [
        ("Alice", "pick", 400, NO_CARD),
        ("Alice", "choose", 400, NO_ROW),
        ("Zoe", "rematch", 403, "You do not sit at this table."),
        ("Zoe", "join", 409, NOT_OPEN),
    ],
)
def test_a_browser_gets_the_same_sentence_as_a_page_that_leads_back(
    name: str, action: str, status: int, words: str, zoe: User
) -> None:
    game = picking()
    before = doors.stored()
    response = client_of(name).post(f"/games/{game.pk}/{action}/")
    text = response.content.decode()
    assert response.status_code == status
    assert words in text
    assert f'href="/games/{game.pk}/"' in text
    assert doors.stored() == before


def client_of(name: str) -> Client:
    return doors.browser(User.objects.get(username=name))


def test_signed_out_people_are_sent_to_sign_in_and_come_back_to_the_table() -> None:
    game = picking()
    before = doors.stored()
    response = doors.browser().post(f"/games/{game.pk}/pick/", {"card": 2})
    assert response.status_code == 302
    assert response["Location"] == f"/accounts/login/?next=/games/{game.pk}/"
    assert doors.stored() == before


def test_a_second_choice_comes_too_late() -> None:
    """Field report A-26: only the awaited player chooses, and only once."""
    game = choosing()
    alice, bob = client_of("Alice"), client_of("Bob")
    assert doors.send(bob, game, "choose", row=1)[0] == 403
    assert doors.view(alice, game)["phase"] == "choosing"
    assert doors.send(alice, game, "choose", row=1)[0] == 200
    before = doors.stored()
    status, answer = doors.send(alice, game, "choose", row=2)
    assert (status, answer["error"]) == (409, "Nobody has to choose a row now.")
    assert doors.stored() == before


def test_fields_nobody_asked_for_are_ignored() -> None:
    """Field report A-31: a request cannot set the state of a game, a total or the time."""
    game = table()
    extra = {"players": "9", "points": "-50", "started": "true", "deck": "[1,2,3]", "state": "void"}
    extra |= {"seat": "1", "user": "1", "total": "0", "rank": "1", "created_at": "1970-01-01"}
    charlie = client_of("Charlie")
    assert doors.send(charlie, game, "join", **extra)[0] == 200
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert game.seats.get(user__username="Charlie").number == 2
    card = cast.hand_of(game, User.objects.get(username="Charlie"))[0]
    assert doors.send(charlie, game, "pick", card=card, by="bot", **extra)[0] == 200
    pick = Pick.objects.get()
    assert (pick.seat.name, pick.by) == ("Charlie", "player")
    assert pick.created_at > game.created_at  # the server's clock (field report B-22)


def test_what_was_done_is_said_in_json() -> None:
    game = picking()
    status, answer = doors.send(client_of("Alice"), game, "pick", card=2, wish="cheapest")
    game.refresh_from_db()
    assert status == 200
    said = {"ok": True, "message": "You play 2.", "version": game.version, "game": game.pk}
    assert answer == said
