from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    """People by name, address and time zone; every account's rights as Django shows them."""

    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser", "date_joined")
    search_fields = ("username", "email", "username_look")
    # The zone too: open deadlines follow when its person changes it (services.personal_time).
    readonly_fields = ("username_look", "time_zone", "date_joined", "last_login")
    date_hierarchy = "date_joined"
    ordering = ("-date_joined",)
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("Playing here"), {"fields": ("time_zone", "username_look")}),
    )
