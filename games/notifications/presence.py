"""Who is at a table right now: the page is visible *and* somebody does something there.

An open tab alone says nothing (field report B-03). Kept in the cache for a minute; when the
cache is away nobody counts as present, so that a nudge comes rather than not.
"""

from __future__ import annotations

import logging

from django.core.cache import cache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
PRESENT_SECONDS = 60


def _key(user_id: int, game_id: int) -> str:
    return f"present.{user_id}.{game_id}"


def seen(user_id: int, game_id: int) -> None:
    """A visible page of this game says that its person has just done something there."""
    try:
        cache.set(_key(user_id, game_id), True, PRESENT_SECONDS)
    except RedisError as error:
        log.warning("Presence was not noted: %r", error)


def is_present(user_id: int, game_id: int) -> bool:
    """Whether the person has been active at this game's page within the last minute."""
    try:
        return cache.get(_key(user_id, game_id)) is not None
    except RedisError as error:
        log.warning("Presence is not known: %r", error)
        return False
