"""Making a worker stop at a known place: a trigger that waits for a lock which the test holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.conf import settings
from django.db import connection

from sixnimmt_site.processes import wait_until

LOCK = 424_242  # of the advisory lock the trigger waits for


@contextmanager
def own_connection() -> Iterator[psycopg.Connection]:
    """A connection to the site's database beside Django's."""
    database = settings.DATABASES["default"]
    where = {"host": database["HOST"], "user": database["USER"], "dbname": database["NAME"]}
    if database["PORT"]:
        where["port"] = database["PORT"]
    if database["PASSWORD"]:
        where["password"] = database["PASSWORD"]
    with psycopg.connect(**where, autocommit=True) as mine:
        yield mine


@contextmanager
def held_up(event: str) -> Iterator[None]:
    """Whoever does ``event`` ("UPDATE ON games_hand") waits inside its transaction."""
    with own_connection() as mine:
        mine.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        mine.execute(
            "CREATE FUNCTION wait_for_the_test() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$BEGIN PERFORM pg_advisory_xact_lock({LOCK}); RETURN NEW; END$$"
        )
        mine.execute(
            f"CREATE TRIGGER hold_up BEFORE {event} "
            "FOR EACH ROW EXECUTE FUNCTION wait_for_the_test()"
        )
        try:
            yield
        finally:
            mine.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
            mine.execute("DROP FUNCTION wait_for_the_test() CASCADE")


def wait_until_held_up(number: int = 1) -> None:
    """Until so many transactions wait for the test's lock."""

    def waiting() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            )
            return bool(cursor.fetchone()[0] >= number)

    wait_until(waiting, seconds=20, what="Nobody came to the place where the test waits")
