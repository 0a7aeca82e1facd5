"""Salts: what the players add to the next shuffle (docs/deal.md)."""

from __future__ import annotations

import re
import secrets

from django.utils.translation import gettext as _

from games.models import Round, Salt, Seat
from games.services.errors import BadRequest


def check_salt(value: str) -> None:
    """A salt is 32 hex digits, or missing. Raises BadRequest."""
    if value and not re.fullmatch(r"[0-9a-f]{32}", value):
        raise BadRequest(_("The salt must be 32 hexadecimal digits."))


def give_salt(round_: Round, seat: Seat, value: str) -> None:
    """Keep the seat's first salt for a planned round; the server makes one if the page has none.

    A salt made by the server gives way to one made by a page as long as the round is planned.
    """
    check_salt(value)
    made = {"value": value or secrets.token_hex(16), "by_page": bool(value)}
    salt, created = Salt.objects.get_or_create(round=round_, seat=seat, defaults=made)
    if not created and value and not salt.by_page:
        Salt.objects.filter(pk=salt.pk).update(**made)
