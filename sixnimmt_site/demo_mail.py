"""The demo's letter box: mails written as files, readable without a mail server.

Exists only in demo or debug mode and only for a browser on this very machine.
"""

import email
import email.policy
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from functools import wraps
from pathlib import Path
from urllib.parse import urlsplit

from csp.decorators import csp
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from sixnimmt_site.env import LOOPBACK_NAMES

SEPARATOR = b"-" * 79 + b"\n"  # django.core.mail.backends.filebased writes it after each mail
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One mail; ``name`` addresses it in the letter box."""

    name: str
    message: EmailMessage

    @property
    def text(self) -> str:
        """The plain text."""
        return self._body("plain")

    @property
    def html(self) -> str:
        """The HTML, empty when there is none."""
        return self._body("html")

    def _body(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        return "" if part is None else str(part.get_content())


def letters(folder: Path) -> list[Letter]:
    """All mails under ``folder``, newest first."""
    found = []
    for path in sorted(folder.glob("*.log")):
        pieces = path.read_bytes().split(SEPARATOR)
        for number, piece in enumerate(filter(bytes.strip, pieces)):
            message = email.message_from_bytes(piece, policy=email.policy.default)
            assert isinstance(message, EmailMessage)
            found.append(Letter(name=f"{path.stem}.{number}", message=message))
    return found[::-1]


def _is_at_this_machine(request: HttpRequest) -> bool:
    """A loopback peer, asking for a loopback name, with no proxy in between."""
    if settings.TRUSTED_PROXIES or any(name in request.META for name in FORWARDED):
        return False
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    own = host in {name.strip("[]") for name in LOOPBACK_NAMES}
    return own and ipaddress.ip_address(request.META["REMOTE_ADDR"]).is_loopback


def for_the_demo(view: View) -> View:
    """Answer 404 unless in demo or debug mode and asked from this machine."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponseBase:
        if not (settings.DEMO or settings.DEBUG) or not _is_at_this_machine(request):
            raise Http404
        return view(request, *args, **kwargs)

    return wrapper


def _letter(name: str) -> Letter:
    for candidate in letters(settings.MAIL_FOLDER):
        if candidate.name == name:
            return candidate
    raise Http404


@for_the_demo
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """The list of all mails the demo has sent."""
    context = {"letters": letters(settings.MAIL_FOLDER)}
    return render(request, "sixnimmt_site/demo_mail.html", context)


@for_the_demo
@require_safe
def letter(request: HttpRequest, name: str) -> HttpResponse:
    """One mail, as text and as HTML in a frame that may do nothing."""
    return render(request, "sixnimmt_site/demo_letter.html", {"letter": _letter(name)})


@for_the_demo
@require_safe
@csp(  # type: ignore[arg-type]  # it knows only views without arguments
    {
        "default-src": ["'none'"],
        "style-src": ["'unsafe-inline'"],
        "img-src": ["data:"],
        "frame-ancestors": ["'self'"],
        "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
    }
)
@xframe_options_sameorigin
def letter_html(request: HttpRequest, name: str) -> HttpResponse:
    """The HTML of one mail alone, for the frame; as in a mail program its links open a new tab."""
    html = _letter(name).html
    return HttpResponse(html.replace("<head>", '<head><base target="_blank">', 1))
