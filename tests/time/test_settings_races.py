"""Sleep that is changed at the very moment somebody is asked."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import time

import pytest
from django.db import connection

from games.models.game import DAY
from games.services.personal_time import set_personal_time
from games.services.resolving import resolve_turn
from sixnimmt_site import celery_app
from tests.faults.blocking import held_up, wait_until_held_up
from tests.games import cast
from tests.time.passing import calendar_of, due_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_whoever_is_asked_at_that_moment_is_asked_by_the_new_sleep() -> None:
    """The settings looked for open deadlines before the new ones were there."""
    celery_app.conf.task_always_eager = False  # the turn is resolved below
    alice, bob = users = cast.people(2)
    game = cast.running_game(users, pace_seconds=DAY)
    for user in users:
        cast.pick(game, user, cast.hand_of(game, user)[0], "cheapest")
    turn = cast.open_turn(game)

    def resolve() -> None:
        resolve_turn(turn_id=turn.pk)
        connection.close()

    def sleep() -> None:
        set_personal_time(user=alice, time_zone="UTC", sleep_from=time(6), sleep_until=time(18))
        connection.close()

    with ThreadPoolExecutor(2) as threads:
        with held_up("INSERT ON games_due"):
            asking = threads.submit(resolve)
            wait_until_held_up()
            sleeping = threads.submit(sleep)
            with pytest.raises(TimeoutError):
                sleeping.result(timeout=1)  # it waits for the game
        asking.result(timeout=20)
        sleeping.result(timeout=20)
    due = due_of(game, alice)
    assert due.at == calendar_of(game, alice).due_at(due.started_at, due.time)
    assert due_of(game, bob).at < due.at
