"""My time: zone, sleep, vacations, and what is due from me under them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import TimeForm
from accounts.local_time import local_words
from accounts.models import User
from games.reach_forms import VacationForm
from games.selectors.deadlines import open_deadlines
from games.selectors.vacations import vacations_part
from games.services.errors import Refusal
from games.services.personal_time import set_personal_time
from games.services.vacations import end_vacation, plan_vacation
from games.views.answers import SeeOther, refusing


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def time(request: HttpRequest) -> HttpResponse:
    """Time zone and sleep; open deadlines move with them."""
    user = _fresh(request)
    if request.method != "POST":
        return _page(request)
    form = TimeForm(request.POST, instance=user)
    if form.is_valid():
        try:
            set_personal_time(user=user, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error("sleep_until", str(refusal))
        else:
            messages.success(request, _("Saved. What is due from you follows your clock."))
            return SeeOther(reverse("games:time"))
    return _page(request, 400, form=form)


@login_required
@require_POST
def plan(request: HttpRequest) -> HttpResponse:
    """Plan a vacation."""
    form, status = VacationForm(request.POST), 400
    if form.is_valid():
        try:
            vacation = plan_vacation(user=_fresh(request), **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
        else:
            until = local_words(vacation.ends_at, _fresh(request))
            messages.success(request, _("Planned: games that wait do so until %s.") % until)
            return SeeOther(reverse("games:time") + "#vacations")
    return _page(request, status, vacation_form=form)


@login_required
@require_POST
@refusing
def end(request: HttpRequest, vacation_id: int) -> HttpResponse:
    """Come back early, or give up what was planned."""
    end_vacation(user=_fresh(request), vacation_id=vacation_id)
    messages.success(request, _("Done: your games do not wait for that vacation any more."))
    return SeeOther(reverse("games:time") + "#vacations")


def _fresh(request: HttpRequest) -> User:
    """The person as stored, apart from the one whose name the page's header shows."""
    return User.objects.get(username=request.user.get_username())


def _page(request: HttpRequest, status: int = 200, **forms: Any) -> HttpResponse:
    user = _fresh(request)
    now = timezone.now()
    context = {
        "form": TimeForm(instance=user),
        "vacation_form": VacationForm(),
        "person": user,
        "now": now,
        "vacations": vacations_part(user, now),
        "deadlines": open_deadlines(user.pk),
        **forms,
    }
    return render(request, "accounts/time.html", context, status=status)
