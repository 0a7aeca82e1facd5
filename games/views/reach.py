"""How I am reached: the matrix, quiet hours and digest, secret links, mute a game."""

from __future__ import annotations

from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from games.models import Reach
from games.notifications.events import WANTED_BY_DEFAULT, Channel
from games.reach_forms import ReachForm
from games.selectors.preferences import wanted
from games.services import reaching
from games.services.errors import BadRequest
from games.views.answers import Answer, SeeOther, player_action


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notifications(request: HttpRequest) -> HttpResponse:
    """The matrix event × channel, quiet hours, the daily letter and the secret links."""
    assert isinstance(request.user, User)
    user, reach = request.user, reaching.reach_of(request.user)
    sent = request.method == "POST"
    form = ReachForm(request.POST if sent else None, on=wanted(user.pk), reach=reach)
    if sent and form.is_valid() and _kept(form, user):
        messages.success(request, _("Saved."))
        return SeeOther(reverse("games:reach"))
    context = {"form": form, "reach": reach, "channels": list(Channel), "feeds": _feeds(reach)}
    status = HTTPStatus.BAD_REQUEST if sent else HTTPStatus.OK
    return render(request, "accounts/notifications.html", context, status=status)


def _kept(form: ReachForm, user: User) -> bool:
    data = dict(form.cleaned_data)
    cells = data.pop("wanted")
    try:
        reaching.set_hours(user=user, **data)
    except BadRequest as refusal:
        form.add_error("quiet_until", str(refusal))
        return False
    reaching.set_preferences(user=user, wanted=cells)
    return True


def _feeds(reach: Reach) -> dict[str, str]:
    """The full addresses of the person's feeds."""
    calendar = settings.SITE_URL + reverse("games:deadlines-ics", args=[reach.feed_token])
    turns = settings.SITE_URL + reverse("games:turns-atom", args=[reach.feed_token])
    subscribe = "webcal" + calendar[calendar.index(":") :]
    return {"calendar": calendar, "subscribe": subscribe, "turns": turns}


@login_required
@require_POST
def defaults(request: HttpRequest) -> HttpResponse:
    """The matrix as it is for a new account."""
    assert isinstance(request.user, User)
    reaching.set_preferences(user=request.user, wanted=WANTED_BY_DEFAULT)
    messages.success(request, _("The table above is as it is for a new account."))
    return SeeOther(reverse("games:reach"))


@login_required
@require_POST
def new_links(request: HttpRequest) -> HttpResponse:
    """Revoke the secret links and make new ones."""
    assert isinstance(request.user, User)
    reaching.new_feed_links(user=request.user)
    messages.success(request, _("These are your new links. The old ones lead nowhere now."))
    return SeeOther(reverse("games:reach") + "#feeds")


@login_required
@require_POST
def address_works(request: HttpRequest) -> HttpResponse:
    """Letters reach the person again."""
    assert isinstance(request.user, User)
    reaching.address_works(user=request.user)
    messages.success(request, _("Letters go to your address again."))
    return SeeOther(reverse("games:reach"))


@player_action
def mute(request: HttpRequest, user: User, game_id: int) -> Answer:
    game = reaching.mute_game(game_id=game_id, user=user)
    return game, _("Muted: about this table you get no mail, push or webhook.")


@player_action
def unmute(request: HttpRequest, user: User, game_id: int) -> Answer:
    game = reaching.unmute_game(game_id=game_id, user=user)
    return game, _("You hear of this table again.")
