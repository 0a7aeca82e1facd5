"""What is due, swept: ``python -m benchmarks.sweep``. Rows a second, queries, and the plans.

Ten thousand late deadlines, reminders, notifications and deliveries, first in tables of that size,
then in tables with a million rows of the past. The floor of each is a bare UPDATE of the same rows
in the same batches, each committed, in the same run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Any

from benchmarks.figure import Figure
from sixnimmt_site.scratch import scratch_services

GAMES = 2_500  # of four
PAST_ROWS = 1_000_000


class Count:
    """Queries while it is installed (``connection.execute_wrapper``)."""

    def __init__(self) -> None:
        self.queries = 0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        self.queries += 1
        return execute(*arguments)


def main() -> int:
    """On services of its own; with ``--explain`` the plans are printed too."""
    with scratch_services("sixnimmt-sweep-", durable=True) as (_folder, environ):
        os.environ.update(environ)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        for line in measured("--explain" in sys.argv):
            print(line, flush=True)
    return 0


def measured(explain: bool) -> Iterator[Figure | str]:
    """All figures with small tables, then with large ones, then the growth of each."""
    from benchmarks import crowd

    crowd.gather(GAMES)
    small: dict[str, Figure] = {}
    for size in ("10k", "1m"):
        if size == "1m":
            crowd.ask_again()
            crowd.remember(PAST_ROWS)
        crowd.tidy()
        for figure in _figures():
            name = figure.name
            yield figure._replace(name=f"{name}_{size}")
            if size == "10k":
                small[name] = figure
            elif figure.unit == "rows/s":
                growth = small[name].value / figure.value
                yield Figure(f"{name}_growth", growth, "times slower", growth)
        if explain:
            yield from _plans()


def _figures() -> Iterator[Figure]:
    from benchmarks import crowd
    from games.models import Due
    from games.notifications.events import Channel
    from games.notifications.planning import BATCH, plan_deliveries
    from games.notifications.sending import deliver_due
    from games.services import sweeping

    dues = list(Due.objects.filter(kind="pick").order_by("at", "pk").values_list("pk", flat=True))
    reminded = list(dues)
    yield from _measure(
        "sweep_reminders",
        lambda: _each(reminded, sweeping.REMINDED_AT_ONCE, sweeping.remind),
        lambda: _bare("games_due", "remind_at", reminded, sweeping.REMINDED_AT_ONCE),
    )
    _mark_swept()
    yield from _measure(
        "sweep_deadlines",
        lambda: _until_none(lambda: (sweeping.sweep() or {})["missed"], len(dues)),
        lambda: _bare("games_due", "settled_at", dues, crowd.SEATS),
    )
    crowd.ask_again()
    yield from _measure(
        "sweep_outage", lambda: _outage(len(dues)), lambda: _bare("games_due", "at", dues, 800)
    )
    crowd.ask_again()
    Due.objects.filter(kind="pick").update(remind_at=None)
    crowd.tell_all()
    told = _ids("games_notification", "planned_at IS NULL")
    yield from _measure(
        "outbox_plan",
        lambda: _until_none(plan_deliveries, len(told)),
        lambda: _bare("games_notification", "planned_at", told, BATCH),
    )
    with _silent_mail():
        letters = _ids("games_delivery", "state = 'waiting'")
        yield from _measure(
            "outbox_deliver",
            lambda: _until_none(lambda: deliver_due(Channel.EMAIL) or 0, len(letters)),
            lambda: _bare("games_delivery", "next_at", letters, 1),
        )


def _measure(name: str, work: Callable[[], int], floor: Callable[[], int]) -> Iterator[Figure]:
    """Rows a second of the work against the floor's, and queries a row."""
    from django.db import connection

    count = Count()
    begin = perf_counter()
    with connection.execute_wrapper(count):
        rows = work()
    speed = rows / (perf_counter() - begin)
    begin = perf_counter()
    floor_speed = floor() / (perf_counter() - begin)
    yield Figure(name, speed, "rows/s", floor_speed / speed)
    yield Figure(f"{name}_queries", count.queries / rows, "queries/row", count.queries / rows)


def _each(ids: Sequence[int], size: int, act: Callable[[Sequence[int]], int]) -> int:
    return sum(act(ids[begin : begin + size]) for begin in range(0, len(ids), size))


def _until_none(act: Callable[[], int], wanted: int) -> int:
    """Run after run, as beat does, until all are done."""
    done = 0
    while done < wanted:
        now = act()
        assert now, f"{done} of {wanted} were done, and no more"
        done += now
    return done


def _bare(table: str, column: str, ids: Sequence[int], size: int) -> int:
    """The floor: touch these rows, so many in a statement, each committed."""
    from django.db import connection

    with connection.cursor() as cursor:
        for begin in range(0, len(ids), size):
            batch = list(ids[begin : begin + size])
            cursor.execute(f"UPDATE {table} SET {column} = {column} WHERE id = ANY(%s)", [batch])
    return len(ids)


def _ids(table: str, condition: str) -> list[int]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id FROM {table} WHERE {condition} ORDER BY id")
        return [row[0] for row in cursor.fetchall()]


def _mark_swept() -> None:
    from django.utils import timezone

    from games.models import JobRun

    JobRun.objects.update_or_create(name="sweep", defaults={"ran_at": timezone.now()})


def _outage(rows: int) -> int:
    """Nobody swept for an hour, in which all of them were asked."""
    from datetime import timedelta

    from django.utils import timezone

    from games.services.outages import give_back, note_outage

    now = timezone.now()
    note_outage(now - timedelta(hours=1), now)
    assert give_back(lambda: True) == (rows, True)
    return rows


def _silent_mail() -> Any:
    """Letters that cost nothing to write and to send: what is measured is the outbox."""
    from unittest.mock import patch

    from games.notifications.channels import CHANNELS
    from games.notifications.events import Channel
    from games.notifications.letters import Letters

    class Silent(Letters):
        def batch(self) -> Any:
            from contextlib import nullcontext

            return nullcontext(lambda _delivery: None)

    return patch.dict(CHANNELS, {Channel.EMAIL: Silent()})


def _plans() -> Iterator[str]:
    """What PostgreSQL does for each query by which due work is found."""
    from django.utils import timezone

    from benchmarks import crowd
    from games.models import Delivery, Notification
    from games.notifications.events import Channel
    from games.notifications.planning import BATCH
    from games.notifications.sending import due
    from games.services.sweeping import MOST, _overdue, _to_remind

    crowd.ask_again()
    crowd.tell_all()
    Delivery.objects.bulk_create(
        Delivery(notification=one, channel=Channel.EMAIL)
        for one in Notification.objects.filter(planned_at=None)
    )
    crowd.tidy()
    now = timezone.now()
    unplanned = Notification.objects.filter(planned_at=None).order_by("created_at", "pk")
    for title, query in (
        ("deadlines that have passed", _overdue(now)[:MOST]),
        ("reminders", _to_remind(now)[:MOST]),
        ("notifications to plan", unplanned[:BATCH]),
        ("deliveries that are due", due(Channel.EMAIL).order_by("next_at", "pk")[:100]),
    ):
        yield f"-- {title}\n{query.explain(analyze=True, costs=False, timing=False)}"
    yield "-- the claim of a delivery\n" + _claim_plan()


def _claim_plan() -> str:
    from django.db import connection, transaction

    pk = _ids("games_delivery", "state = 'waiting'")[0]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) UPDATE games_delivery SET state = 'sending', "
            "attempts = attempts + 1 WHERE id = %s AND state = 'waiting'",
            [pk],
        )
        return "\n".join(row[0] for row in cursor.fetchall())


if __name__ == "__main__":
    sys.exit(main())
