"""The account forms: allauth's, in this site's words and with one password field each."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User, validate_time_zone
from accounts.time_zones import time_zone_choices

PASSWORD_HELP = _("At least 8 characters, not only digits, not your name, none of the usual ones.")


class QuietForm(forms.Form):
    """Labels say what a field is, so no placeholder repeats it and vanishes on typing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def reword(self, name: str, label: Any, help_text: Any = "") -> None:
        self.fields[name].label = label
        self.fields[name].help_text = help_text

    def with_one_password(self) -> None:
        """A password is typed once: a mistyped one is mended by mail, a copied one is not."""
        del self.fields["password2"]
        self.reword("password1", _("New password"), PASSWORD_HELP)


class SignUpForm(QuietForm, allauth_forms.SignupForm):
    time_zone = forms.CharField(
        required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.help_text = User._meta.get_field("username").help_text
        name.label = _("Name at the table")
        name.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        # accounts.names says all about length, in one sentence instead of three.
        name.validators = [ProhibitNullCharactersValidator()]
        self.reword("email", _("E-mail address"), _("For a lost password. Nobody else sees it."))
        self.reword("password1", _("Password"), PASSWORD_HELP)

    def clean_time_zone(self) -> str:
        """The browser's own zone, or nothing: not a field anybody typed into."""
        zone = self.cleaned_data["time_zone"]
        try:
            validate_time_zone(zone)
        except ValidationError:
            return ""
        return str(zone)

    def save(self, request: HttpRequest) -> AbstractBaseUser:
        """Raises IntegrityError when somebody took the name or address a moment ago."""
        with transaction.atomic():
            user: AbstractBaseUser = super().save(request)
        return user


class SignInForm(QuietForm, allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reword("login", _("Name or e-mail address"))
        self.fields["login"].widget.attrs |= {
            "maxlength": "254",
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
        }
        self.reword("password", _("Password"))

    def clean_login(self) -> str:
        return str(User.normalize_username(super().clean_login()))


class AddressForm(QuietForm, allauth_forms.AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reword("email", _("New e-mail address"))

    def clean_email(self) -> str:
        """Also refuses an address that is somebody else's: it could never be confirmed here."""
        email: str = super().clean_email()
        if any(user.pk != self.user.pk for user in filter_users_by_email(email)):
            raise get_adapter().validation_error("email_taken")
        return email

    def save(self, request: HttpRequest) -> EmailAddress:
        """The address waits beside the present one, confirmed or not, until its link is followed.

        allauth would drop a present address that was never confirmed, and with it every
        mail until the new one is: a mistyped address would leave the account without any.
        """
        with transaction.atomic():
            mine = EmailAddress.objects.filter(user=self.user)
            mine.filter(verified=False).exclude(email__iexact=self.user.email).delete()
            waiting = EmailAddress.objects.create(
                user=self.user, email=self.cleaned_data["email"], primary=False, verified=False
            )
        send_verification_email_to_address(request, waiting)
        return waiting


class ChangePasswordForm(QuietForm, allauth_forms.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.with_one_password()
        self.reword("oldpassword", _("Present password"))


class SetPasswordForm(QuietForm, allauth_forms.SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.with_one_password()


class LostPasswordForm(QuietForm, allauth_forms.ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reword("email", _("E-mail address of your account"))


class NewPasswordForm(QuietForm, allauth_forms.ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.with_one_password()


class ConfirmPasswordForm(QuietForm, allauth_forms.ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reword("password", _("Password"))


class LanguageForm(forms.ModelForm):
    """In which language what leaves the site is written."""

    language = forms.ChoiceField(label=_("Language of letters"), choices=settings.LANGUAGES)

    class Meta:
        model = User
        fields = ("language",)


class TimeForm(forms.ModelForm):
    """Zone and sleep; kept by games.services.personal_time, as open deadlines follow them."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Deadlines and mails are told in this zone, with its name."),
    )

    class Meta:
        model = User
        fields = ("time_zone", "sleep_from", "sleep_until")
        widgets = dict.fromkeys(
            ("sleep_from", "sleep_until"), forms.TimeInput(format="%H:%M", attrs={"type": "time"})
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = time_zone_choices(also=self.instance.time_zone)
        field.error_messages["invalid_choice"] = _("Please choose a time zone from the list.")
