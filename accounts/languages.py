"""What leaves the site speaks its reader's language, whoever caused it."""

from __future__ import annotations

from contextlib import AbstractContextManager

from django.conf import settings
from django.utils import translation

from accounts.models import User


def known(language: str | None) -> str:
    """This language if the site has it, else the site's own."""
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def in_language_of(user: User) -> AbstractContextManager[None]:
    """Within it, gettext, templates and dates are in this person's language."""
    return translation.override(known(user.language))
