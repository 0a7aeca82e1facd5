"""Deadlines as arithmetic (games.clock)."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import ALWAYS, Calendar, Sleep, Span

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = [BERLIN, *map(ZoneInfo, ("Asia/Kathmandu", "America/St_Johns", "Pacific/Apia", "UTC"))]
DAY = timedelta(days=1)

FIRST, LAST = datetime(2026, 1, 1), datetime(2027, 12, 31)  # noqa: DTZ001 - Hypothesis adds the zone

instants = st.datetimes(FIRST, LAST, timezones=st.just(UTC))
lengths = st.timedeltas(timedelta(hours=1), timedelta(days=14))
sleeps = st.builds(Sleep, st.times(), st.times(), st.sampled_from(ZONES)).filter(
    lambda sleep: sleep.start != sleep.end
)
spans = st.tuples(instants, st.timedeltas(timedelta(minutes=1), timedelta(days=30))).map(
    lambda pair: (pair[0], pair[0] + pair[1])
)
absences = st.lists(spans, max_size=4).map(tuple)
calendars = st.builds(Calendar, st.none() | sleeps, absences)


def test_the_changes_of_the_clocks_move_the_hour_and_not_the_time() -> None:
    """Field report B-19: one hour more in that day, one hour less in this one."""
    for begin, due in (
        ("2026-10-24T18:00", "2026-10-25T17:00"),
        ("2026-03-28T18:00", "2026-03-29T19:00"),
    ):
        start = datetime.fromisoformat(begin).replace(tzinfo=BERLIN)
        moment = ALWAYS.due_at(start, DAY)
        assert moment.astimezone(BERLIN).replace(tzinfo=None) == datetime.fromisoformat(due)


@pytest.mark.parametrize(
    ("start", "hours", "due"),
    [
        ("01T12:00", 12, "02T06:00"),  # would be due at one in the night
        ("01T23:00", 1, "02T07:00"),  # asked in the night: the hour begins in the morning
        ("01T23:00", 24, "03T06:00"),
        ("01T12:00", 3, "01T15:00"),  # the sleep has nothing to do with it
    ],
)
def test_who_sleeps_is_neither_asked_nor_late(start: str, hours: int, due: str) -> None:
    """Berlin is an hour ahead of UTC in December."""
    berlin = Calendar(Sleep(time(23), time(7), BERLIN))
    moment = berlin.due_at(_december(start), timedelta(hours=hours))
    assert moment == _december(due)


def test_the_reminder_of_what_is_due_in_the_morning_comes_the_evening_before() -> None:
    berlin = Calendar(Sleep(time(23), time(7), BERLIN))
    noon = _december("01T11:00")
    assert berlin.due_at(noon, timedelta(hours=12)) == _december("02T06:00")
    assert berlin.remind_at(noon, timedelta(hours=12)) == _december("01T20:36")


def test_nobody_is_reminded_on_vacation() -> None:
    week = (_december("02T00:00"), _december("09T00:00"))
    away = Calendar(away=(week,))
    friday = _december("01T00:00")
    assert away.remind_at(friday, 2 * DAY) == _december("09T14:24")


def _december(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-12-{text}").replace(tzinfo=UTC)


@given(instants, lengths, calendars)
def test_a_deadline_is_never_early_asleep_or_away(
    start: datetime, length: timedelta, calendar: Calendar
) -> None:
    due, begin = calendar.due_at(start, length), calendar.there_at(start)
    assert calendar.there_at(due) == due
    assert (due - begin) - _overlap(calendar.away, begin, due) >= length
    reminder = calendar.remind_at(start, length)
    if reminder is not None:
        assert begin <= reminder < due
        assert calendar.there_at(reminder) == reminder


@given(instants, lengths, absences)
def test_without_sleep_exactly_the_length_passes_outside_absences(
    start: datetime, length: timedelta, away: tuple[Span, ...]
) -> None:
    due = Calendar(away=away).due_at(start, length)
    if not any(end == due for _begin, end in away):
        assert (due - start) - _overlap(away, start, due) == length


@given(instants, lengths, calendars, st.timedeltas(timedelta(0), 20 * DAY), st.data())
def test_a_stop_gives_back_what_was_left(
    start: datetime, length: timedelta, calendar: Calendar, stop: timedelta, data: st.DataObject
) -> None:
    """Field report B-11: never less, and not more than absence and sleep give anyway."""
    due = calendar.due_at(start, length)
    since = start + data.draw(st.floats(0, 1)) * (due - start)
    until = since + stop
    more = calendar.more_time(start, length, due, (since, until))
    after = calendar.due_at(start, length + more)
    assert more >= timedelta(0)
    assert calendar.there_at(after) == after
    begin = calendar.there_at(start)
    if until <= begin:
        assert after == due
        return
    left = _own(calendar, max(since, begin), due)
    again = _own(calendar, until, after)
    assert again >= left
    exact = _run(calendar, until, left)
    if exact > calendar.there_at(until):
        assert after == calendar.there_at(exact)
    else:  # the person sleeps through it: their time begins in the morning
        assert after == calendar.due_at(until, left)


@given(instants, lengths, st.lists(st.timedeltas(timedelta(0), 10 * DAY), max_size=5))
def test_however_often_it_stops_exactly_the_same_is_left(
    start: datetime, length: timedelta, stops: list[timedelta]
) -> None:
    now, time = start, length
    for stop in stops:
        now += length / 10
        left = ALWAYS.due_at(start, time) - now
        time += ALWAYS.more_time(start, time, ALWAYS.due_at(start, time), (now, now + stop))
        now += stop
        assert ALWAYS.due_at(start, time) - now == left


@given(sleeps, instants)
def test_waking_up_is_awake_and_soon(sleep: Sleep, instant: datetime) -> None:
    awake = sleep.after(instant)
    assert not sleep.holds(awake)
    assert timedelta(0) <= awake - instant <= timedelta(hours=50)


def _own(calendar: Calendar, start: datetime, end: datetime) -> timedelta:
    return max(timedelta(0), (end - start) - _overlap(_prolonged(calendar), start, end))


def _prolonged(calendar: Calendar) -> tuple[Span, ...]:
    if calendar.sleep is None:
        return calendar.away
    return tuple((begin, calendar.sleep.after(end)) for begin, end in calendar.away)


def _run(calendar: Calendar, start: datetime, left: timedelta) -> datetime:
    """When so much time has passed outside absences, found by going from edge to edge."""
    edges = sorted(edge for span in _prolonged(calendar) for edge in span if edge > start)
    moment = start
    for edge in [*edges, datetime.max.replace(tzinfo=UTC)]:
        inside = any(b <= moment < e for b, e in _prolonged(calendar))
        if not inside and moment + left < edge:
            return moment + left
        left -= timedelta(0) if inside else edge - moment
        moment = edge
    raise AssertionError


def _overlap(away: tuple[Span, ...], start: datetime, end: datetime) -> timedelta:
    """How much of start..end lies in a span, each moment once."""
    edges = sorted({start, end, *(e for span in away for e in span if start < e < end)})
    total = timedelta(0)
    for left, right in pairwise(edges):
        if any(begin <= left and right <= finish for begin, finish in away):
            total += right - left
    return total
