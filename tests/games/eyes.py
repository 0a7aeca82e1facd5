"""Every byte somebody can get about a game: pages, JSON, frames, answers, headers, cookies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.test import Client

from games.models import Game, Notification, Seat
from games.notifications.events import Event
from games.notifications.letter import TELLS_OF_THE_TABLE, letter_about
from tests.games import doors

OWN_EACH_TIME = [  # what differs in every answer and tells nothing: tokens against forgery
    (re.compile(r'(name="csrfmiddlewaretoken" value=")\w+'), r"\1…"),
    (re.compile(r"(csrftoken=)\w+"), r"\1…"),
    (re.compile(r"(expires[=:] ?)[^;\n]+", re.IGNORECASE), r"\1…"),
]
PAGES = (
    "/",
    "/games/",
    "/games/?state=running",
    "/history/",
    "/games/mine/fragment/",
    "/people/Alice/",
    "/healthz",
    "/games/{id}/",
    "/games/{id}.json",
    "/games/{id}/fragment/",
    "/games/{id}/fragment/?version={version}",
    "/games/{id}/record/",
    "/games/{id}/pick/",
    "/games/{id}/queue/",
    "/games/{id}/resign/",
)
WHAT_IS_FORBIDDEN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pick", {"card": 0}),
    ("pick", {"card": 105, "wish": "0"}),
    ("pick", {"card": "", "wish": "nonsense"}),
    ("pick", {"card": 1, "turn": "0.0"}),
    ("choose", {"row": 9}),
    ("draft", {"card": 0}),
    ("wishes", {"cards": "0 0"}),
    ("start", {}),
    ("leave", {}),
    ("cancel", {}),
    ("join", {}),
    ("rematch", {}),
    ("bots/add", {"level": "simple"}),
    ("bots/remove", {"seat": 0}),
    ("queue", {"card": 0}),
    ("queue", {"card": [105, 1], "guard": "row_1"}),
    ("rule", {"rule": "nonsense"}),
    ("rule", {"rule": "at_most", "limit": 31}),
    ("take", {"seat": 9}),
    ("back", {}),
)


def everything_seen(client: Client, game: Game) -> list[str]:
    """Every answer this browser gets about the game, in a fixed order."""
    game.refresh_from_db()
    return [
        *_pages(client, PAGES, game),
        *_refusals(client, game),
        *_frames(client, game),
        *_letters(client, game),
        *(_same(f"mail {letter.message().as_string()}") for letter in mail.outbox),
    ]


def _letters(client: Client, game: Game) -> Iterator[str]:
    """What letters that tell of the table would say now to who is signed in here."""
    user = client.session.get(SESSION_KEY)
    for one in Notification.objects.filter(user=user, game=game, event=Event.YOUR_TURN):
        for event in sorted(TELLS_OF_THE_TABLE):
            one.event = event
            letter = letter_about(one)
            html = str(letter.alternatives[0][0])
            yield _same(f"letter {event} {letter.subject}\n{letter.body}\n{html}")


def everything_in_admin(client: Client, game: Game) -> list[str]:
    """Every answer Django's admin gives about the game: lists, searches, filters, histories."""
    return list(_pages(client, _admin_pages(game), game))


def _pages(client: Client, paths: Iterator[str] | tuple[str, ...], game: Game) -> Iterator[str]:
    for path in paths:
        path = path.format(id=game.pk, version=game.version)
        response = client.get(path)
        headers = sorted(f"{name}: {value}" for name, value in response.headers.items())
        cookies = response.cookies.output()
        words = (path, str(response.status_code), *headers, cookies, response.content.decode())
        yield _same("\n".join(words))


def _refusals(client: Client, game: Game) -> Iterator[str]:
    for number, (action, fields) in enumerate(WHAT_IS_FORBIDDEN):
        accept = "text/html" if number % 5 == 0 else doors.JSON
        path = f"/games/{game.pk}/{action}/"
        response = client.post(path, fields, headers={"accept": accept})
        assert response.status_code != 303, (action, fields)
        yield _same(f"{path} {response.status_code} {response.content.decode()}")


def _frames(client: Client, game: Game) -> Iterator[str]:
    sync = {"type": "sync", "version": 1}
    heard = doors.frames(client, f"/ws/games/{game.pk}/", sync, {"type": "ping"})
    for frame in [*heard, *doors.frames(client, "/ws/dashboard/")]:
        yield _same(json.dumps(frame))


def _admin_pages(game: Game) -> Iterator[str]:
    yield from ("/admin/", "/admin/games/")
    for model in ("game", "seat", "round", "turn", "jobrun", "hand", "pick", "salt"):
        yield f"/admin/games/{model}/"
        yield f"/admin/games/{model}/?q=Friday&_facets=True"
        yield f"/admin/autocomplete/?app_label=games&model_name={model}&field_name=game&term=F"
    for seat in Seat.objects.filter(game=game):
        yield f"/admin/games/seat/{seat.pk}/change/"
    for round_ in game.rounds.all():
        yield f"/admin/games/round/{round_.pk}/change/"
        yield f"/admin/games/round/{round_.pk}/history/"
        for turn in round_.turns.all()[:2]:
            yield f"/admin/games/turn/{turn.pk}/change/"
    yield from (f"/admin/games/game/{game.pk}/{page}/" for page in ("change", "history", "delete"))
    yield from (f"/admin/games/{guess}" for guess in _guesses(game))


def _guesses(game: Game) -> Iterator[str]:
    """Addresses that ask the lists about columns which they do not show."""
    for letter in "Aa0-":
        yield f"game/?invite_token__startswith={letter}"
    for card in range(1, 105, 15):
        yield f"round/?stock__0={card}"
        yield f"round/?stock__0__lte={card}"
        yield f"round/?hands__cards__0={card}"
        yield f"turn/?picks__card={card}"
        yield f"turn/?round__stock__0={card}"
        yield f"seat/?picks__card={card}"
        yield f"seat/?hands__cards__0={card}"
    yield "round/?seed__isnull=False"
    yield "round/?game__invite_token__startswith=a"
    yield "seat/?game__invite_token__startswith=a"


def _same(text: str) -> str:
    for pattern, instead in OWN_EACH_TIME:
        text = pattern.sub(instead, text)
    return text
