"""Sending the daily letters. When they are due, and for whom: games.notifications.digest."""

from __future__ import annotations

import logging
from datetime import date
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.languages import in_language_of
from accounts.local_time import local_words
from accounts.models import User
from games.models import Delivery, Reach
from games.notifications.bounces import mark_bounced
from games.notifications.digest import (
    DIGEST,
    claim_day,
    give_back,
    local_day,
    news_of,
    once_more,
    release,
    settle_ways,
)
from games.notifications.events import ASKING, Channel, Event
from games.notifications.jobs import ran
from games.notifications.letter import ALL, host, made, unsubscribe_url
from games.notifications.mailing import Post, Refused
from games.notifications.sender import LEASE, MAYBE, Down, GiveUp, Retry, Unclear, one_line
from games.notifications.still import still_true
from games.notifications.wishes import Wishes
from games.notifications.words import words
from games.selectors.lists import dashboard

log = logging.getLogger(__name__)
LONGEST_SECONDS = 20
State = Delivery.State


def send_digests() -> int:
    """Send every daily letter that is due now; how many. Safe twice and at the same time."""
    settle_ways()
    _recover()
    post, sent, until = Post(), 0, monotonic() + LONGEST_SECONDS
    try:
        for reach in _readers():
            if monotonic() < until:
                sent += _send_due(reach, post)
    except Down as error:
        log.warning("Daily letters wait: %s", error)
    finally:
        post.close()
    ran("digests")
    return sent


def _readers() -> list[Reach]:
    readers = Reach.objects.filter(digest_at__isnull=False, bounced_at=None, user__is_active=True)
    return list(readers.exclude(user__email="").select_related("user").order_by("pk"))


def _send_due(reach: Reach, post: Post) -> bool:
    """Send one person's letter if it is due; an error of ours in it stops none of the others."""
    try:
        day = local_day(reach, timezone.now())
        return day is not None and _send_day(reach, day, post)
    except Down:
        raise
    except Exception:
        log.exception("The daily letter for user %s cannot be made", reach.user_id)
        return False


def _send_day(reach: Reach, day: date, post: Post) -> bool:
    """Claim and send one person's letter of this day. Raises Down, with the day given back."""
    with transaction.atomic():  # a day that was claimed without its news could not be recovered
        if not claim_day(reach, day):
            return False
        news = _claim_news(reach.user)
    sent = _send_claimed(reach, day, news, post)
    release(reach)
    return sent


def _send_claimed(reach: Reach, day: date, news: list[Delivery], post: Post) -> bool:
    try:
        with in_language_of(reach.user):
            letter = daily_letter(reach.user, day, news)
        if letter is None:
            _settle(news, State.DROPPED, error="Not true any more.")
            return False
        post.send(letter)
    except Unclear as error:
        _unclear(reach, day, news, str(error))
    except GiveUp as error:
        if isinstance(error, Refused) and error.is_dead_address:
            mark_bounced(reach.user, str(error))
        _settle(news, State.FAILED, error=str(error)[:300])
    except Exception as error:
        give_back(reach, day)
        _settle(news, State.WAITING, error=one_line(str(error))[:300])
        if isinstance(error, Down):
            raise
        if not isinstance(error, Retry):
            log.exception("The daily letter for user %s failed", reach.user_id)
    else:
        _settle(news, State.SENT, error="", sent_at=timezone.now())
        return True
    return False


def _claim_news(user: User) -> list[Delivery]:
    """What goes with the letter that is about to leave; what is not true any more is dropped."""
    ids = list(news_of(user).values_list("pk", flat=True))
    mine = Delivery.objects.filter(pk__in=ids, state=State.WAITING)
    mine.update(state=State.SENDING, attempts=F("attempts") + 1, next_at=timezone.now() + LEASE)
    news = Delivery.objects.filter(pk__in=ids, state=State.SENDING)
    loaded = news.select_related("notification__user", "notification__game").order_by("pk")
    wishes = Wishes.about(delivery.notification for delivery in loaded)
    true = []
    for delivery in loaded:
        told = delivery.notification
        if still_true(told) and wishes.wanted(told, Channel.EMAIL):
            true.append(delivery)
        else:
            _settle([delivery], State.DROPPED, error="Not true or not wanted any more.")
    return true


def _settle(news: list[Delivery], state: str, **values: object) -> None:
    """How it went with the letter these went with."""
    going = Delivery.objects.filter(pk__in=[one.pk for one in news], state=State.SENDING)
    going.update(state=state, **values)


def _unclear(reach: Reach, day: date, news: list[Delivery], error: str) -> None:
    """It may have arrived: once more (with the same Message-ID), not a third time.

    Also when nothing but games that were told of before is in it.
    """
    again = [one for one in news if not one.error.startswith(MAYBE)]
    text = f"{MAYBE}{error}"[:300]
    _settle([one for one in news if one not in again], State.FAILED, error=text)
    _settle(again, State.WAITING, error=text)
    if once_more(reach, day):
        give_back(reach, day)


def _recover() -> None:
    """Take up the letters a killed worker was sending."""
    cut_off = Delivery.objects.filter(
        endpoint=DIGEST, state=State.SENDING, next_at__lte=timezone.now()
    )
    by_user: dict[int, list[Delivery]] = {}
    for delivery in cut_off.select_related("notification"):
        by_user.setdefault(delivery.notification.user_id, []).append(delivery)
    begun = Q(user__in=by_user) | Q(digest_lease_until__lte=timezone.now())
    for reach in Reach.objects.filter(begun):
        release(reach)
        day, reach.digest_sent_on = reach.digest_sent_on, None
        if day is not None:
            _unclear(reach, day, by_user.get(reach.user_id, []), "the worker ended while sending.")


def daily_letter(user: User, day: date, news: list[Delivery]) -> EmailMultiAlternatives | None:
    """The letter, or None when nothing waits and nothing has happened."""
    waiting = _waiting(user)
    told = [words(one.notification, user) for one in news if one.notification.event not in ASKING]
    if not waiting and not told:
        return None
    unsubscribe = unsubscribe_url(user, ALL)
    context = {
        "user": user,
        "waiting": waiting,
        "news": told,
        "unsubscribe": unsubscribe,
        "settings_url": settings.SITE_URL + reverse("games:reach"),
        "home_url": settings.SITE_URL + reverse("home"),
        "site": host(),
    }
    subject = _("Your games today")
    if waiting:
        subject = ngettext("%(n)d game waits for you", "%(n)d games wait for you", len(waiting)) % {
            "n": len(waiting)
        }
    letter = made("daily", context, subject, user, unsubscribe)
    root = f"<daily-{user.pk}@{host()}>"
    letter.extra_headers |= {
        "Message-ID": f"<daily-{user.pk}-{day:%Y%m%d}@{host()}>",
        "In-Reply-To": root,
        "References": root,
    }
    return letter


def _waiting(user: User) -> list[dict[str, Any]]:
    """The games that wait for this person, least time left first; muted ones are not told."""
    cards = dashboard(user).waiting
    wishes = Wishes([user.pk], [card["id"] for card in cards])
    return [
        card
        | {
            "address": settings.SITE_URL + card["url"],
            "until": local_words(card["deadline"], user) if card["deadline"] else "",
        }
        for card in cards
        if not wishes.is_muted(user.pk, card["id"])
        and wishes.cell(
            user.pk, Event.CHOOSE_ROW if card["choosing"] else Event.YOUR_TURN, Channel.EMAIL
        )
    ]
