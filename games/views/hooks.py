"""Webhooks of a person (/accounts/hooks/) and of a table (/games/<id>/hooks/)."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from games.models import Game, Webhook
from games.services.errors import BadRequest, NotThere, NotYours
from games.services.hooks import add_hook, hook_of, remove_hook, try_hook
from games.views.answers import SeeOther, refusing

PAUSE = 5  # seconds between two tests of one person


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def own(request: HttpRequest) -> HttpResponse:
    """The person's own hooks; POST adds one."""
    return _page(request, None)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def of_table(request: HttpRequest, game_id: int) -> HttpResponse:
    """The hooks of a table, for whoever opened it; POST adds one."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NotThere(_("There is no such game."))
    if game.creator != request.user:
        raise NotYours(_("Who opened the table sets its hooks."))
    return _page(request, game)


def _page(request: HttpRequest, game: Game | None) -> HttpResponse:
    assert isinstance(request.user, User)
    problem, kind, url = "", request.POST.get("kind", ""), request.POST.get("url", "")
    if request.method == "POST":
        try:
            hook = add_hook(user=request.user, kind=kind, url=url.replace("\0", ""), game=game)
        except BadRequest as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("Added. Send a test to see that it works."))
            return SeeOther(place_of(hook))
    context = {
        "game": game,
        "hooks": Webhook.objects.filter(user=request.user, game=game).order_by("pk"),
        "tables": _tables_of(request.user) if game is None else [],
        "kinds": Webhook.Kind.choices,
        "kind": kind or Webhook.Kind.DISCORD,
        "url": url,
        "problem": problem,
    }
    status = HTTPStatus.BAD_REQUEST if problem else HTTPStatus.OK
    return render(request, "accounts/hooks.html", context, status=status)


def _tables_of(user: User) -> list[Game]:
    """The tables this person has opened that are not over, and those with hooks."""
    alive = Q(creator=user, state__in=[Game.State.OPEN, Game.State.RUNNING])
    return list(Game.objects.filter(alive | Q(webhooks__user=user)).distinct().order_by("-pk"))


@login_required
@require_POST
@refusing
def remove(request: HttpRequest, hook_id: int) -> HttpResponse:
    assert isinstance(request.user, User)
    hook = remove_hook(user=request.user, hook_id=hook_id)
    messages.success(request, _("Nothing is posted there any more."))
    return SeeOther(place_of(hook))


@login_required
@require_POST
@refusing
def test(request: HttpRequest, hook_id: int) -> HttpResponse:
    """Post a line there now, and say how that went."""
    assert isinstance(request.user, User)
    hook = hook_of(user=request.user, hook_id=hook_id)
    if not cache.add(f"hook-test.{request.user.pk}", True, PAUSE):
        raise BadRequest(_("One test at a time, please: wait a few seconds."))
    problem = try_hook(user=request.user, hook_id=hook_id)
    if problem:
        messages.error(request, _("That did not work: %(why)s") % {"why": problem})
    else:
        messages.success(request, _("It answered well. Look there."))
    return SeeOther(place_of(hook))


def place_of(hook: Webhook) -> str:
    """The page on which this hook is listed."""
    if hook.game_id is None:
        return reverse("accounts:hooks")
    return reverse("accounts:table-hooks", args=[hook.game_id])
