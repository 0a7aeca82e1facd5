"""Notifications and deliveries in the admin: what was told to whom, how it went, and why not.

Nothing here holds a card that is not public (games.notifications.telling), and everything is
read-only. What an admin may do: have a failed delivery tried again, and say of an address that it
does or does not take mail.
"""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.admin.looking import LookOnly, ShownOnly
from games.models import Delivery, Notification, Reach
from games.notifications.bounces import clear_bounce, mark_bounced


class DeliveryInline(LookOnly, admin.TabularInline):
    model = Delivery
    fields = ("channel", "endpoint", "state", "attempts", "next_at", "sent_at", "error")


@admin.register(Notification)
class NotificationAdmin(ShownOnly):
    list_display = ("id", "user", "event", "subject", "game", "created_at", "planned_at", "read_at")
    list_filter = ("event",)
    list_select_related = ("user", "game")
    search_fields = ("=id", "=game__id", "user__username", "subject")
    search_help_text = _("Number of a notification or a game, name of a person, or a subject")
    date_hierarchy = "created_at"
    ordering = ("-pk",)
    fields = ("user", "event", "subject", "game", "created_at", "planned_at", "read_at")
    inlines = (DeliveryInline,)


@admin.register(Delivery)
class DeliveryAdmin(ShownOnly):
    list_display = (
        "id",
        "state",
        "channel",
        "person",
        "event",
        "game",
        "attempts",
        "next_at",
        "sent_at",
        "error",
    )
    list_filter = ("state", "channel", "notification__event")
    list_select_related = ("notification__user", "notification__game")
    search_fields = ("=notification__id", "=notification__game__id", "notification__user__username")
    search_help_text = _("Number of a notification or a game, or the name of a person")
    ordering = ("-pk",)
    fields = (
        "notification",
        "channel",
        "endpoint",
        "state",
        "attempts",
        "next_at",
        "sent_at",
        "error",
    )
    actions = ("try_again",)

    @admin.display(ordering="notification__user", description=_("person"))
    def person(self, delivery: Delivery) -> str:
        return delivery.notification.user.username

    @admin.display(ordering="notification__event", description=_("event"))
    def event(self, delivery: Delivery) -> str:
        return str(delivery.notification.get_event_display())

    @admin.display(ordering="notification__game", description=_("game"))
    def game(self, delivery: Delivery) -> str:
        return str(delivery.notification.game or "")

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("games.change_delivery"))

    @admin.action(description=_("Try failed deliveries again"), permissions=["retry"])
    def try_again(self, request: HttpRequest, deliveries: QuerySet[Delivery]) -> None:
        """Only failed ones; what has passed meanwhile is dropped when its turn comes."""
        failed = deliveries.filter(state=Delivery.State.FAILED)
        count = failed.update(state=Delivery.State.WAITING, next_at=timezone.now(), attempts=0)
        text = ngettext("%d delivery waits again.", "%d deliveries wait again.", count) % count
        self.message_user(request, text, messages.SUCCESS)


@admin.register(Reach)
class ReachAdmin(ShownOnly):
    """Never the secret links: who has one reads a person's deadlines."""

    list_display = ("user", "bounced_at", "bounce_note", "quiet_from", "quiet_until", "digest_at")
    list_filter = (("bounced_at", admin.EmptyFieldListFilter),)
    list_select_related = ("user",)
    search_fields = ("user__username", "user__email")
    fields = (
        "user",
        "bounced_at",
        "bounce_note",
        "quiet_from",
        "quiet_until",
        "digest_at",
        "digest_sent_on",
    )
    actions = ("bounced", "works")

    def has_mark_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("games.change_reach"))

    @admin.action(description=_("Letters come back: send no more"), permissions=["mark"])
    def bounced(self, request: HttpRequest, reaches: QuerySet[Reach]) -> None:
        for reach in reaches.select_related("user"):
            mark_bounced(reach.user, f"Marked by {request.user}.")

    @admin.action(description=_("The address takes mail again"), permissions=["mark"])
    def works(self, request: HttpRequest, reaches: QuerySet[Reach]) -> None:
        for reach in reaches:
            clear_bounce(reach.user_id)
