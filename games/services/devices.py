"""The browsers a person lets us push to."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import PushDevice
from games.notifications.addresses import Refused, read
from games.services.errors import BadRequest, NotThere

MOST_DEVICES = 20
SESSION_KEY = "push_device"  # in a session: the device of that very browser
LONGEST_ENDPOINT = 500
LONGEST_LABEL = 80
SECRET_BYTES = 16  # RFC 8291, 3.2


def add_device(*, user: User, endpoint: str, p256dh: str, auth: str, label: str) -> PushDevice:
    """Push to this browser from now on; the same endpoint again is the same device.

    A browser belongs to whoever allowed pushes last, so an account that left it hears no more
    there. Raises BadRequest for keys or an address that cannot work, or one device too many.
    """
    _check(endpoint, p256dh, auth)
    others = PushDevice.objects.filter(user=user).exclude(endpoint=endpoint)
    if others.count() >= MOST_DEVICES:
        raise BadRequest(_("That are too many devices: remove one first."))
    label = " ".join(label.split())[:LONGEST_LABEL] or _("A browser")
    values = {"user": user, "p256dh": p256dh, "auth": auth, "label": label}
    device, _made = PushDevice.objects.update_or_create(
        endpoint=endpoint,
        defaults=values,
        create_defaults=values | {"added_at": timezone.now()},
    )
    return device


def renew_device(
    *, user: User, device_id: int, endpoint: str, p256dh: str, auth: str
) -> PushDevice:
    """The browser's push service has moved this device (its old address may be dead by now).

    Raises BadRequest.
    """
    old = PushDevice.objects.filter(user=user, pk=device_id).first()
    label = old.label if old else ""
    device = add_device(user=user, endpoint=endpoint, p256dh=p256dh, auth=auth, label=label)
    if old is not None and old.pk != device.pk:
        old.delete()
    return device


def remove_device(*, user: User, device_id: int) -> None:
    """Never push there again. Raises NotThere."""
    gone, _rows = PushDevice.objects.filter(user=user, pk=device_id).delete()
    if not gone:
        raise NotThere(_("There is no such device."))


def forget_browser(session: Mapping[str, Any]) -> None:
    """Somebody signs out in this browser: what comes next there is not theirs to read."""
    PushDevice.objects.filter(pk=session.get(SESSION_KEY, 0)).delete()


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    try:
        read(endpoint)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        if len(endpoint) > LONGEST_ENDPOINT or len(_bytes(auth)) != SECRET_BYTES:
            raise ValueError
    except (Refused, ValueError):
        raise BadRequest(_("This browser's push service cannot be used from here.")) from None


def _bytes(text: str) -> bytes:
    """Bytes of base64url. Raises ValueError."""
    if len(text) > 100 or "=" in text:
        raise ValueError
    try:
        padded = text + "=" * (-len(text) % 4)
        return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError from error
