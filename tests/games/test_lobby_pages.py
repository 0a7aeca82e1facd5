"""The lobby: the list of public tables with its filters, and the form that opens a table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.services.hosting import add_bot
from games.services.rehearsing import play_turns
from games.services.tables import create_game
from tests.games import cast, doors

pytestmark = pytest.mark.django_db
CLASSIC: dict[str, Any] = {
    "name": "Friday herd",
    "visibility": "public",
    "seats_wanted": 4,
    "pace_seconds": 86400,
    "end": "exceeds",
    "target": 66,
    "rounds_wanted": 1,
    "deck": "full",
    "deal": "shuffled",
    "placement": "right",
}


@pytest.fixture
def alice(db: None) -> Client:
    return doors.browser(cast.person("Alice"))


def open_table(client: Client, **fields: Any) -> Any:
    return client.post("/games/new/", CLASSIC | fields)


def test_a_table_is_opened_with_every_option(alice: Client) -> None:
    chosen = {"end": "rounds", "rounds_wanted": 3, "deck": "tight", "deal": "stock"}
    chosen |= {"placement": "both", "hints": "on", "seats_wanted": 10, "pace_seconds": 30}
    response = open_table(alice, **chosen, visibility="private")
    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/games/{game.pk}/")
    assert game.options.to_json() == {
        "end": "rounds",
        "target": 66,
        "rounds": 3,
        "deck": "tight",
        "deal": "stock",
        "placement": "both",
        "hints": "on",
    }
    assert (game.seats_wanted, game.pace_seconds, game.visibility) == (10, 30, "private")


def test_a_bot_is_nobodys_own_seat_not_even_for_somebody_signed_out(alice: Client) -> None:
    open_table(alice)
    add_bot(game_id=Game.objects.get().pk, user=Game.objects.get().creator, level="simple")
    for path in ("/", "/games/"):
        assert "(you)" not in doors.page(doors.browser(), path)
    assert "(you)" in doors.page(alice, "/games/")


def test_a_draft_is_played_with_the_tight_deck(alice: Client) -> None:
    open_table(alice, deal="draft", deck="full")
    assert Game.objects.get().deck == "tight"


def test_every_option_is_explained_where_it_is_chosen(alice: Client) -> None:
    text = doors.page(alice, "/games/new/")
    for field in CLASSIC | {"hints": "", "fill_with": ""}:
        assert f'name="{field}"' in text
    for words in ("exactly", "Tactics", "Logic", "left", "learning"):
        assert words.lower() in text.lower(), words


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", " \u200b\u2028 "),
        ("name", "x" * 41),
        ("name", "a\0b"),
        ("target", "9"),
        ("target", "501"),
        ("target", "many"),
        ("rounds_wanted", "51"),
        ("rounds_wanted", "-1"),
        ("seats_wanted", "1"),
        ("seats_wanted", "11"),
        ("pace_seconds", "1"),
        ("pace_seconds", "86401"),
        ("deck", "marked"),
        ("deal", "crooked"),
        ("placement", "between"),
        ("end", "never"),
        ("visibility", "secret"),
        ("fill_with", "genius"),
    ],
)
def test_nonsense_opens_no_table_and_says_what_is_wrong(
    field: str, value: str, alice: Client
) -> None:
    response = open_table(alice, **{field: value})
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()
    assert response.context["form"].errors[field]
    assert not Game.objects.exists()


def test_a_table_against_bots_starts_at_once(alice: Client) -> None:
    assert 'value="simple"' in doors.page(alice, "/games/new/?with=bots")
    open_table(alice, fill_with="counter", visibility="private")
    game = Game.objects.get()
    assert game.state == Game.State.RUNNING
    assert [seat.bot for seat in game.seats.all()] == ["", "counter", "counter", "counter"]


def test_only_people_who_are_signed_in_open_tables(db: None) -> None:
    for answer in (doors.browser().get("/games/new/"), open_table(doors.browser())):
        assert answer["Location"] == "/accounts/login/?next=/games/new/"
    assert not Game.objects.exists()


class TestFilters:
    @pytest.fixture(autouse=True)
    def _tables(self, db: None) -> None:
        users = cast.people(2)
        tables: dict[str, dict[str, Any]] = {
            "Plain": {"seats_wanted": 3},
            "Quick": {"pace_seconds": 60},
            "Tight": {"deck": "tight"},
            "Logic": {"deck": "tight", "deal": "draft"},
            "Twosided": {"placement": "both"},
            "Learner": {"hints": True},
            "Hidden": {"visibility": "private"},
        }
        for name, fields in tables.items():
            create_game(creator=users[0], **{"name": f"{name} table", **fields})
        cast.running_game(users, name="Running table")
        play_turns(cast.running_game(users, name="Ended table", end="rounds").pk)

    @pytest.mark.parametrize(
        ("query", "shown"),
        [
            ("", "Plain Quick Tight Logic Twosided Learner"),
            ("?pace=live", "Quick"),
            ("?pace=days&players=3", "Plain"),
            ("?players=3", "Plain"),
            ("?rules=classic", "Plain Quick Learner"),
            ("?rules=tight", "Tight"),
            ("?rules=draft", "Logic"),
            ("?rules=both", "Twosided"),
            ("?rules=hints", "Learner"),
            ("?state=running", "Running"),
            ("?state=finished", "Ended"),
            ("?rules=both&pace=live", ""),
        ],
    )
    def test_a_filter_shows_what_it_says(self, query: str, shown: str) -> None:
        text = doors.page(doors.browser(), f"/games/{query}")
        told = re.findall(r"<bdi>(\w+) table</bdi></a></h2>", text)
        assert sorted(told) == sorted(shown.split())

    @pytest.mark.parametrize("query", ["pace=slow", "players=99", "rules=none", "state=void"])
    def test_a_filter_that_is_none_says_so(self, query: str) -> None:
        response = doors.browser().get(f"/games/?{query}")
        assert response.status_code == 400
        assert "errorlist" in response.content.decode()


def test_the_list_has_pages_that_keep_the_filter(db: None) -> None:
    for number in range(25):
        creator = cast.person(f"Person{number}")
        create_game(creator=creator, name=f"Table {number}", pace_seconds=60)
    text = doors.page(doors.browser(), "/games/?pace=live")
    assert "Table 24" in text
    assert "?pace=live&amp;page=2" in text
    assert "Table 0<" in doors.page(doors.browser(), "/games/?pace=live&page=2")


def test_a_name_is_shown_as_text_and_nothing_else(alice: Client) -> None:
    open_table(alice, name="<b>Bold</b> & \u202efriends")
    game = Game.objects.first()
    if game is not None:  # a name that turns the writing round may be refused as well
        text = doors.page(alice, f"/games/{game.pk}/") + doors.page(alice, "/games/")
        assert "<b>Bold</b>" not in text
