from __future__ import annotations

import zoneinfo
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_LENGTH, look_of, validate_shape
from games.clock import Sleep


def validate_time_zone(value: str) -> None:
    """Raises ValidationError unless value is a name of the IANA time zone data."""
    if value not in zoneinfo.available_timezones():
        raise ValidationError(_("“%(value)s” is not a time zone we know."), params={"value": value})


NAME_FIELD = "username"


class LookField(models.CharField):
    """Follows the user name on every insert and save, bulk inserts included."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        look = look_of(str(getattr(model_instance, NAME_FIELD)))
        setattr(model_instance, self.attname, look)
        return look


class User(AbstractUser):
    """Somebody who plays. The name is unique by case and by look, the address by case."""

    username = models.CharField(
        _("name"),
        max_length=MAX_LENGTH,
        unique=True,
        validators=[validate_shape],
        help_text=_("3 to 20 letters, digits, “-” or “_”. Everybody at the table sees it."),
        error_messages={"unique": _("Somebody already has that name.")},
    )
    username_look = LookField(max_length=3 * MAX_LENGTH, editable=False)
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        default="UTC",
        validators=[validate_time_zone],
        help_text=_("Deadlines are shown in this zone."),
    )
    language = models.CharField(
        _("language"),
        max_length=12,
        default="en",
        help_text=_("Letters, pushes, webhooks and feeds are written in it."),
    )
    sleep_from = models.TimeField(_("sleep from"), null=True, blank=True)
    sleep_until = models.TimeField(_("until"), null=True, blank=True)

    class Meta(AbstractUser.Meta):
        # Upper, not Lower: it is what Django's __iexact compares, so look-ups use the index.
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="user_sleep_has_two_ends",
                condition=Q(sleep_from=None, sleep_until=None)
                | Q(sleep_from__isnull=False, sleep_until__isnull=False),
                violation_error_message=_("Give both ends of your sleep, or none."),
            ),
            models.UniqueConstraint(
                Upper("username"),
                name="user_name_unique_by_case",
                violation_error_message=_("Somebody already has that name."),
            ),
            models.UniqueConstraint(
                fields=["username_look"],
                name="user_name_unique_by_look",
                violation_error_message=_("That name looks too much like one already taken."),
            ),
            models.UniqueConstraint(
                Upper("email"),
                condition=~Q(email=""),
                name="user_email_unique_by_case",
                violation_error_message=_("That address already has an account."),
            ),
        ]

    @staticmethod
    def name_looks_taken() -> ValidationError:
        return ValidationError(
            _("That name looks too much like one already taken."), code="look_taken"
        )

    @property
    def sleep(self) -> Sleep | None:
        """The hours in which nothing is due and no nudge comes; None when not set."""
        if self.sleep_from is None or self.sleep_until is None:
            return None
        return Sleep(self.sleep_from, self.sleep_until, zoneinfo.ZoneInfo(self.time_zone))

    def get_absolute_url(self) -> str:
        return reverse("accounts:profile", args=[self.username])
