"""Players for the live figures: a session, a kept connection, a socket."""

from __future__ import annotations

import http.client
import json
import time
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.middleware.csrf import _get_new_csrf_string
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from accounts.models import User

PATIENCE = 30  # seconds
KEPT_ALIVE = 3  # seconds after which the server may have closed an idle connection (it does at 5)


class Client:
    """A signed-in player's browser, as far as it matters here."""

    def __init__(self, url: str, user: User) -> None:
        self.user, self.url = user, url
        self.token = _get_new_csrf_string()
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        cookies = {
            settings.SESSION_COOKIE_NAME: session.session_key,
            settings.CSRF_COOKIE_NAME: self.token,
        }
        self.cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self._used = 0.0
        self._http = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)

    def start_post(self, path: str, **fields: Any) -> None:
        """Send a form; ``end_post`` reads the answer."""
        headers = {
            "Cookie": self.cookie,
            "X-CSRFToken": self.token,
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        if time.monotonic() - self._used > KEPT_ALIVE:
            self._http.close()
        self._used = time.monotonic()
        self._http.request("POST", path, urlencode(fields), headers)

    def end_post(self) -> dict[str, Any]:
        """The answer to the form; anything but a success is an error here."""
        answer = self._http.getresponse()
        body: dict[str, Any] = json.loads(answer.read())
        if answer.status != 200:
            raise RuntimeError(f"{answer.status}: {body}")
        return body

    def post(self, path: str, **fields: Any) -> dict[str, Any]:
        self.start_post(path, **fields)
        return self.end_post()

    def socket(self, path: str) -> ClientConnection:
        """An open socket of this player."""
        return connect(
            self.url.replace("http", "ws", 1) + path,
            origin=Origin(self.url),
            additional_headers={"Cookie": self.cookie},
            compression=None,
        )


def receive(socket: ClientConnection) -> dict[str, Any]:
    """The next message."""
    message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
    return message
