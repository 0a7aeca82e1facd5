"""A person's vacations for their own page."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil
from typing import Any

from accounts.models import User
from games.services.vacations import DAYS_A_YEAR, days_used


def vacations_part(user: User, now: datetime) -> dict[str, Any]:
    """Those that last or are to come, those of this year that are over, and what is left of it."""
    rows = user.vacations.filter(ends_at__gte=now - timedelta(days=366))
    listed = [
        {
            "id": row.pk,
            "starts_at": row.starts_at,
            "ends_at": row.ends_at,
            "days": ceil((row.ends_at - row.starts_at) / timedelta(days=1)),
            "state": "over" if row.ends_at <= now else "now" if row.starts_at <= now else "planned",
        }
        for row in rows
    ]
    used = days_used(user, now.year)
    return {
        "coming": [row for row in listed if row["state"] != "over"],
        "over": [row for row in listed if row["state"] == "over"],
        "year": now.year,
        "budget": DAYS_A_YEAR,
        "used": used,
        "left": max(0, DAYS_A_YEAR - used),
    }
