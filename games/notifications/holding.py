"""What is held back until somebody wakes or a game goes on, when that comes sooner than thought."""

from __future__ import annotations

from django.utils import timezone

from games.models import Delivery
from games.notifications.digest import DIGEST


def look_again(**told: object) -> None:
    """Look now at what waits and was never tried, of these notifications (``user=…``, ``game=…``).

    Sleep, quiet hours or a pause may be over or changed. What they still hold is held again.
    """
    which = {f"notification__{name}": value for name, value in told.items()}
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING, error="", **which)
    waiting = waiting.filter(next_at__gt=timezone.now()).exclude(endpoint=DIGEST)
    waiting.update(next_at=timezone.now())
