"""Time zone, sleep and vacations of a person, and what is due under them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.local_time import local_words
from accounts.models import User
from games.models import Due, Game, Vacation
from games.models.game import DAY
from tests.games import cast
from tests.games.doors import browser, page

pytestmark = pytest.mark.django_db

PAGE = "/accounts/time/"
SETTINGS = {"time_zone": "Asia/Kathmandu", "sleep_from": "", "sleep_until": ""}


@pytest.fixture
def game(alice: User) -> Game:
    return cast.running_game([alice, cast.person("Bob")], pace_seconds=2 * DAY)


def due_of(user: User) -> Due:
    return Due.objects.get(seat__user=user, settled_at=None)


def local(moment: datetime) -> str:
    """As a browser sends a local moment (of UTC, where nobody has set anything)."""
    return f"{moment:%Y-%m-%dT%H:%M}"


def plan(user: User, begin: timedelta, end: timedelta) -> Any:
    now = timezone.now()
    sent = {"starts_at": local(now + begin), "ends_at": local(now + end)}
    return browser(user).post(f"{PAGE}vacations/", sent)


def test_six_in_the_evening_utc_is_a_quarter_to_midnight_in_kathmandu(alice: User) -> None:
    moment = datetime(2026, 11, 24, 18, tzinfo=UTC)
    alice.time_zone = "Asia/Kathmandu"
    assert local_words(moment, alice).startswith("Tue 24 Nov")
    assert local_words(moment, alice).endswith("23:45 (Asia/Kathmandu)")


def test_who_has_set_no_zone_reads_utc_with_its_name(alice: User) -> None:
    assert local_words(datetime(2026, 11, 24, 18, tzinfo=UTC), alice).endswith("18:00 (UTC)")


def test_across_the_clock_change_the_local_hour_moves(alice: User) -> None:
    alice.time_zone = "Europe/Berlin"
    assert "17:00" in local_words(datetime(2026, 10, 25, 16, tzinfo=UTC), alice)
    assert "19:00" in local_words(datetime(2026, 3, 29, 17, tzinfo=UTC), alice)


def test_pages_tell_deadlines_in_the_readers_zone_and_name_it(alice: User, game: Game) -> None:
    Due.objects.update(at=datetime(2036, 11, 24, 18, tzinfo=UTC))
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Kathmandu")
    client = browser(alice)
    assert "Mon 24 Nov 2036, 23:45 (Asia/Kathmandu)" in page(client, PAGE)
    for path in ("/", f"/games/{game.pk}/"):
        text = page(client, path)
        assert "23:45</time>" in text
        assert "(Asia/Kathmandu)</span>" in text
    stranger = page(browser(), f"/games/{game.pk}/")
    assert "18:00</time>" in stranger
    assert "(UTC)</span>" in stranger


def test_alice_sets_zone_and_sleep(alice: User) -> None:
    sent = SETTINGS | {"sleep_from": "23:00", "sleep_until": "07:30"}
    assert browser(alice).post(PAGE, sent).status_code == 303
    alice.refresh_from_db()
    assert alice.time_zone == "Asia/Kathmandu"
    assert f"{alice.sleep_from:%H:%M}-{alice.sleep_until:%H:%M}" == "23:00-07:30"
    browser(alice).post(PAGE, SETTINGS)
    alice.refresh_from_db()
    assert alice.sleep is None


def test_an_open_deadline_moves_out_of_the_new_sleep(alice: User, game: Game) -> None:
    due = due_of(alice)
    before = due.at
    start, end = before - timedelta(hours=2), before + timedelta(hours=3)
    sent = {"time_zone": "UTC", "sleep_from": f"{start:%H:%M}", "sleep_until": f"{end:%H:%M}"}
    assert browser(alice).post(PAGE, sent).status_code == 303
    assert due_of(alice).at == end.replace(second=0, microsecond=0)
    assert due_of(User.objects.get(username="Bob")).at == pytest.approx(
        before, abs=timedelta(seconds=5)
    )
    browser(alice).post(PAGE, SETTINGS | {"time_zone": "UTC"})
    assert due_of(alice).at == before


@pytest.mark.parametrize(
    "bad",
    [
        {"time_zone": "Mars/Olympus"},
        {"time_zone": ""},
        {"sleep_from": "23:00"},
        {"sleep_until": "07:00"},
        {"sleep_from": "07:00", "sleep_until": "07:00"},
        {"sleep_from": "20:00", "sleep_until": "08:01"},
        {"sleep_from": "08:00", "sleep_until": "07:00"},
        {"sleep_from": "dusk", "sleep_until": "dawn"},
    ],
)
def test_nonsense_is_refused_with_a_sentence(alice: User, bad: dict[str, str]) -> None:
    response = browser(alice).post(PAGE, SETTINGS | bad)
    assert response.status_code == 400
    assert "errorlist" in response.content.decode()
    alice.refresh_from_db()
    assert (alice.time_zone, alice.sleep) == ("UTC", None)


def test_a_vacation_stops_alices_clock_and_nobody_elses(alice: User, game: Game) -> None:
    before = due_of(alice).at
    assert plan(alice, timedelta(0), timedelta(days=6)).status_code == 303
    vacation = Vacation.objects.get()
    assert due_of(alice).at == before + (vacation.ends_at - vacation.starts_at)
    bob = User.objects.get(username="Bob")
    assert due_of(bob).at < before + timedelta(minutes=1)
    text = page(browser(alice), PAGE)
    assert "You are on vacation" in text
    assert "24 days left" in text


def test_coming_back_early_gives_the_time_that_was_left(alice: User, game: Game) -> None:
    plan(alice, timedelta(0), timedelta(days=6))
    vacation = Vacation.objects.get()
    assert browser(alice).post(f"{PAGE}vacations/{vacation.pk}/end/").status_code == 303
    vacation.refresh_from_db()
    assert vacation.ends_at <= timezone.now()
    assert due_of(alice).at < timezone.now() + timedelta(days=2, minutes=1)
    assert "29 days left" in page(browser(alice), PAGE)  # a begun day counts whole


def test_a_planned_vacation_can_be_given_up_for_nothing(alice: User) -> None:
    plan(alice, timedelta(days=3), timedelta(days=9))
    assert "Give it up" in page(browser(alice), PAGE)
    browser(alice).post(f"{PAGE}vacations/{Vacation.objects.get().pk}/end/")
    assert not Vacation.objects.exists()
    assert "30 days left" in page(browser(alice), PAGE)


def test_hours_are_those_of_the_persons_own_clock(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Kathmandu")
    noon = (timezone.now() + timedelta(days=5)).replace(hour=12, minute=0)
    sent = {"starts_at": local(noon), "ends_at": local(noon + timedelta(days=2))}
    assert browser(alice).post(f"{PAGE}vacations/", sent).status_code == 303
    assert f"{Vacation.objects.get().starts_at:%H:%M}" == "06:15"
    assert "12:00 (Asia/Kathmandu)" in page(browser(alice), PAGE)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({}, 400),
        ({"starts_at": "", "ends_at": ""}, 400),
        ({"starts_at": "soon", "ends_at": "later"}, 400),
        ({"starts_at": "2026-02-30T10:00", "ends_at": "2026-03-02T10:00"}, 400),
        ({"starts_at": "2001-01-01T00:00", "ends_at": "2001-01-03T00:00"}, 400),
        ({"starts_at": "0001-01-01T00:00", "ends_at": "0001-01-02T00:00"}, 400),
        ({"starts_at": "9998-01-01T00:00", "ends_at": "9999-12-31T23:59"}, 400),
        ({"starts_at": "2001-01-01T00:00", "ends_at": "9999-12-31T23:59"}, 409),
        ({"starts_at": "2001-01-01T00:00", "ends_at": "9999-12-31T23:59-14:00"}, 409),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])
def test_impossible_vacations_are_refused(
    alice: User, sent: dict[str, str], status: int, zone: str
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone=zone)
    response = browser(alice).post(f"{PAGE}vacations/", sent)
    assert response.status_code in (status, 400)
    assert "errorlist" in response.content.decode()
    assert not Vacation.objects.exists()


def test_an_hour_that_the_clocks_skip_is_refused(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Berlin")
    sent = {"starts_at": "2027-03-28T02:30", "ends_at": "2027-03-30T10:00"}
    assert browser(alice).post(f"{PAGE}vacations/", sent).status_code == 400


def test_the_budget_and_overlaps_are_kept(alice: User) -> None:
    assert plan(alice, timedelta(days=1), timedelta(days=31)).status_code in (303, 409)
    Vacation.objects.all().delete()
    assert plan(alice, timedelta(days=1), timedelta(days=40)).status_code == 409
    assert plan(alice, timedelta(days=1), timedelta(days=4)).status_code == 303
    response = plan(alice, timedelta(days=3), timedelta(days=6))
    assert response.status_code == 400
    assert "in that time already" in response.content.decode()


def test_bob_cannot_end_alices_vacation(alice: User) -> None:
    plan(alice, timedelta(days=1), timedelta(days=4))
    vacation = Vacation.objects.get()
    address = f"{PAGE}vacations/{vacation.pk}/end/"
    assert browser(cast.person("Bob")).post(address).status_code == 409
    assert browser(alice).get(address).status_code == 405
    assert Vacation.objects.filter(pk=vacation.pk).exists()


def test_no_vacation_starts_unasked(alice: User, game: Game) -> None:
    cast.let_time_pass(game)
    page(browser(alice), PAGE)
    assert not Vacation.objects.exists()


def test_the_page_says_which_games_do_not_wait(alice: User) -> None:
    bob = cast.person("Bob")
    cast.running_game([alice, bob], name="In a hurry", pace_seconds=120)
    cast.running_game([alice, bob], name="No holidays", pace_seconds=DAY, vacations=False)
    text = page(browser(alice), PAGE)
    assert "waits neither for sleep nor for vacations" in text
    assert "but not for vacations" in text


def test_the_page_takes_as_many_queries_with_many_games(
    alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    bob = cast.person("Bob")
    for number in range(4):
        cast.running_game([alice, bob], name=f"Herd {number}")
        Vacation.objects.create(
            user=alice,
            starts_at=timezone.now() + timedelta(days=10 * number + 1),
            ends_at=timezone.now() + timedelta(days=10 * number + 2),
        )
    client = browser(alice)
    with django_assert_max_num_queries(10):
        client.get(PAGE)
