"""How a view answers: pages for people, JSON for scripts, one clear sentence when it refuses."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.selectors.viewer import Viewer, check_may_see
from games.services.errors import BadRequest, NotYours, Refusal
from sixnimmt_site.errors import sentence, wants_json

Answer = tuple[Game, str]
MAX_WHOLE = 10_000


class SeeOther(HttpResponseRedirect):
    """303: after a POST, look there."""

    status_code = 303


def refuse(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The refusal's sentence, with its status, as a page or as JSON."""
    return sentence(request, refusal.status, str(refusal), back=_table_behind(request))


def _table_behind(request: HttpRequest) -> str:
    """After a move that failed, the way back is the table it was made at."""
    match = request.resolver_match
    if request.method != "POST" or match is None or "game_id" not in match.kwargs:
        return ""
    return reverse("games:table", args=[match.kwargs["game_id"]])


def refusing(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view raise a Refusal and answer it."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refuse(request, refusal)

    return wrapper


def player_action(act: Callable[..., Answer]) -> Callable[..., HttpResponse]:
    """Make a POST view of ``act(request, user, game_id)``, which returns the game and what to say.

    Signed-out people are sent to sign in and come back to the table; JSON gets 403. Who merely
    follows a link here (nothing acts on GET) is shown the table.
    """

    @refusing
    @wraps(act)
    def wrapper(request: HttpRequest, game_id: int) -> HttpResponse:
        if request.method != "POST":
            return SeeOther(reverse("games:table", args=[game_id]))
        if not isinstance(request.user, User):
            if wants_json(request):
                raise NotYours(_("Sign in first."))
            return redirect_to_login(reverse("games:table", args=[game_id]))
        game, message = act(request, request.user, game_id)
        if wants_json(request):
            body = {"ok": True, "message": message, "version": game.version, "game": game.pk}
            return JsonResponse(body)
        if message:
            messages.success(request, message)
        return SeeOther(_way_on(request, game))

    return wrapper


def _way_on(request: HttpRequest, game: Game) -> str:
    """After a move that got through: the table, or home where it has closed behind the person."""
    viewer = Viewer.of(request.user, request.session)
    try:
        check_may_see(game, list(game.seats.all()), viewer)
    except NotYours:
        return reverse("home")
    return game.get_absolute_url()


def whole(request: HttpRequest, name: str, sentence: str) -> int:
    """A whole number of the request's form. Raises BadRequest with the sentence."""
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdigit()) or len(text) > 5 or int(text) > MAX_WHOLE:
        raise BadRequest(sentence)
    return int(text)
