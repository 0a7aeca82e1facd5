"""What the table shows whom: who is awaited, until when, one's own hand and pick."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Due, Pick, Turn
from games.selectors.waiting import header
from games.services.picking import choose_row
from games.services.resolving import resolve_turn
from tests.games import cast, doors
from tests.games.scenes import choosing, over, paused, picking

pytestmark = pytest.mark.django_db


def named(name: str) -> User:
    return User.objects.get(username=name)


def awaited(view: dict[str, object]) -> list[str]:
    people = view["awaited"]
    assert isinstance(people, list)
    return [person["name"] for person in people]


def test_everybody_reads_by_name_whom_the_table_waits_for() -> None:
    """Field report A-10: four players, two have picked."""
    users = cast.people(4)
    game = cast.running_game(users)
    for user in users[:2]:
        cast.pick(game, user, cast.hand_of(game, user)[0])
    for client in (doors.browser(users[0]), doors.browser(users[3]), doors.browser()):
        assert awaited(doors.view(client, game)) == ["Charlie", "Mira"]
    statuses = [seat["status"] for seat in doors.view(doors.browser(), game)["seats"]]
    assert statuses == ["picked", "picked", "thinking", "thinking"]
    text = doors.page(doors.browser(users[0]), f"/games/{game.pk}/")
    assert "Waiting for <bdi>Charlie</bdi> and <bdi>Mira</bdi>" in text


def test_while_alice_chooses_only_she_is_awaited_and_only_she_is_told_that_it_is_her() -> None:
    """Field reports A-10 and A-36: Bob reads her name, and has nothing to choose with."""
    game = choosing()
    alice, bob = doors.browser(named("Alice")), doors.browser(named("Bob"))
    for client in (alice, bob, doors.browser()):
        assert awaited(doors.view(client, game)) == ["Alice"]
    assert doors.view(alice, game)["choice"]["card"] == 2
    assert doors.view(bob, game)["choice"] is None
    assert doors.view(bob, game)["needs_you"] is False
    hers, his = (doors.page(client, f"/games/{game.pk}/") for client in (alice, bob))
    assert "Choose a row for your 2" in hers
    assert f'action="/games/{game.pk}/choose/"' in hers
    assert "<bdi>Alice</bdi> chooses a row" in his
    assert f'action="/games/{game.pk}/choose/"' not in his
    titles = [doors.frames(c, f"/ws/games/{game.pk}/")[0]["title"] for c in (alice, bob)]
    assert [title.startswith("●") for title in titles] == [True, False]


def test_before_the_choice_the_revealed_cards_lie_open_for_all() -> None:
    game = choosing()
    for client in (doors.browser(named("Bob")), doors.browser()):
        plays = doors.view(client, game)["plays"]
        assert [(play["name"], play["card"]) for play in plays] == [
            ("Alice", 2),
            ("Bob", 25),
            ("Charlie", 90),
        ]


def test_the_whole_hand_stays_readable_and_the_pick_is_marked_everywhere() -> None:
    """Field reports A-35 and B-25: a reload, a second tab and the socket say the same."""
    game = picking()
    first, second = doors.browser(named("Alice")), doors.browser(named("Alice"))
    doors.send(first, game, "pick", card=13, wish="1")
    frame = doors.frames(second, f"/ws/games/{game.pk}/")[0]
    pages = [doors.page(client, f"/games/{game.pk}/") for client in (first, first, second)]
    for text in (*pages, frame["html"]):
        assert "<b>13</b> lies face down in front of you" in text
    for client in (first, second):
        view = doors.view(client, game)
        assert [held["card"] for held in view["hand"]] == [2, *range(11, 20)]
        assert [held["card"] for held in view["hand"] if held["picked"]] == [13]
        assert view["pick"] == {"card": 13, "wish": "1", "by": "player"}


def test_after_the_reveal_nine_cards_are_left_everywhere() -> None:
    """Field report A-35."""
    game = picking()
    alice, bob, charlie = (named(name) for name in ("Alice", "Bob", "Charlie"))
    cast.play(game, {alice: 13, bob: 25, charlie: 90}, {alice: "0"})
    view = doors.view(doors.browser(alice), game)
    assert [held["card"] for held in view["hand"]] == [2, 11, 12, *range(14, 20)]
    assert view["pick"] is None
    assert [seat["hand_size"] for seat in view["seats"]] == [9, 9, 9]
    frame = doors.frames(doors.browser(alice), f"/ws/games/{game.pk}/")[0]
    assert frame["version"] == view["game"]["version"]


def test_the_same_pick_in_two_tabs_is_one_pick() -> None:
    """Field report B-32."""
    game = picking()
    tabs = doors.browser(named("Alice")), doors.browser(named("Alice"))
    for tab in tabs:
        assert doors.send(tab, game, "pick", card=13)[0] == 200
        assert len(doors.view(tab, game)["hand"]) == 10
    assert Pick.objects.get().card == 13


def test_a_mistap_is_corrected_until_the_last_pick_is_in() -> None:
    """Field report A-37."""
    game = picking()
    alice, bob, charlie = (doors.browser(named(n)) for n in ("Alice", "Bob", "Charlie"))
    doors.send(alice, game, "pick", card=13)
    doors.send(alice, game, "pick", card=17, wish="cheapest")
    doors.send(bob, game, "pick", card=25)
    doors.send(charlie, game, "pick", card=90)
    status, answer = doors.send(alice, game, "pick", card=13)
    assert status == 409
    assert answer["error"] == "All picks are in: this one cannot be changed any more."
    resolve_turn(turn_id=cast.open_turn(game).pk)
    assert cast.hand_of(game, named("Alice")) == [2, *(c for c in range(11, 20) if c != 17)]


def test_changing_a_pick_twenty_times_tells_nothing_and_steers_nothing() -> None:
    """Field report B-24: neither the others' picks nor the next deal; the first salt counts."""
    game = picking()
    alice = doors.browser(named("Alice"))
    doors.send(doors.browser(named("Bob")), game, "pick", card=25)
    commitment = doors.view(alice, game)["round"]["next_commitment"]
    for number in range(20):
        card = 11 + number % 9
        status, answer = doors.send(alice, game, "pick", card=card, salt=f"{number:032x}")
        assert (status, answer["message"]) == (200, f"You play {card}.")
    planned = game.rounds.get(state="planned")
    assert planned.salts.get(seat__number=0).value == "0" * 32
    assert doors.view(alice, game)["round"]["next_commitment"] == commitment == planned.commitment


class TestDeadline:
    def test_the_server_says_how_much_is_left_and_it_is_never_negative(self) -> None:
        """Field reports B-16 and B-22."""
        game = picking()
        client = doors.browser()
        left = doors.view(client, game)["remaining_seconds"]
        assert left == pytest.approx(game.pace_seconds, abs=5)
        long_ago = timezone.now() - timedelta(days=20)
        Due.objects.update(started_at=long_ago, at=long_ago)
        view = doors.view(client, game)
        assert view["remaining_seconds"] == 0
        text = doors.page(client, f"/games/{game.pk}/")
        assert view["overdue"] is True
        assert "The time is up." in text
        assert 'data-remaining="-' not in text

    def test_nothing_counts_down_once_the_game_is_over(self) -> None:
        """Field report B-15."""
        game = over()
        view = doors.view(doors.browser(named("Alice")), game)
        assert (view["deadline"], view["remaining_seconds"]) == (None, None)
        assert "data-remaining" not in doors.page(doors.browser(), f"/games/{game.pk}/")
        assert not Turn.objects.exclude(state="done").filter(round__game=game).exists()

    def test_the_clock_of_whoever_has_picked_goes_on_for_the_others(self) -> None:
        game = picking()
        cast.pick(game, named("Alice"), 13)
        assert doors.view(doors.browser(named("Alice")), game)["deadline"] is not None


class TestBadge:
    """The number in the header is the number of games that wait on the dashboard."""

    @pytest.mark.parametrize(
        ("scene", "waits"),
        [(picking, "ABC"), (choosing, "A"), (paused, ""), (over, "")],
    )
    def test_it_counts_games_that_wait(self, scene: object, waits: str) -> None:
        scene()  # type: ignore[operator]
        for name in ("Alice", "Bob", "Charlie"):
            user = named(name)
            counted = header(user)["waiting"]
            assert counted == int(name[0] in waits)
            assert doors.frames(doors.browser(user), "/ws/dashboard/")[0]["waiting"] == counted

    def test_a_draft_waits_for_whose_turn_it_is(self) -> None:
        users = cast.people(3)
        game = cast.running_game(users, deal="draft", deck="tight")
        seat = doors.view(doors.browser(), game)["draft"]["turn_seat"]
        assert [header(user)["waiting"] for user in users] == [int(n == seat) for n in range(3)]


def test_games_that_wait_for_me_come_first_the_most_urgent_on_top() -> None:
    alice, bob = cast.people(2)
    games = [cast.running_game([alice, bob], name=f"Game {n}") for n in range(4)]
    for number, left in enumerate((5, 1, 3, 2)):
        due = timezone.now() + timedelta(hours=left)
        Due.objects.filter(game=games[number]).update(at=due)
    cast.pick(games[1], alice, cast.hand_of(games[1], alice)[0])
    text = doors.page(doors.browser(alice), "/")
    places = [text.index(f"Game {number}") for number in (3, 2, 0, 1)]
    assert places == sorted(places)
    assert "3 games wait for you" in text


def test_choosing_a_row_moves_the_table_on_for_everybody() -> None:
    game = choosing()
    turn = cast.open_turn(game)
    choose_row(game_id=game.pk, user=named("Alice"), row=3)
    assert doors.view(doors.browser(), game)["phase"] == "resolving"
    resolve_turn(turn_id=turn.pk)
    view = doors.view(doors.browser(named("Bob")), game)
    assert (view["phase"], view["needs_you"]) == ("picking", True)
    assert [row["last"] for row in view["rows"]] == [50, 60, 90, 25]
