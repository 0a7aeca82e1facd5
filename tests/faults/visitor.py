"""A person in front of a browser, as far as HTTP goes: a session, a CSRF token, forms sent."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from accounts.models import User
from games.models import Game
from tests.live import LiveSite

LONGEST_ANSWER = 30  # seconds


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    data: dict[str, Any]


class Visitor:
    """Signed in as ``user`` (None: signed out); asks for JSON, over one kept connection."""

    def __init__(self, live: LiveSite, user: User | None = None) -> None:
        self.user = user
        self.url = live.url
        where = urlsplit(live.url)
        self._http = http.client.HTTPConnection(where.netloc, timeout=LONGEST_ANSWER)
        self._cookies: dict[str, str] = {}
        if user is not None:
            cookie = live.session_cookie(user)
            self._cookies[cookie["name"]] = cookie["value"]

    @property
    def headers(self) -> dict[str, str]:
        """What a browser of this person says with every request, a socket's included."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return {"Cookie": cookies} if cookies else {}

    def get(self, path: str) -> Answer:
        return self._ask("GET", path)

    def sits_at(self, game: Game) -> Visitor:
        """With the table's page open, so that the form's token is known."""
        self._ask("GET", game.get_absolute_url(), accept="text/html")
        return self

    def post(self, path: str, **fields: object) -> Answer:
        form = {"csrfmiddlewaretoken": self._cookies["csrftoken"], **fields}
        return self._ask("POST", path, urlencode(form))

    def pick(self, game: Game, card: int, **fields: object) -> Answer:
        fields = {"card": card, "wish": "cheapest", **fields}
        return self.post(f"/games/{game.pk}/pick/", **fields)

    def _ask(self, method: str, path: str, body: str = "", accept: str = "") -> Answer:
        headers = {**self.headers, "Accept": accept or "application/json"}
        if method == "POST":
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.url}
        try:
            self._http.request(method, path, body, headers)
            answer = self._http.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            self._http.close()  # the next request opens it anew
            raise
        for morsel in SimpleCookie("; ".join(answer.headers.get_all("Set-Cookie", []))).values():
            self._cookies[morsel.key] = morsel.value
        is_json = (answer.getheader("Content-Type") or "").startswith("application/json")
        return Answer(answer.status, json.loads(text) if is_json else {})
