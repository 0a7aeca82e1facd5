"""Deadlines as arithmetic (games.clock)."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import Sleep, Span, due_at, remind_at

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = [BERLIN, *map(ZoneInfo, ("Asia/Kathmandu", "America/St_Johns", "Pacific/Apia", "UTC"))]

instants = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))
lengths = st.timedeltas(timedelta(hours=1), timedelta(days=14))
sleeps = st.builds(Sleep, st.times(), st.times(), st.sampled_from(ZONES)).filter(
    lambda sleep: sleep.start != sleep.end
)
spans = st.tuples(instants, st.timedeltas(timedelta(minutes=1), timedelta(days=30))).map(
    lambda pair: (pair[0], pair[0] + pair[1])
)


@pytest.mark.parametrize(
    ("set_at", "due"),
    [
        ("2026-10-24T18:00", "2026-10-25T17:00"),  # one hour more in the day
        ("2026-03-28T18:00", "2026-03-29T19:00"),  # one hour less
    ],
)
def test_hours_are_elapsed_hours_over_a_change_of_the_clocks(set_at: str, due: str) -> None:
    """Field report B-19."""
    start = datetime.fromisoformat(set_at).replace(tzinfo=BERLIN)
    moment = due_at(start, timedelta(hours=24))
    assert moment.astimezone(BERLIN).replace(tzinfo=None) == datetime.fromisoformat(due)


def test_a_deadline_in_the_night_moves_to_the_morning() -> None:
    sleep = Sleep(time(22), time(8), BERLIN)
    start = datetime(2026, 12, 1, 2, tzinfo=UTC)
    assert due_at(start, timedelta(hours=24), sleep=sleep) == datetime(2026, 12, 2, 7, tzinfo=UTC)


@given(instants, lengths, st.lists(spans, max_size=4), st.none() | sleeps)
def test_a_deadline_is_never_early_asleep_or_away(
    start: datetime, length: timedelta, away: list[Span], sleep: Sleep | None
) -> None:
    due = due_at(start, length, away=away, sleep=sleep)
    assert due >= start + length
    assert sleep is None or not sleep.holds(due)
    assert not any(begin <= due < end for begin, end in away)
    awake = (due - start) - _overlap(away, start, due)
    assert awake >= length
    reminder = remind_at(start, due, sleep)
    assert reminder is None or (start <= reminder < due and not (sleep and sleep.holds(reminder)))


@given(instants, lengths, st.lists(spans, max_size=4))
def test_without_sleep_exactly_the_length_passes_outside_absences(
    start: datetime, length: timedelta, away: list[Span]
) -> None:
    due = due_at(start, length, away=away)
    if not any(end == due for _begin, end in away):
        assert (due - start) - _overlap(away, start, due) == length


@given(sleeps, instants)
def test_waking_up_is_awake_and_soon(sleep: Sleep, instant: datetime) -> None:
    awake = sleep.after(instant)
    assert not sleep.holds(awake)
    assert timedelta(0) <= awake - instant <= timedelta(hours=50)


def _overlap(away: list[Span], start: datetime, end: datetime) -> timedelta:
    """How much of start..end lies in a span, each moment once."""
    edges = sorted({start, end, *(e for span in away for e in span if start < e < end)})
    total = timedelta(0)
    for left, right in zip(edges, edges[1:], strict=False):
        if any(begin <= left and right <= finish for begin, finish in away):
            total += right - left
    return total
