from __future__ import annotations

import logging
from contextlib import nullcontext
from email.utils import make_msgid
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.mail import EmailMessage
from django.forms import BaseForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.languages import in_language_of, known
from accounts.models import User
from accounts.names import look_of, validate_free_to_take

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Where sign-up and sign-in follow this site's rules instead of allauth's."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("That is already your address."),
        "email_password_mismatch": _("This address and this password do not belong together."),
        "email_taken": _("That address already has an account. You can sign in or reset it."),
        "enter_current_password": _("That is not your present password."),
        "incorrect_password": _("That is not your password."),
        "invalid_login": _("This name and this password do not belong together."),
        "too_many_login_attempts": _(
            "Too many tries that did not fit. Please wait five minutes, or reset the password."
        ),
        "username_password_mismatch": _("This name and this password do not belong together."),
        "username_taken": _("Somebody already has that name."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be stored. Raises ValidationError with a sentence."""
        name: str = super().clean_username(User.normalize_username(username), shallow)
        validate_free_to_take(name)
        if not shallow and User.objects.filter(username_look=look_of(name)).exists():
            raise User.name_looks_taken()
        return name

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        if isinstance(user, User):
            user.language = known(get_language())
            user.time_zone = form.cleaned_data.get("time_zone") or user.time_zone
        saved: AbstractBaseUser = super().save_user(request, user, form, commit)
        return saved

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """An account keeps the address its mail goes to until another is confirmed."""
        return bool(email_address.email != email_address.user.email.lower())

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """The letter about a change knows whose it is: for the name and the hour in their zone."""
        known_to = {"user": user, **(context or {})}
        super().send_notification_mail(template_prefix, user, known_to, email)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """As the other letters: named after the site, and answered by no machine."""
        own = {
            "Message-ID": make_msgid(domain=urlsplit(settings.SITE_URL).hostname),
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
        }
        return super().render_mail(template_prefix, email, context, own | (headers or {}))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the person's language. A mail server that is down must not undo a sign-up: say so."""
        user = context.get("user")
        speaking = in_language_of(user) if isinstance(user, User) else nullcontext()
        try:
            with speaking:
                super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            logger.exception("mail %s could not be sent", template_prefix)
            messages.error(
                self.request,
                _("We could not send a mail just now. Please try again in a few minutes."),
            )

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:settings")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Failures count per name *and* address they come from.

        Counted per name alone, anybody could keep Alice out for ever by failing as Alice.
        """
        key = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key}:{self.get_client_ip(request)}"
