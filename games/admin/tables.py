"""Games, their seats, rounds and turns: to look at, and for moderators to pause, resume, cancel or
declare void, each with a reason that stays on the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.admin.looking import LookOnly, ShownOnly
from games.models import Game, JobRun, ModerationEntry, Outage, Round, Seat, Turn
from games.services.errors import Refusal
from games.services.moderating import moderate


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        help_text=gettext_lazy("Everybody who may see the game reads it there."),
    )


def moderation_action(action: str, label: Any) -> Callable[..., HttpResponse | None]:
    """An admin action that asks for a reason first, then does ``action`` to each game."""

    @admin.action(description=label, permissions=["moderate"])
    def act(
        model_admin: GameAdmin, request: HttpRequest, games: QuerySet[Game]
    ) -> HttpResponse | None:
        form = ReasonForm(request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            context = {
                **model_admin.admin_site.each_context(request),
                "title": label,
                "form": form,
                "games": games,
                "action": action,
                "opts": model_admin.model._meta,
            }
            return TemplateResponse(request, "admin/games/moderate.html", context)
        for game in games:
            _moderate_one(model_admin, request, game, action, form.cleaned_data["reason"])
        return None

    act.__name__ = action
    return act


def _moderate_one(
    model_admin: admin.ModelAdmin[Game], request: HttpRequest, game: Game, action: str, reason: str
) -> None:
    assert isinstance(request.user, User)  # the admin lets nobody else in
    try:
        moderate(game_id=game.pk, moderator=request.user, action=action, reason=reason)
    except Refusal as refusal:
        model_admin.message_user(request, f"{game}: {refusal}", messages.ERROR)
    else:
        model_admin.message_user(request, _("%(game)s: done.") % {"game": game}, messages.SUCCESS)


class SeatInline(LookOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "user", "bot", "joined_at", "total", "rank")


class ModerationInline(LookOnly, admin.TabularInline):
    model = ModerationEntry
    fields = readonly_fields = ("done_at", "moderator", "action", "reason")


@admin.register(Game)
class GameAdmin(ShownOnly):
    list_display = ("id", "name", "state", "is_paused", "creator", "players", "created_at")
    list_filter = ("state", "visibility", "end", "deck", "deal", "placement")
    list_select_related = ("creator",)
    search_fields = ("=id", "name", "creator__username", "seats__user__username")
    search_help_text = gettext_lazy("Number or name of a game, or the name of one of its people")
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    inlines = (SeatInline, ModerationInline)
    exclude = ("invite_token",)
    readonly_fields = ("table",)
    actions = tuple(
        moderation_action(action, label)
        for action, label in (
            ("pause", gettext_lazy("Pause the games …")),
            ("resume", gettext_lazy("Resume the games …")),
            ("cancel", gettext_lazy("Cancel the games …")),
            ("void", gettext_lazy("Declare the games void …")),
        )
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("seats__user")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("games.change_game"))

    @admin.display(boolean=True, description=gettext_lazy("paused"))
    def is_paused(self, game: Game) -> bool:
        return game.paused_at is not None

    @admin.display(description=gettext_lazy("players"))
    def players(self, game: Game) -> str:
        return ", ".join(seat.name for seat in game.seats.all())

    @admin.display(description=gettext_lazy("table"))
    def table(self, game: Game) -> str:
        return format_html('<a href="{}">{}</a>', game.get_absolute_url(), game.name)


@admin.register(Seat)
class SeatAdmin(ShownOnly):
    list_display = ("id", "game", "number", "user", "bot", "total", "rank", "joined_at")
    list_filter = ("bot", "game__state")
    list_select_related = ("game", "user")
    search_fields = ("=game__id", "game__name", "user__username")
    fields = ("game", "number", "user", "bot", "joined_at", "total", "rank")


@admin.register(Round)
class RoundAdmin(ShownOnly):
    list_display = ("id", "game", "number", "state", "created_at", "finished_at")
    list_filter = ("state",)
    list_select_related = ("game",)
    search_fields = ("=game__id", "game__name")
    fields = (
        "game",
        "number",
        "state",
        "commitment",
        "rows",
        "created_at",
        "finished_at",
    )


@admin.register(Turn)
class TurnAdmin(ShownOnly):
    list_display = ("id", "game", "round_number", "number", "state", "resolved_at")
    list_filter = ("state",)
    list_select_related = ("round__game",)
    search_fields = ("=round__game__id", "round__game__name")
    fields = (
        "round",
        "number",
        "state",
        "chooser",
        "rows_before",
        "placements",
        "opened_at",
        "complete_at",
        "resolved_at",
    )

    @admin.display(ordering="round__game", description=gettext_lazy("game"))
    def game(self, turn: Turn) -> Game:
        return turn.round.game

    @admin.display(ordering="round__number", description=gettext_lazy("round"))
    def round_number(self, turn: Turn) -> int:
        return turn.round.number


@admin.register(JobRun)
class JobRunAdmin(ShownOnly):
    list_display = ("name", "ran_at")


@admin.register(Outage)
class OutageAdmin(ShownOnly):
    """When nobody swept, and how many deadlines moved by it."""

    list_display = ("since", "until", "moved", "done_at")
    ordering = ("-since",)
