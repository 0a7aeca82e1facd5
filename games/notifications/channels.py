"""The channels by which notifications leave the site. Facts live here once."""

from __future__ import annotations

from games.notifications.events import Channel
from games.notifications.letters import Letters
from games.notifications.push import Pushes
from games.notifications.sender import Sender
from games.notifications.webhooks import Webhooks

CHANNELS: dict[Channel, Sender] = {
    Channel.EMAIL: Letters(),
    Channel.PUSH: Pushes(),
    Channel.WEBHOOK: Webhooks(),
}
