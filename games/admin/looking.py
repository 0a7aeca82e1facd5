"""What everything in this admin is: read-only, and mute about what it does not show."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest


class LookOnly:
    """No adding, changing or deleting through forms."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ShownOnly(LookOnly, admin.ModelAdmin):
    """Lists that answer only for what they show.

    Django lets an address filter by every column of a model (``?stock__0=42``), so a stock could
    be guessed card by card.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        filters = [str(name).split("__")[0] for name in self.list_filter]
        shown = {"pk", *map(str, self.list_display), *filters}
        return lookup.split("__")[0] in shown and super().lookup_allowed(lookup, value, request)
