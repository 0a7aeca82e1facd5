"""Games in Django's admin: to look and to moderate, never to see a hidden card.

Hands, picks, seeds and stocks of rounds are not registered or not shown at all, so no list,
search, filter or export can reach them. Everything is read-only but for a few actions.
"""

from games.admin import endpoints, notifications, tables

__all__ = ["endpoints", "notifications", "tables"]
