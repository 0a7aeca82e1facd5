"""Leaving, taking, coming back and more time through the site's doors."""

from __future__ import annotations

import html
from datetime import timedelta

import pytest
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat, Vacation
from tests.games import cast, doors
from tests.seats.scenes import away_game, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def users(db: None) -> list[User]:
    return cast.people(3)


@pytest.fixture
def game(users: list[User]) -> Game:
    return cast.running_game(users)


def offer(game: Game, user: User) -> None:
    Seat.objects.filter(game=game, user=user).update(offered_at=timezone.now(), misses=3)


def table_page(user: User | None, game: Game) -> str:
    return html.unescape(doors.page(doors.browser(user), f"/games/{game.pk}/"))


def test_a_page_says_what_leaving_means_before_it_is_done(game: Game, users: list[User]) -> None:
    alice = doors.browser(users[0])
    path = f"/games/{game.pk}/resign/"
    said = html.unescape(doors.page(alice, path))
    assert "Leave <bdi>Friday herd</bdi> for good?" in said
    assert "your seat is free: anybody may take it" in said
    assert seat_of(game, users[0])
    answer = alice.post(path)
    assert (answer.status_code, answer["location"]) == (303, f"/games/{game.pk}/")
    assert "You have left the game." in doors.page(alice, f"/games/{game.pk}/")
    assert alice.get(path).status_code == 303  # nothing to leave any more


def test_the_page_of_a_table_whose_seats_are_kept_says_so(users: list[User]) -> None:
    game = cast.running_game(users, on_leave="bot")
    said = doors.page(doors.browser(users[0]), f"/games/{game.pk}/resign/")
    assert "The bot plays on to the end." in said


@pytest.mark.parametrize(
    ("who", "action", "fields", "status", "sentence"),
    [
        ("", "resign", {}, 403, "Sign in first."),
        ("Zoe", "resign", {}, 403, "You do not sit at this table."),
        ("", "take", {"seat": 0}, 403, "Sign in first."),
        ("Zoe", "take", {}, 400, "Say which seat."),
        ("Zoe", "take", {"seat": "x"}, 400, "Say which seat."),
        ("Zoe", "take", {"seat": 0}, 404, "That seat is not on offer any more."),
        ("Zoe", "take", {"seat": 7}, 404, "That seat is not on offer any more."),
        ("Alice", "take", {"seat": 1}, 400, "You sit at this table already."),
        ("Alice", "back", {}, 409, "Your seat is yours: you are not away."),
        ("Zoe", "back", {}, 403, "You do not sit at this table."),
        ("Zoe", "extend", {}, 403, "You do not sit at this table."),
        ("", "extend", {}, 403, "Sign in first."),
    ],
)
def test_what_is_refused_changes_nothing(
    game: Game, who: str, action: str, fields: dict[str, object], status: int, sentence: str
) -> None:
    cast.person("Zoe")
    client = doors.browser(User.objects.get(username=who) if who else None)
    before = doors.stored()
    code, answer = doors.send(client, game, action, **fields)
    assert (code, answer["error"]) == (status, sentence)
    assert doors.stored() == before


@pytest.mark.parametrize("action", ["resign", "take", "back", "extend"])
@pytest.mark.parametrize("state", ["open", "paused", "over"])
def test_a_game_that_is_not_played_now(
    game: Game, users: list[User], action: str, state: str
) -> None:
    if state == "paused":
        Game.objects.filter(pk=game.pk).update(paused_at=timezone.now(), reason="A quarrel.")
    else:
        Game.objects.filter(pk=game.pk).update(state={"over": "void"}.get(state, state))
    status, answer = doors.send(doors.browser(users[0]), game, action, seat=0)
    paused = "This game is paused: A quarrel."
    sentence = paused if state == "paused" else "This game is not being played now."
    assert (status, answer["error"]) == (409, sentence)


def test_a_seat_on_offer_is_shown_and_taken(game: Game, users: list[User]) -> None:
    offer(game, users[2])
    zoe = cast.person("Zoe")
    assert "Take this seat" in table_page(zoe, game)
    assert "Take this seat" not in table_page(users[0], game)
    assert "<bdi>Charlie</bdi> is away: a stand-in plays." in table_page(users[0], game)
    assert "Sign in to sit down" in table_page(None, game)
    hand = cast.hand_of(game, users[2])
    status, answer = doors.send(doors.browser(zoe), game, "take", seat=2)
    assert (status, answer["message"]) == (200, "The seat is yours, with the hand it holds.")
    view = doors.view(doors.browser(zoe), game)
    assert [held["card"] for held in view["hand"]] == hand
    assert view["seats"][2]["formerly"] == ["Charlie"]
    assert doors.send(doors.browser(cast.person("Dora")), game, "take", seat=2)[0] == 404


def test_the_lobby_finds_tables_with_a_seat_to_take_over(game: Game, users: list[User]) -> None:
    kept = cast.running_game(users, name="Closed herd", on_leave="bot")
    offer(kept, users[2])
    path = "/games/?state=offer"
    assert "Friday herd" not in doors.page(doors.browser(), path)
    offer(game, users[2])
    found = doors.page(doors.browser(), path)
    assert "1 seat to take over" in found
    assert "Friday herd" in found
    assert "Closed herd" not in found


def test_who_is_away_finds_their_seat_and_takes_it_back(game: Game, users: list[User]) -> None:
    offer(game, users[2])
    assert "Take my seat back" in table_page(users[2], game)
    status, answer = doors.send(doors.browser(users[2]), game, "back")
    assert (status, answer["message"]) == (200, "Welcome back: nobody plays for you any more.")
    assert "Take my seat back" not in table_page(users[2], game)


def test_who_left_cannot_sit_down_again(game: Game, users: list[User]) -> None:
    alice = doors.browser(users[0])
    assert doors.send(alice, game, "resign")[0] == 200
    assert "<bdi>Alice</bdi> has left: Bot Bessie plays on." in table_page(users[0], game)
    assert "Take this seat" not in table_page(users[0], game)
    status, answer = doors.send(alice, game, "take", seat=0)
    assert (status, answer["error"]) == (
        403,
        "You have had a seat in this game, and you know a hand of it.",
    )


def test_at_a_private_table_the_link_opens_the_seat(users: list[User]) -> None:
    game = cast.running_game(users, visibility="private")
    offer(game, users[2])
    zoe = doors.browser(cast.person("Zoe"))
    assert doors.send(zoe, game, "take", seat=2)[0] == 403
    assert f"/i/{game.invite_token}/" in table_page(users[0], game)
    zoe.get(f"/i/{game.invite_token}/")
    assert doors.send(zoe, game, "take", seat=2)[0] == 200


def test_the_open_page_of_who_was_replaced_loses_the_hand_at_once(
    game: Game, users: list[User]
) -> None:
    """Field report B-53, over the socket."""
    offer(game, users[2])
    charlie, zoe = doors.browser(users[2]), doors.browser(cast.person("Zoe"))
    heard: list[dict[str, object]] = []

    async def conversation(socket: WebsocketCommunicator) -> None:
        heard.append(await doors.hear(socket))
        from asgiref.sync import sync_to_async

        await sync_to_async(doors.send, thread_sensitive=True)(zoe, game, "take", seat=2)
        await socket.send_to(text_data='{"type": "sync", "version": 1}')
        heard.append(await doors.hear(socket))

    doors.talk(charlie, f"/ws/games/{game.pk}/", conversation)
    before, after = (str(message["html"]) for message in heard)
    assert 'data-region="hand"' in before
    assert 'data-region="hand"' not in after
    assert 'data-region="orders"' not in after


def test_the_page_of_who_left_a_private_table_is_closed(users: list[User]) -> None:
    game = cast.running_game(users, visibility="private")
    alice = doors.browser(users[0])
    doors.send(alice, game, "resign")
    assert alice.get(f"/games/{game.pk}/").status_code == 403
    assert doors.frames(alice, f"/ws/games/{game.pk}/")[0] == {"type": "close", "code": 4403}


def test_more_time_is_asked_for_and_agreed_to(game: Game, users: list[User]) -> None:
    answers = [doors.send(doors.browser(user), game, "extend")[1]["message"] for user in users[:2]]
    assert answers == ["You agree to more time. It comes when everybody does."] * 2
    more = doors.view(doors.browser(users[2]), game)["extension"]
    assert [person["name"] for person in more["agreed"]] == ["Alice", "Bob"]
    assert [person["name"] for person in more["needed"]] == ["Charlie"]
    assert not more["you_voted"]
    assert "Agree to more time" in table_page(users[2], game)
    assert "Agree to more time" not in table_page(users[0], game)
    before = doors.view(doors.browser(users[0]), game)["remaining_seconds"]
    said = doors.send(doors.browser(users[2]), game, "extend")[1]["message"]
    assert said == "Everybody agrees: there is more time."
    view = doors.view(doors.browser(users[0]), game)
    assert view["remaining_seconds"] >= before + game.pace_seconds - 60
    assert view["extension"]["agreed"] == []


def test_only_that_somebody_is_on_vacation_and_until_when_is_told(
    game: Game, users: list[User]
) -> None:
    now = timezone.now()
    until = now + timedelta(days=3)
    Vacation.objects.create(user=users[1], starts_at=now, ends_at=until)
    Vacation.objects.create(user=users[2], starts_at=until, ends_at=until + timedelta(days=1))
    seats = doors.view(doors.browser(users[0]), game)["seats"]
    assert [seat["vacation_until"] for seat in seats] == [None, until.isoformat(), None]
    assert "<bdi>Bob</bdi> is on vacation until" in table_page(users[0], game)
    Game.objects.filter(pk=game.pk).update(vacations=False)
    below_the_rules = table_page(users[0], game).split('class="table-rules"')[1].split("</ul>")[1]
    assert "on vacation" not in below_the_rules


def test_the_story_names_who_sat_there_then(users: list[User]) -> None:
    game = away_game(users)
    zoe = cast.person("Zoe")
    doors.send(doors.browser(zoe), game, "take", seat=2)
    for user in (*users[:2], zoe):
        cast.pick(game, user, cast.hand_of(game, user)[-1], "cheapest")
    cast.play(game, {})
    story = doors.view(doors.browser(users[0]), game)["story"]
    names = [next(step["name"] for step in turn["steps"] if step["seat"] == 2) for turn in story]
    assert names == ["Charlie"] * 4 + ["Zoe"]


def test_the_options_are_shown_before_anybody_sits_down(users: list[User]) -> None:
    """Field report B-14: form, lobby, table and JSON agree."""
    alice = doors.browser(users[0])
    form = {
        "name": "Slow herd",
        "visibility": "public",
        "seats_wanted": 3,
        "pace_seconds": 172800,
        "end": "exceeds",
        "deck": "full",
        "deal": "shuffled",
        "placement": "right",
    }
    for vacations, on_leave, texts in (
        ("True", "offer", ["Waits for people on vacation", "is offered to anybody"]),
        ("False", "bot", ["Vacations do not count", "is played on by a bot"]),
        ("", "", ["Waits for people on vacation", "is offered to anybody"]),
    ):
        answer = alice.post("/games/new/", {**form, "vacations": vacations, "on_leave": on_leave})
        assert answer.status_code == 303
        game = Game.objects.latest("pk")
        assert (game.vacations, game.on_leave) == (vacations != "False", on_leave or "offer")
        view = doors.view(alice, game)["game"]
        assert (view["vacations"], view["on_leave"]) == (game.vacations, game.on_leave)
        lobby = doors.page(doors.browser(), "/games/")
        for text in texts:
            assert any(text in line for line in view["rules_text"])
            assert text in lobby
    page = doors.page(alice, "/games/new/")
    for name, value in (("vacations", "True"), ("on_leave", "offer")):
        radio = page.split(f'name="{name}" value="{value}"')[1].split(">")[0]
        assert "checked" in radio


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_who_leaves_for_good_comes_to_a_page_that_they_may_see(visibility: str) -> None:
    """A private table closes behind who leaves it, even behind who opened it."""
    users = cast.people(3)
    game = cast.running_game(users, visibility=visibility)
    alice = doors.browser(users[0])
    left = alice.post(f"/games/{game.pk}/resign/", follow=True)
    assert left.redirect_chain == [("/" if visibility == "private" else f"/games/{game.pk}/", 303)]
    assert left.status_code == 200
    assert "You have left the game. A bot plays on for you." in left.content.decode()
