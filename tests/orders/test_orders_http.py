"""Orders through the site's doors: forms, JSON, the table's page; every status and sentence."""

from __future__ import annotations

import html
from typing import Any

import pytest

from accounts.models import User
from games.models import Due, Game, QueuedPick
from tests.games import cast, doors

pytestmark = pytest.mark.django_db
HANDS = {"Alice": [3, 12, 44, 51, 62, 71, 81, 90, 93, 99], "Bob": list(range(21, 31))}
ROWS = [[41], [40, 42, 43, 45, 46], [70], [80]]
HAND_ONLY = "A queue names cards of your hand, each once."


@pytest.fixture
def game(db: None) -> Game:
    game = cast.running_game(cast.people(2))
    cast.stack(game, ROWS, HANDS)
    return game


def user(name: str) -> User:
    return User.objects.get(username=name)


def queued() -> list[tuple[int, str, int | None]]:
    return list(QueuedPick.objects.values_list("card", "guard", "guard_row"))


@pytest.mark.parametrize(
    ("fields", "said", "kept"),
    [
        ({"card": "90", "guard": ""}, "1 card is queued.", [(90, "", None)]),
        (
            {"card": ["90", "51"], "guard": ["row_2", "not_sixth"]},
            "2 cards are queued.",
            [(90, "row_not_full", 2), (51, "not_sixth", None)],
        ),
        (
            {"card": ["", "51", ""], "guard": ["row_0", "not_low", ""]},
            "1 card is queued.",
            [(51, "not_low", None)],
        ),
        ({"card": ["90", "51"]}, "2 cards are queued.", [(90, "", None), (51, "", None)]),
        ({}, "No cards are queued.", []),
        ({"card": "90", "clear": "1"}, "No cards are queued.", []),
    ],
)
def test_alice_queues_cards(
    game: Game, fields: dict[str, Any], said: str, kept: list[object]
) -> None:
    alice = doors.browser(user("Alice"))
    doors.send(alice, game, "queue", card="99")
    status, answer = doors.send(alice, game, "queue", **fields)
    assert (status, answer["message"]) == (200, said)
    assert queued() == kept


@pytest.mark.parametrize(
    ("who", "fields", "status", "sentence"),
    [
        ("Alice", {"card": "x"}, 400, HAND_ONLY),
        ("Alice", {"card": "²"}, 400, HAND_ONLY),
        ("Alice", {"card": "-3"}, 400, HAND_ONLY),
        ("Alice", {"card": "1000"}, 400, HAND_ONLY),
        ("Alice", {"card": "21"}, 400, HAND_ONLY),
        ("Alice", {"card": ["90", "90"]}, 400, HAND_ONLY),
        ("Alice", {"card": ["90"] * 11}, 400, HAND_ONLY),
        ("Alice", {"card": [str(card) for card in HANDS["Alice"]]}, 400, "Only 9 turns are"),
        ("Alice", {"card": "90", "guard": "row_4"}, 400, "There is no such wish or condition."),
        ("Alice", {"card": "90", "guard": "row_not_full"}, 400, "Say which row"),
        ("Alice", {"card": "90", "wish": "4"}, 400, "There is no such wish or condition."),
        ("Zoe", {"card": "90"}, 403, "You do not play in this game."),
        ("", {"card": "90"}, 403, "Sign in first."),
    ],
)
def test_a_queue_that_is_refused_changes_nothing(
    game: Game, who: str, fields: dict[str, Any], status: int, sentence: str
) -> None:
    cast.person("Zoe")
    client = doors.browser(user(who) if who else None)
    before = doors.stored()
    code, answer = doors.send(client, game, "queue", **fields)
    assert code == status
    assert sentence in answer["error"]
    assert doors.stored() == before


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"rule": "cheapest"}, 200, "The cheapest row is taken without asking you."),
        ({"rule": "cheapest", "limit": "5"}, 200, "The cheapest row is taken without asking you."),
        ({"rule": "ask"}, 200, "You are asked which row to take."),
        (
            {"rule": "at_most", "limit": "1"},
            200,
            "The cheapest row is taken if it costs at most 1 bullhead, else you are asked.",
        ),
        ({"rule": "at_most"}, 400, "Say how many bullheads at the most."),
        ({"rule": "at_most", "limit": "x"}, 400, "Say how many bullheads at the most."),
        ({"rule": "at_most", "limit": "31"}, 400, "A row costs at most 30 bullheads."),
        ({"rule": "whatever"}, 400, "There is no such rule."),
        ({}, 400, "There is no such rule."),
    ],
)
def test_alices_rule_for_rows(
    game: Game, fields: dict[str, Any], status: int, sentence: str
) -> None:
    code, answer = doors.send(doors.browser(user("Alice")), game, "rule", **fields)
    assert code == status
    assert sentence in answer["message" if status == 200 else "error"]


@pytest.mark.parametrize("action", ["queue", "rule"])
def test_orders_need_a_game_that_is_played(game: Game, action: str) -> None:
    Game.objects.filter(pk=game.pk).update(state="void")
    client = doors.browser(user("Alice"))
    assert doors.send(client, game, action, card="90", rule="ask")[0] == 409


def test_in_a_draft_there_is_nothing_to_queue_but_a_rule() -> None:
    alice, _bob = users = cast.people(2)
    game = cast.running_game(users, deal="draft", deck="tight")
    client = doors.browser(alice)
    assert doors.send(client, game, "queue", card="3") == (
        409,
        {"ok": False, "error": "The cards are still being drafted."},
    )
    assert doors.send(client, game, "rule", rule="cheapest")[0] == 200
    view = doors.view(client, game)["orders"]
    assert (view["room"], view["queue"], view["rule"]) == (0, [], "cheapest")


def test_without_scripts_the_form_leads_back_to_the_table_and_shows_the_queue(game: Game) -> None:
    client = doors.browser(user("Alice"))
    path = f"/games/{game.pk}/"
    answer = client.post(f"{path}queue/", {"card": ["90", "51"], "guard": ["row_2", ""]})
    assert (answer.status_code, answer["location"]) == (303, path)
    page = html.unescape(doors.page(client, path))
    assert "90 unless row 3 is full, 51" in page
    assert "2 cards are queued." in page
    answer = client.post(f"{path}rule/", {"rule": "at_most", "limit": "4"})
    assert answer.status_code == 303
    assert "costs at most 4 bullheads" in doors.page(client, path)
    refused = client.post(f"{path}queue/", {"card": "21"})
    assert refused.status_code == 400
    assert HAND_ONLY in refused.content.decode()


def test_the_owner_sees_their_orders_and_nobody_else_does(game: Game) -> None:
    alice, bob, stranger = doors.browser(user("Alice")), doors.browser(user("Bob")), doors.browser()
    doors.send(alice, game, "queue", card=["90", "12"], guard=["row_0", ""])
    doors.send(alice, game, "rule", rule="at_most", limit="7")
    own = doors.view(alice, game)["orders"]
    assert [(q["turn"], q["card"], q["guard"], q["text"]) for q in own["queue"]] == [
        (2, 90, "row_0", "unless row 1 is full"),
        (3, 12, "", ""),
    ]
    assert (own["rule"], own["limit"], own["room"]) == ("at_most", 7, 9)
    others = doors.view(bob, game)["orders"]
    assert (others["queue"], others["rule"], others["limit"]) == ([], "ask", None)
    assert doors.view(stranger, game)["orders"] is None


def test_the_owner_reads_that_their_order_played_and_the_others_only_that_one_did(
    game: Game,
) -> None:
    alice, bob = user("Alice"), user("Bob")
    doors.send(doors.browser(alice), game, "queue", card="90")
    cast.play(game, {alice: 99, bob: 21}, {bob: "0"})
    cast.play(game, {bob: 22}, {bob: "cheapest"})
    told = {
        who.username: doors.view(doors.browser(who), game)["story"][-1]["steps"]
        for who in (alice, bob)
    }
    texts = {
        name: next(step["by_text"] for step in steps if step["card"] == 90)
        for name, steps in told.items()
    }
    assert texts == {"Alice": "your order played 90", "Bob": "by standing order"}


@pytest.mark.parametrize(
    ("card", "guard", "why"),
    [
        ("51", "row_1", "Row 2 is full."),
        ("51", "not_sixth", "The next card would have been a sixth card."),
        ("12", "not_low", "The next card would have fitted no row."),
    ],
)
def test_a_dropped_queue_is_told_with_its_reason_until_one_picks(
    game: Game, card: str, guard: str, why: str
) -> None:
    alice, bob = user("Alice"), user("Bob")
    client = doors.browser(alice)
    doors.send(client, game, "queue", card=[card, "93"], guard=[guard, ""])
    cast.play(game, {alice: 99, bob: 21}, {bob: "0"})
    sentence = f"{why} So your queue was dropped: choose for yourself."
    assert doors.view(client, game)["orders"]["dropped"] == sentence
    assert sentence in doors.page(client, f"/games/{game.pk}/")
    assert sentence not in doors.page(doors.browser(bob), f"/games/{game.pk}/")
    cast.pick(game, alice, 44)
    assert doors.view(client, game)["orders"]["dropped"] is None


def test_the_time_shown_is_ones_own_and_never_negative(game: Game) -> None:
    """Field reports B-16, B-18."""
    alice, bob = user("Alice"), user("Bob")
    mine, theirs = (Due.objects.get(seat__user=who, settled_at=None) for who in (alice, bob))
    Due.objects.filter(pk=theirs.pk).update(at=theirs.at.replace(year=theirs.at.year + 1))
    assert doors.view(doors.browser(alice), game)["deadline"] == mine.at.isoformat()
    cast.let_time_pass(game)
    view = doors.view(doors.browser(alice), game)
    assert (view["overdue"], view["remaining_seconds"]) == (True, 0)
    assert "The time is up." in doors.page(doors.browser(alice), f"/games/{game.pk}/")


def test_the_page_offers_a_wish_for_the_row_with_each_queued_card(game: Game) -> None:
    """The page's own fields, in the page's order, keep card, condition and wish together."""
    alice = doors.browser(user("Alice"))
    fields = {
        "card": ["", "90", "51"],
        "guard": ["", "", "not_low"],
        "wish": ["3", "2", "cheapest"],
    }
    assert doors.send(alice, game, "queue", **fields)[0] == 200
    assert list(QueuedPick.objects.values_list("card", "wish")) == [(90, "2"), (51, "cheapest")]
    page = doors.page(alice, f"/games/{game.pk}/")
    assert page.count('name="wish" class="queued-wish"') == 4
    assert '<option value="2" selected>else take row 3</option>' in page
    assert "90, else take row 3" in html.unescape(page)
