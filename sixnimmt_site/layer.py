"""The channel layer over Valkey, with connections that are waited for instead of refused.

channels_redis opens a connection for whatever happens at once and fails above a hundred: when two
hundred pages come back together after a restart, or a worker sends a burst of hints.
"""

from channels_redis.core import RedisChannelLayer
from redis.asyncio import BlockingConnectionPool

CONNECTIONS = 8  # at most, for each event loop of a process; one waits for hints all the time
PATIENCE = 10  # seconds to wait for a free one


class ChannelLayer(RedisChannelLayer):
    """Hints to open pages. A host is ``{"address": ..., **options of a redis connection}``."""

    def create_pool(self, index: int) -> BlockingConnectionPool:
        """The connections to one host for one event loop."""
        options = dict(self.hosts[index])
        address = options.pop("address")
        bounds = {"max_connections": CONNECTIONS, "timeout": PATIENCE}
        return BlockingConnectionPool.from_url(address, **options, **bounds)
