"""Devices and hooks in the admin: whether they work. Never their addresses, which are keys."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.looking import ShownOnly
from games.models import PushDevice, Webhook


class EndpointAdmin(ShownOnly):
    @admin.display(description=_("host"))
    def host(self, endpoint: PushDevice | Webhook) -> str:
        """Who is called, without the part of the address that lets anybody call."""
        address = endpoint.endpoint if isinstance(endpoint, PushDevice) else endpoint.url
        return urlsplit(address).netloc


@admin.register(PushDevice)
class PushDeviceAdmin(EndpointAdmin):
    list_display = ("id", "user", "label", "host", "added_at", "worked_at")
    list_select_related = ("user",)
    search_fields = ("=id", "user__username")
    ordering = ("-pk",)
    fields = readonly_fields = ("user", "label", "host", "added_at", "worked_at")


@admin.register(Webhook)
class WebhookAdmin(EndpointAdmin):
    list_display = ("id", "user", "game", "kind", "host", "failing_since", "off_at", "note")
    list_filter = ("kind", ("off_at", admin.EmptyFieldListFilter))
    list_select_related = ("user", "game")
    search_fields = ("=id", "=game__id", "user__username")
    ordering = ("-pk",)
    fields = readonly_fields = ("user", "game", "kind", "host", "failing_since", "off_at", "note")
