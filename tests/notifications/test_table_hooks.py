"""A table's own hook tells what anybody may see of it, once."""

from __future__ import annotations

from datetime import time

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameMute, Pick, Reach, Seat, Webhook
from games.notifications.events import Event
from games.notifications.hook_tables import table_deliveries
from games.notifications.sender import GiveUp
from games.notifications.webhooks import Webhooks
from games.services.errors import NotYours
from games.services.hooks import add_hook
from tests.games.cast import hand_of, person, pick, play_lowest, running_game
from tests.notifications.hooks import data, news, post_round, send
from tests.notifications.outside import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lan")]
Kind = Webhook.Kind


def test_a_table_tells_each_turn_once_and_nobodys_cards(
    game: Game, alice: User, bob: User, receiver: Receiver
) -> None:
    add_hook(user=alice, kind=Kind.JSON, url=receiver.url, game=game)
    post_round()
    receiver.letters.clear()
    play_lowest(game, [alice, bob])
    pick(game, alice, hand_of(game, alice)[-1], Pick.Wish.CHEAPEST)
    post_round()
    post_round()
    assert [data(letter)["event"] for letter in receiver.letters] == ["your_turn"]
    told = data(receiver.letters[0])
    assert told["person"] is None
    assert told["awaited"] == ["Bob"]
    assert "Turn 1.1: " in told["sentence"]
    assert "The table waits for Bob, until" in told["sentence"]
    on_table = {card for row in told["rows"] for card in row}
    for user in (alice, bob):
        assert not on_table & set(hand_of(game, user))


def test_what_a_table_tells_does_not_depend_on_what_is_hidden(
    game: Game, alice: User, bob: User, receiver: Receiver
) -> None:
    add_hook(user=alice, kind=Kind.JSON, url=receiver.url, game=game)
    hook = Webhook.objects.get()
    send(news(alice), f"table {hook.pk}")
    low, *_rest, high = hand_of(game, alice)
    first = data(receiver.letters[-1])
    for card in (low, high):
        pick(game, alice, card, Pick.Wish.CHEAPEST)
        send(news(bob), f"table {hook.pk}")
    second, third = (data(letter) for letter in receiver.letters[-2:])
    assert second == third
    assert {**second, "awaited": 0, "deadline": 0, "sentence": 0} == {
        **first,
        "id": second["id"],
        "awaited": 0,
        "deadline": 0,
        "sentence": 0,
    }


def test_nobodys_wishes_sleep_or_mute_hold_for_a_table(
    game: Game, alice: User, bob: User, receiver: Receiver
) -> None:
    for user in (alice, bob):
        GameMute.objects.create(user=user, game=game)
        Reach.objects.create(user=user, quiet_from=time(0), quiet_until=time(23, 59, 59))
    add_hook(user=alice, kind=Kind.JSON, url=receiver.url, game=game)
    post_round()
    assert [data(letter)["event"] for letter in receiver.letters] == ["your_turn"]


def test_a_persons_hook_and_a_tables_are_told_apart(
    game: Game, alice: User, receiver: Receiver
) -> None:
    add_hook(user=alice, kind=Kind.JSON, url=receiver.url + "/own")
    add_hook(user=alice, kind=Kind.JSON, url=receiver.url + "/table", game=game)
    post_round()
    people = {letter.path: data(letter)["person"] for letter in receiver.letters}
    assert people == {"/hook/own": "Alice", "/hook/table": None}


def test_a_turn_that_was_played_meanwhile_is_not_announced(
    game: Game, alice: User, bob: User, receiver: Receiver
) -> None:
    add_hook(user=alice, kind=Kind.JSON, url=receiver.url, game=game)
    made = table_deliveries([news(alice)], timezone.now())
    assert Webhooks().shared_why_not(made[0]) == ""
    play_lowest(game, [alice, bob])
    assert Webhooks().shared_why_not(made[0]) == "Not true any more."


def test_only_who_opened_a_table_sets_its_hooks(game: Game, bob: User, receiver: Receiver) -> None:
    with pytest.raises(NotYours):
        add_hook(user=bob, kind=Kind.JSON, url=receiver.url, game=game)


def test_who_left_a_private_table_hears_no_more_of_it(
    alice: User, bob: User, receiver: Receiver
) -> None:
    game = running_game([alice, bob], visibility=Game.Visibility.PRIVATE)
    add_hook(user=alice, kind=Kind.JSON, url=receiver.url, game=game)
    made = table_deliveries([news(bob)], timezone.now())
    assert len(made) == 1
    Seat.objects.filter(game=game, user=alice).update(user=person("Mira"))
    assert table_deliveries([news(bob)], timezone.now()) == []
    with pytest.raises(GiveUp):
        Webhooks().send(made[0])
    assert receiver.letters == []


def test_friends_who_share_a_channel_read_an_event_once(
    game: Game, alice: User, bob: User, receiver: Receiver
) -> None:
    hooks = [add_hook(user=user, kind=Kind.DISCORD, url=receiver.url) for user in (alice, bob)]
    for user, hook in zip((alice, bob), hooks, strict=True):
        send(news(user, Event.STARTED), str(hook.pk))
    assert len(receiver.letters) == 1
    for user, hook in zip((alice, bob), hooks, strict=True):
        send(news(user, Event.YOUR_TURN), str(hook.pk))  # a question to each of them
    titles = [data(letter)["embeds"][0]["title"] for letter in receiver.letters[1:]]
    assert [title.partition(":")[0] for title in titles] == ["Alice", "Bob"]
