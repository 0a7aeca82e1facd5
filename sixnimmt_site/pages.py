"""The pages that tell instead of play: what a stranger sees first, the rules, about."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def landing(request: HttpRequest, tables: Sequence[object] = ()) -> HttpResponse:
    """Home for people not signed in; `tables` are open public ones worth a look, if any."""
    return render(request, "pages/landing.html", {"tables": tables})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/rules.html")


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What is stored about people, for how long, and whom to ask (setting OPERATOR_CONTACT)."""
    return render(request, "pages/about.html", {"contact": settings.OPERATOR_CONTACT})
