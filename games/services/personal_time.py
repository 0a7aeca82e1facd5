"""A person's time zone and sleep; open deadlines follow."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from games.clock import LONGEST_SLEEP
from games.notifications.holding import look_again
from games.services.asking import person_changes
from games.services.errors import BadRequest


def set_personal_time(
    *, user: User, time_zone: str, sleep_from: time | None, sleep_until: time | None
) -> None:
    """Keep zone (an IANA name) and sleep (local, both ends or none); move open deadlines by it.

    Raises BadRequest when the sleep has one end, no length, or lasts more than 12 hours.
    """
    _check_sleep(sleep_from, sleep_until)
    user.time_zone, user.sleep_from, user.sleep_until = time_zone, sleep_from, sleep_until
    with person_changes(user.pk):
        user.save(update_fields=["time_zone", "sleep_from", "sleep_until"])
        look_again(user=user.pk)


def _check_sleep(begin: time | None, end: time | None) -> None:
    if begin is None and end is None:
        return
    if begin is None or end is None:
        raise BadRequest(_("Give both ends of your sleep, or none."))
    day = datetime(2000, 1, 1)  # noqa: DTZ001 - any day: only the hours between count
    length = (datetime.combine(day, end) - datetime.combine(day, begin)) % timedelta(days=1)
    if not length:
        raise BadRequest(_("Sleep ends at another time than it begins."))
    if length > LONGEST_SLEEP:
        raise BadRequest(_("Sleep lasts at most 12 hours. For longer there are vacations."))
