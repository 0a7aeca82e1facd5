from __future__ import annotations

import zoneinfo
from itertools import groupby

# The rest of the IANA list is old names of these ("US/Eastern") and fixed offsets.
REGIONS = frozenset(
    "Africa America Antarctica Asia Atlantic Australia Europe Indian Pacific".split()  # noqa: SIM905
)

Choice = tuple[str, str]


def time_zone_choices(*, also: str = "UTC") -> list[Choice | tuple[str, list[Choice]]]:
    """Every living zone, grouped by region, for a select; `also` is offered in any case.

    >>> dict(time_zone_choices())["Europe"][1]
    ('Europe/Andorra', 'Andorra')
    """
    names = sorted(n for n in zoneinfo.available_timezones() if n.partition("/")[0] in REGIONS)
    grouped: list[Choice | tuple[str, list[Choice]]] = [
        (region, [(name, _city(name)) for name in members])
        for region, members in groupby(names, key=lambda name: name.partition("/")[0])
    ]
    extra = sorted({"UTC", also} - set(names), key=lambda name: name != "UTC")
    return [*((name, name) for name in extra), *grouped]


def _city(name: str) -> str:
    return name.partition("/")[2].replace("_", " ").replace("/", " – ")
