"""A letter's links to single cards: they mark, and do nothing else."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Pick
from tests.games import cast

pytestmark = pytest.mark.django_db

CHECKED = re.compile(r'name="(card|row)"[^>]*value="(\d+)"[^>]* checked')


def checked(page: str) -> list[tuple[str, str]]:
    return CHECKED.findall(page)


def test_the_link_marks_the_card_and_picks_nothing(client: Client) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    card = cast.hand_of(game, alice)[4]
    client.force_login(alice)
    page = client.get(f"/games/{game.pk}/?card={card}").content.decode()
    assert checked(page) == [("card", str(card))]
    assert not Pick.objects.exists()
    assert checked(client.get(f"/games/{game.pk}/").content.decode()) == []


def test_the_link_marks_another_card_than_the_one_that_lies_there(client: Client) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    first, second = cast.hand_of(game, alice)[:2]
    cast.pick(game, alice, second)
    client.force_login(alice)
    page = client.get(f"/games/{game.pk}/?card={first}").content.decode()
    assert checked(page) == [("card", str(first))]
    assert Pick.objects.get().card == second


@pytest.mark.parametrize("asked", ["105", "x", "", "-1", "9999999999", "%00", "1%27"])
def test_nonsense_and_cards_one_does_not_hold_mark_nothing(client: Client, asked: str) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    client.force_login(alice)
    answer = client.get(f"/games/{game.pk}/?card={asked}")
    assert answer.status_code == 200
    assert checked(answer.content.decode()) == []
    own = cast.hand_of(game, alice)[0]
    cast.pick(game, alice, own)
    page = client.get(f"/games/{game.pk}/?card={asked}").content.decode()
    assert checked(page) == [("card", str(own))]


def test_the_link_marks_the_row_to_take(client: Client) -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    hands = {"Alice": [3, *range(11, 20)], "Bob": [5, *range(21, 30)]}
    cast.stack(game, [[50], [60], [70], [80]], hands)
    cast.play(game, {alice: 3, bob: 5})
    client.force_login(alice)
    page = client.get(f"/games/{game.pk}/?row=2").content.decode()
    assert checked(page) == [("row", "2")]


def test_who_is_signed_out_signs_in_and_comes_back_to_the_card() -> None:
    alice, bob = cast.people(2)
    game = cast.running_game([alice, bob])
    answer = Client().get(f"/games/{game.pk}/?card=42")
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"next=/games/{game.pk}/%3Fcard%3D42")
    assert Client().get(f"/games/{game.pk}/").status_code == 200
