"""Feeds by secret link: deadlines as a calendar, "your turn" as Atom."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.feeds import calendar
from games.models import Due
from games.services.moderating import moderate
from games.services.reaching import reach_of
from tests.games import cast, doors
from tests.games.worlds import hide_from

pytestmark = pytest.mark.django_db

PAGE = "/accounts/notifications/"
ATOM = "{http://www.w3.org/2005/Atom}"
SIX = datetime(2036, 11, 24, 18, tzinfo=UTC)


@pytest.fixture
def alice() -> User:
    return cast.person("Alice", time_zone="Asia/Kathmandu")


def feed(user: User, kind: str, **headers: str) -> HttpResponse:
    """What a program gets that knows nothing but the link."""
    path = f"/feeds/{reach_of(user).feed_token}/{kind}"
    return Client().get(path, headers=headers)  # type: ignore[return-value]


def ics(user: User) -> dict[str, list[str]]:
    """The calendar's values by name, lines unfolded, texts unescaped."""
    values: dict[str, list[str]] = {}
    text = feed(user, "deadlines.ics").content.decode()
    for line in text.replace("\r\n ", "").split("\r\n"):
        name, _colon, value = line.partition(":")
        values.setdefault(name, []).append(re.sub(r"\\(.)", r"\1", value))
    return values


def entries(user: User) -> list[ET.Element]:
    return ET.fromstring(feed(user, "turns.atom").content).findall(f"{ATOM}entry")


def text_of(element: ET.Element, name: str) -> str:
    found = element.find(f"{ATOM}{name}")
    assert found is not None
    return found.text or ""


def test_a_deadline_stands_in_the_calendar_in_utc(alice: User, bob: User) -> None:
    game = cast.running_game([alice, bob], name="Friday herd")
    due = Due.objects.get(seat__user=alice)
    Due.objects.filter(pk=due.pk).update(at=SIX)
    values = ics(alice)
    assert values["BEGIN"] == ["VCALENDAR", "VEVENT"]
    assert values["DTSTART"] == ["20361124T180000Z"]
    assert values["SUMMARY"] == ["Play a card – Friday herd"]
    assert values["DESCRIPTION"] == ["Until Mon 24 Nov 2036, 23:45 (Asia/Kathmandu)."]
    assert values["URL"] == [f"{settings.SITE_URL}/games/{game.pk}/"]
    assert values["UID"][0].startswith(f"due-{due.pk}@")


def test_an_event_keeps_its_name_when_its_deadline_moves(alice: User, bob: User) -> None:
    cast.running_game([alice, bob])
    before = ics(alice)
    Due.objects.update(at=SIX)
    after = ics(alice)
    assert before["UID"] == after["UID"]
    assert before["DTSTART"] != after["DTSTART"]


def test_the_calendar_keeps_the_letter_of_its_standard(alice: User, bob: User) -> None:
    name = "Öde; weite, Weide\\mit 🐂🐂🐂 und Gras!"
    cast.running_game([alice, bob], name=name)
    response = feed(alice, "deadlines.ics")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    raw = response.content
    assert raw.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in raw.replace(b"\r\n", b"")
    lines = raw.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert all(line.decode() for line in lines[:-1])
    assert ics(alice)["SUMMARY"] == [f"Play a card – {name}"]


def test_a_long_line_is_folded_between_characters(alice: User, bob: User) -> None:
    game = cast.running_game([alice, bob])
    game.name = "🐂" * 40
    due = Due.objects.select_related("game").get(seat__user=alice)
    due.game.name = "🐂" * 60 + "\r\nBEGIN:VALARM"
    text = calendar(alice, [due])
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\r\nBEGIN:VALARM" not in text
    assert "🐂" * 60 in text.replace("\r\n ", "")


def test_the_atom_feed_says_what_waits(alice: User, bob: User) -> None:
    game = cast.running_game([alice, bob], name="Friday <herd> & friends")
    Due.objects.filter(seat__user=alice).update(at=SIX)
    response = feed(alice, "turns.atom")
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ET.fromstring(response.content)
    links = {link.get("rel"): link.get("href", "") for link in root.findall(f"{ATOM}link")}
    assert links["self"].endswith(f"/feeds/{reach_of(alice).feed_token}/turns.atom")
    assert text_of(root, "id").startswith("tag:")
    [entry] = root.findall(f"{ATOM}entry")
    assert text_of(entry, "title") == "Play a card – Friday <herd> & friends"
    assert text_of(entry, "summary") == "Until Mon 24 Nov 2036, 23:45 (Asia/Kathmandu)."
    assert text_of(entry, "id").startswith("tag:")
    assert text_of(entry, "updated") == text_of(root, "updated")
    assert entry.find(f"{ATOM}link").get("href") == f"{settings.SITE_URL}/games/{game.pk}/"  # type: ignore[union-attr]


def test_ids_stay_and_each_turn_has_its_own(alice: User, bob: User) -> None:
    game = cast.running_game([alice, bob])
    [first] = entries(alice)
    [again] = entries(alice)
    assert text_of(first, "id") == text_of(again, "id")
    browser = doors.browser(alice)
    browser.post(f"{PAGE}links/")
    [renewed] = entries(alice)
    assert text_of(renewed, "id") == text_of(first, "id")
    cast.play_lowest(game, [alice, bob])
    [second] = entries(alice)
    assert text_of(second, "id") != text_of(first, "id")


def test_what_is_done_or_over_or_paused_is_in_no_feed(alice: User, bob: User) -> None:
    staff = cast.person("Herder", is_superuser=True)
    played, paused, void = (cast.running_game([alice, bob]) for _number in range(3))
    assert len(entries(alice)) == 3
    cast.pick(played, alice, cast.hand_of(played, alice)[0])
    moderate(game_id=paused.pk, moderator=staff, action="pause", reason="A quarrel.")
    moderate(game_id=void.pk, moderator=staff, action="void", reason="A quarrel.")
    assert entries(alice) == []
    assert "VEVENT" not in ics(alice)["BEGIN"]


@pytest.mark.parametrize("kind", ["deadlines.ics", "turns.atom"])
def test_a_feed_tells_nobody_elses_name_and_no_card_at_all(
    alice: User, bob: User, kind: str
) -> None:
    """Not even one's own: every byte is the same whatever everybody holds."""
    game = cast.running_game([alice, bob], name="Herd")
    cast.pick(game, bob, cast.hand_of(game, bob)[0])
    before = feed(alice, kind).content
    assert b"Alice" in before
    assert b"Bob" not in before
    hide_from(None, game, random.Random(6))
    assert feed(alice, kind).content == before


@pytest.mark.parametrize("kind", ["deadlines.ics", "turns.atom"])
def test_an_empty_feed_is_a_feed(alice: User, kind: str) -> None:
    response = feed(alice, kind)
    assert response.status_code == 200
    assert feed(alice, kind)["ETag"] == response["ETag"]


@pytest.mark.parametrize("kind", ["deadlines.ics", "turns.atom"])
def test_a_reader_that_has_it_gets_304(alice: User, bob: User, kind: str) -> None:
    game = cast.running_game([alice, bob])
    first = feed(alice, kind)
    assert "private" in first["Cache-Control"]
    assert "Cookie" not in first.get("Vary", "")
    same = feed(alice, kind, if_none_match=first["ETag"])
    assert (same.status_code, same.content) == (304, b"")
    assert "private" in same["Cache-Control"]
    cast.pick(game, alice, cast.hand_of(game, alice)[0])
    assert feed(alice, kind, if_none_match=first["ETag"]).status_code == 200


@pytest.mark.parametrize("kind", ["deadlines.ics", "turns.atom"])
def test_new_links_revoke_the_old_ones(alice: User, kind: str) -> None:
    token = reach_of(alice).feed_token
    old = f"/feeds/{token}/{kind}"
    browser = doors.browser(alice)
    assert token in doors.page(browser, PAGE)
    assert browser.post(f"{PAGE}links/").status_code == 303
    response = Client().get(old)
    assert response.status_code == 404
    assert "leads nowhere any more" in response.content.decode()
    text = doors.page(browser, PAGE)
    assert token not in text
    assert reach_of(alice).feed_token in text
    assert feed(alice, kind).status_code == 200


@pytest.mark.parametrize("token", ["x", "%00" * 22, "é" * 22, "a" * 22, "a" * 400, "..", "%2e%2e"])
def test_a_link_of_nobody_leads_nowhere(alice: User, token: str) -> None:
    for kind in ("deadlines.ics", "turns.atom"):
        assert Client().get(f"/feeds/{token}/{kind}").status_code == 404


def test_a_closed_account_has_no_feeds(alice: User) -> None:
    assert feed(alice, "turns.atom").status_code == 200
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert feed(alice, "turns.atom").status_code == 404


@pytest.mark.parametrize("kind", ["deadlines.ics", "turns.atom"])
def test_a_feed_takes_two_queries_however_many_games(
    alice: User, bob: User, kind: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path = f"/feeds/{reach_of(alice).feed_token}/{kind}"
    for number in range(4):
        cast.running_game([alice, bob], name=f"Herd {number}")
    with django_assert_num_queries(2):
        assert Client().get(path).content.count(b"Herd") == 4
    assert Client().post(path).status_code == 405
    assert Client().head(path).status_code == 200


def test_the_page_shows_whole_links(alice: User) -> None:
    text = doors.page(doors.browser(alice), PAGE)
    token = reach_of(alice).feed_token
    assert f'value="{settings.SITE_URL}/feeds/{token}/deadlines.ics"' in text
    assert f'href="webcal://{settings.SITE_URL.partition("://")[2]}/feeds/{token}/' in text


def test_a_deadline_that_slept_in_is_where_the_page_says(alice: User, bob: User) -> None:
    cast.running_game([alice, bob])
    due = Due.objects.get(seat__user=alice)
    browser = doors.browser(alice)
    local = due.at + timedelta(hours=5, minutes=45)
    begin, end = local - timedelta(hours=1), local + timedelta(hours=2)
    sleep = {"sleep_from": f"{begin:%H:%M}", "sleep_until": f"{end:%H:%M}"}
    browser.post("/accounts/time/", {"time_zone": "Asia/Kathmandu", **sleep})
    due.refresh_from_db()
    assert ics(alice)["DTSTART"] == [f"{due.at:%Y%m%dT%H%M%SZ}"]
    assert f"{end:%H:%M} (Asia/Kathmandu)" in doors.page(browser, "/accounts/time/")
