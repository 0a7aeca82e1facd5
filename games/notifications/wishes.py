"""What somebody wants to be told, by which channel, and when not: the settings, read for many."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time
from zoneinfo import ZoneInfo

from accounts.models import User
from games.clock import Sleep
from games.models import GameMute, Notification, Preference, Reach
from games.notifications.events import WANTED_BY_DEFAULT, Channel, Event

LOOKS = 4  # sleep may end in the quiet hours and the other way round; no endless chase


class Wishes:
    """The wishes of these people about these games: three queries, however many they are."""

    def __init__(self, user_ids: Iterable[int], game_ids: Iterable[int | None]) -> None:
        users, games = set(user_ids), {pk for pk in game_ids if pk is not None}
        preferences = Preference.objects.filter(user__in=users)
        self._cells = {
            (user, event, channel): wanted
            for user, event, channel, wanted in preferences.values_list(
                "user", "event", "channel", "wanted"
            )
        }
        mutes = GameMute.objects.filter(user__in=users, game__in=games)
        self._muted = set(mutes.values_list("user", "game"))
        self._reaches = {reach.user_id: reach for reach in Reach.objects.filter(user__in=users)}

    @classmethod
    def about(cls, notifications: Iterable[Notification]) -> Wishes:
        """The wishes of the people of these notifications."""
        told = list(notifications)
        return cls({one.user_id for one in told}, {one.game_id for one in told})

    def wanted(self, notification: Notification, channel: Channel) -> bool:
        """Whether the matrix has this cell on and the game is not muted."""
        if self.is_muted(notification.user_id, notification.game_id):
            return False
        return self.cell(notification.user_id, Event(notification.event), channel)

    def is_muted(self, user_id: int, game_id: int | None) -> bool:
        """Whether the person wants to hear nothing of this game outside the site."""
        return (user_id, game_id) in self._muted

    def cell(self, user_id: int, event: Event, channel: Channel) -> bool:
        """A cell of the person's matrix event × channel."""
        default = (event, channel) in WANTED_BY_DEFAULT
        return self._cells.get((user_id, event, channel), default)

    def digest_at(self, user_id: int) -> time | None:
        """The local hour of the person's daily letter; None: letters come at once."""
        reach = self._reaches.get(user_id)
        return reach.digest_at if reach else None

    def awake_at(self, user: User, now: datetime) -> datetime:
        """``now``, or the end of the quiet hours and the sleep it falls into."""
        return awake_at(user, self._reaches.get(user.pk), now)


def awake_at(user: User, reach: Reach | None, now: datetime) -> datetime:
    """The same for one person whose reach is loaded; no query."""
    spans = [span for span in (_quiet(user, reach), user.sleep) if span is not None]
    moment = now
    for _look in range(LOOKS):
        for span in spans:
            moment = span.after(moment)
        if not any(span.holds(moment) for span in spans):
            break
    return moment


def _quiet(user: User, reach: Reach | None) -> Sleep | None:
    if reach is None or reach.quiet_from is None or reach.quiet_until is None:
        return None
    return Sleep(reach.quiet_from, reach.quiet_until, ZoneInfo(user.time_zone))
