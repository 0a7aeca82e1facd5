"""What somebody reads when something does not work: one sentence, the right status.

Scripts that ask for JSON get ``{"ok": false, "error": sentence}`` with the same status.
"""

from __future__ import annotations

import logging
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)

# Used when even the template of the 500 page cannot be rendered.
LAST_WORDS = b"<!doctype html><title>Error</title><p>Something broke here. We will look at it."


def wants_json(request: HttpRequest) -> bool:
    """Whether the client would rather have JSON than a page."""
    preferred = request.get_preferred_type(["text/html", "application/json"])
    return preferred == "application/json"


def sentence(
    request: HttpRequest, status: int, text: str, *, heading: str = "", back: str = ""
) -> HttpResponse:
    """A page (or JSON) with one sentence and the bull.

    `text` is what happened, in words for a person; `heading` replaces the status' own one;
    `back` is the address of the link that leads on, home when empty.
    """
    if wants_json(request):
        return JsonResponse({"ok": False, "error": text}, status=status)
    context = {
        "status": status,
        "heading": heading or headings().get(status, _("That did not work")),
        "text": text,
        "back": back,
    }
    return render(request, "pages/sentence.html", context, status=status)


def headings() -> dict[int, str]:
    return {
        HTTPStatus.BAD_REQUEST: _("We could not read that"),
        HTTPStatus.FORBIDDEN: _("Not yours"),
        HTTPStatus.NOT_FOUND: _("No such gate"),
        HTTPStatus.CONFLICT: _("Too late"),
        HTTPStatus.TOO_MANY_REQUESTS: _("Slowly, please"),
    }


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    text = _("Your browser sent something this page does not understand.")
    return sentence(request, HTTPStatus.BAD_REQUEST, text)


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    text = _("This page belongs to somebody else.")
    return sentence(request, HTTPStatus.FORBIDDEN, text)


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    text = _("There is no page at this address, or there is none any more.")
    return sentence(request, HTTPStatus.NOT_FOUND, text)


def too_many_requests(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    text = _("That was a lot at once. Please wait a minute and try again.")
    return sentence(request, HTTPStatus.TOO_MANY_REQUESTS, text)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Mostly a page from before signing in, or cookies switched off; nothing was changed."""
    text = _(
        "This form is out of date, or your browser keeps no cookies for us. Nothing was "
        "changed: please load the page again and send it once more."
    )
    return sentence(request, HTTPStatus.FORBIDDEN, text, heading=_("Please once more"))


def server_error(request: HttpRequest) -> HttpResponse:
    """Needs no database, no session and no context processor: they may be what broke."""
    if wants_json(request):
        error = _("Something broke here. Nothing of yours is lost.")
        return JsonResponse({"ok": False, "error": error}, status=500)
    try:
        return HttpResponseServerError(loader.get_template("500.html").render())
    except Exception:
        logger.exception("the page for status 500 could not be rendered")
        return HttpResponseServerError(LAST_WORDS)
