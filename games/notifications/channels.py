"""The channels by which notifications leave the site. Facts live here once."""

from __future__ import annotations

from games.notifications.events import Channel
from games.notifications.letters import Letters
from games.notifications.sender import Sender

CHANNELS: dict[Channel, Sender] = {
    Channel.EMAIL: Letters(),
}
