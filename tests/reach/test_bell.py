"""The bell: what is told and not read, and how pages hear of it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.hints import user_group
from games.models import Game, Notification
from games.notifications.events import Event
from games.notifications.telling import tell
from games.selectors.bell import notices, told, unread_count
from games.selectors.waiting import header
from games.services.reaching import mark_read
from tests.games import cast, doors

pytestmark = pytest.mark.django_db


def events(user: User) -> list[str]:
    return [one.event for one in told(user.pk)]


def test_the_bell_rings_for_news_until_they_are_read(alice: User, bob: User) -> None:
    cast.running_game([alice, bob])
    assert set(events(alice)) == {Event.STARTED, Event.YOUR_TURN}
    assert unread_count(alice.pk) == 2
    assert mark_read(user=alice) == 2
    assert (unread_count(alice.pk), unread_count(bob.pk)) == (0, 2)
    assert mark_read(user=alice) == 0


def test_a_turn_that_was_played_rings_no_more(alice: User, bob: User) -> None:
    game = cast.running_game([alice, bob])
    mark_read(user=alice)
    for _turn in range(4):
        cast.play_lowest(game, [alice, bob])
    assert events(alice).count(Event.YOUR_TURN) == 1
    assert unread_count(alice.pk) == 1
    assert Notification.objects.filter(user=alice, read_at=None).count() == 1
    cast.pick(game, alice, cast.hand_of(game, alice)[0])
    assert Event.YOUR_TURN not in events(alice)
    assert unread_count(alice.pk) == 0


def test_the_count_stops_where_nobody_counts_on(alice: User) -> None:
    Notification.objects.bulk_create(
        Notification(user=alice, event=Event.INVITED, subject=f"game {number}")
        for number in range(150)
    )
    assert unread_count(alice.pk) == 100
    assert ">99+</span>" in doors.page(doors.browser(alice), "/rules/")


def test_the_list_says_what_happened_and_until_when(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Kathmandu")
    game = cast.running_game([alice, bob], name="Friday <herd>")
    text = doors.page(doors.browser(alice), "/notifications/")
    assert "Your turn: Friday &lt;herd&gt;" in text
    assert "(Asia/Kathmandu)" in text
    assert f'href="/games/{game.pk}/"' in text
    assert text.index("Your turn:") < text.index("A table has started:")
    assert "Bob" not in text


def test_an_empty_list_says_what_will_be_there(alice: User) -> None:
    assert "Nothing yet." in doors.page(doors.browser(alice), "/notifications/")


def test_the_list_tells_every_event_in_words(alice: User, bob: User) -> None:
    game = cast.running_game([alice, bob])
    data: dict[str, object] = {"reason": "A quarrel.", "action": "void", "resigned": "Bob"}
    data |= {"dropped": True, "host": "chat.example.org"}
    for event in Event:
        tell(
            event,
            [alice.pk],
            game,
            subject="any 1" if event != "your_turn" else "turn 1",
            data=data,
        )
    said = notices(told(alice.pk), alice)
    assert len(said) >= len(Event)
    assert all(one["said"].title and one["said"].sentence for one in said)


def test_the_list_takes_the_same_queries_however_long(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = doors.browser(alice)
    cast.running_game([alice, bob])
    client.get("/notifications/")
    with CaptureQueriesContext(connection) as few:
        client.get("/notifications/")
    for number in range(5):
        cast.running_game([alice, bob], name=f"Herd {number}")
    with django_assert_num_queries(len(few)):
        text = doors.page(client, "/notifications/")
    assert text.count("Your turn:") == 6


def test_the_header_takes_two_queries(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _number in range(3):
        game = cast.running_game([alice, bob])
        cast.play_lowest(game, [alice, bob])
    with django_assert_num_queries(2):
        assert header(alice)["waiting"] == 3


@pytest.mark.parametrize("which", ["all", "until", "game"])
def test_marking_read_by_script(alice: User, bob: User, which: str) -> None:
    first, second = (cast.running_game([alice, bob]) for _number in range(2))
    newest_of_first = Notification.objects.filter(user=alice, game=first).latest("pk").pk
    fields = {"all": {}, "until": {"until": newest_of_first}, "game": {"game": first.pk}}[which]
    client = doors.browser(alice)
    answer = client.post("/notifications/read/", fields, headers={"accept": doors.JSON}).json()
    assert answer["read"] == (4 if which == "all" else 2)
    assert answer["bell"] == (0 if which == "all" else 2)
    left = Notification.objects.filter(user=alice, read_at=None).values_list("game", flat=True)
    assert set(left) == (set() if which == "all" else {second.pk})


@pytest.mark.parametrize(
    "fields", [{"until": "x"}, {"until": "-1"}, {"until": ""}, {"game": "1.5"}, {"game": "9" * 30}]
)
def test_nonsense_marks_nothing_read(alice: User, bob: User, fields: dict[str, str]) -> None:
    cast.running_game([alice, bob])
    response = doors.browser(alice).post("/notifications/read/", fields)
    assert response.status_code == 400
    assert unread_count(alice.pk) == 2


def test_looking_at_the_list_is_no_reading_by_itself(alice: User, bob: User) -> None:
    cast.running_game([alice, bob])
    client = doors.browser(alice)
    assert "Mark all read" in doors.page(client, "/notifications/")
    assert unread_count(alice.pk) == 2
    assert client.get("/notifications/read/").status_code == 405
    assert client.post("/notifications/read/").status_code == 303
    assert unread_count(alice.pk) == 0


def test_pages_without_a_socket_can_ask(alice: User, bob: User) -> None:
    cast.running_game([alice, bob])
    answer = doors.browser(alice).get("/notifications/count/")
    assert answer.json() == header(alice)
    assert "no-store" in answer["Cache-Control"]
    signed_out = doors.browser().get("/notifications/count/", headers={"accept": doors.JSON})
    assert signed_out.status_code == 403


def test_signed_out_people_have_no_bell(bob: User, alice: User) -> None:
    game = cast.running_game([alice, bob])
    text = doors.page(doors.browser(), f"/games/{game.pk}/")
    assert "data-bell" not in text
    assert "data-zone=" not in text


def first_frame(user: User | None, path: str) -> dict[str, Any]:
    return doors.frames(doors.browser(user), path)[0]


def test_live_pages_get_the_header_with_their_state(alice: User, bob: User) -> None:
    game = cast.running_game([alice, bob])
    path = f"/ws/games/{game.pk}/"
    assert first_frame(alice, "/ws/dashboard/")["header"] == header(alice)
    assert first_frame(alice, path)["header"] == header(alice, game.pk)
    assert "header" not in first_frame(None, path)
    tick = doors.frames(doors.browser(alice), path, {"type": "sync", "version": game.version})[1]
    assert tick["type"] == "tick"
    assert tick["header"]["bell"] == 2


def test_a_table_is_told_at_once_that_another_game_waits(alice: User, bob: User) -> None:
    here = cast.running_game([alice, bob])
    heard: list[dict[str, Any]] = []

    async def conversation(socket: WebsocketCommunicator) -> None:
        await doors.hear(socket)
        await socket.send_to(text_data=json.dumps({"type": "sync", "version": here.version}))
        await doors.hear(socket)
        await database_sync_to_async(cast.running_game)([alice, bob])
        layer = get_channel_layer()
        await layer.group_send(user_group(alice.pk), {"type": "user.changed"})
        heard.append(await doors.hear(socket))

    doors.talk(doors.browser(alice), f"/ws/games/{here.pk}/", conversation)
    assert heard[0]["type"] == "tick"
    assert heard[0]["header"]["waiting"] == 2
    assert heard[0]["header"]["bell"] == 4


def test_the_newest_comes_first_and_pages_follow(alice: User) -> None:
    now = timezone.now()
    Notification.objects.bulk_create(
        Notification(
            user=alice,
            event=Event.INVITED,
            subject=f"game {number}",
            created_at=now + timedelta(minutes=number),
            data={"by": f"Guest-{number}"},
        )
        for number in range(25)
    )
    client = doors.browser(alice)
    first = doors.page(client, "/notifications/")
    assert "Guest-24" in first and "Guest-4 " not in first
    assert "Guest-4 " in doors.page(client, "/notifications/?page=2")
    assert doors.page(client, "/notifications/?page=pasture")


def test_a_game_that_is_gone_is_no_error(alice: User, bob: User) -> None:
    tell(Event.INVITED, [alice.pk], None, subject="game 7", data={"by": "Bob"})
    assert "Bob keeps a seat for you." in doors.page(doors.browser(alice), "/notifications/")
    assert Game.objects.count() == 0
