"""The badge: how many games wait for a person. On every page, so three small queries."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, OuterRef
from django.db.models.functions import Mod
from django.http import HttpRequest

from accounts.models import User
from games.models import Game, Pick, Round, Turn


def waiting_count(user: User) -> int:
    """In how many running games the table waits for a move of this person."""
    under_way = {"round__game__state": Game.State.RUNNING, "round__game__paused_at": None}
    own_pick = Pick.objects.filter(turn=OuterRef("pk"), seat__user=user)
    to_pick = Turn.objects.filter(
        ~Exists(own_pick), state=Turn.State.PICKING, round__game__seats__user=user, **under_way
    )
    to_choose = Turn.objects.filter(state=Turn.State.CHOOSING, chooser__user=user, **under_way)
    return to_pick.count() + to_choose.count() + _drafts_on_turn(user).count()


def _drafts_on_turn(user: User) -> Any:
    """Drafts in which this person takes the next card: round the table from the starter."""
    drafts = Round.objects.filter(
        state=Round.State.DRAFTING, game__state=Game.State.RUNNING, game__paused_at=None
    )
    on_turn = drafts.annotate(
        players=Count("game__seats", distinct=True), taken=Count("takes", distinct=True)
    ).annotate(next=Mod(F("draft_starter") + F("taken"), F("players")))
    return on_turn.filter(hands__seat__user=user, hands__seat__number=F("next"))


def waiting(request: HttpRequest) -> dict[str, int]:
    """Context processor: ``waiting_count`` for the header of every page."""
    user: User | AnonymousUser = getattr(request, "user", AnonymousUser())
    return {"waiting_count": waiting_count(user) if user.is_authenticated else 0}
