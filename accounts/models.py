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

    class Meta(AbstractUser.Meta):
        # Upper, not Lower: it is what Django's __iexact compares, so look-ups use the index.
        constraints: ClassVar[list[models.BaseConstraint]] = [
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

    def get_absolute_url(self) -> str:
        return reverse("accounts:profile", args=[self.username])
