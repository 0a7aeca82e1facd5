"""Vacations: planned, ended early, counted against a yearly budget."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import ceil

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Vacation
from games.services.asking import person_changes
from games.services.errors import BadRequest, TooLate

DAYS_A_YEAR = 30
AHEAD = timedelta(days=366)


def days_used(user: User, year: int) -> int:
    """Days of the year's budget spent or planned, each vacation rounded up to whole days.

    A vacation counts in the year (UTC) in which it starts.
    """
    begin, end = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    starting = user.vacations.filter(starts_at__gte=begin, starts_at__lt=end)
    spans = starting.values_list("starts_at", "ends_at")
    return sum(ceil((end - start) / timedelta(days=1)) for start, end in spans)


def plan_vacation(*, user: User, starts_at: datetime, ends_at: datetime) -> Vacation:
    """Plan a vacation (aware instants); open deadlines wait for its end.

    Raises BadRequest (order, past, overlap, too far ahead), TooLate (budget).
    """
    now = timezone.now()
    starts_at = max(starts_at, now)
    if ends_at <= starts_at or starts_at > now + AHEAD:
        raise BadRequest(_("A vacation ends after it starts, and starts within a year."))
    starts_at = starts_at.astimezone(UTC)
    with person_changes(user.pk):
        if user.vacations.filter(starts_at__lt=ends_at, ends_at__gt=starts_at).exists():
            raise BadRequest(_("You have planned a vacation in that time already."))
        days = ceil((ends_at - starts_at) / timedelta(days=1))
        left = DAYS_A_YEAR - days_used(user, starts_at.year)
        if days > left:
            raise TooLate(
                _("You have %(left)d days of vacation left in that year.") % {"left": left}
            )
        return Vacation.objects.create(user=user, starts_at=starts_at, ends_at=ends_at)


def end_vacation(*, user: User, vacation_id: int) -> None:
    """Come back now, or give up a vacation that has not begun. Raises TooLate."""
    now = timezone.now()
    with person_changes(user.pk):
        vacation = user.vacations.filter(pk=vacation_id).first()
        if vacation is None or vacation.ends_at <= now:
            raise TooLate(_("That vacation is over."))
        if vacation.starts_at >= now:
            vacation.delete()
        else:
            vacation.ends_at = now
            vacation.save(update_fields=["ends_at"])
