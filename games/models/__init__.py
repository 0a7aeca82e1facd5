"""What is stored: one idea a file, its constraints in the database."""

from games.models.draft import DraftTake
from games.models.due import Due
from games.models.extension import ExtensionVote
from games.models.game import Game
from games.models.hand import Hand
from games.models.job import JobRun
from games.models.moderation import ModerationEntry
from games.models.notification import Delivery, Notification
from games.models.outage import Outage
from games.models.pick import Pick
from games.models.queued_pick import QueuedPick
from games.models.reach import GameMute, Preference, PushDevice, Reach, Webhook
from games.models.round import Round
from games.models.salt import Salt
from games.models.seat import Seat
from games.models.tenure import Tenure
from games.models.turn import Turn
from games.models.vacation import Vacation

__all__ = [
    "Delivery",
    "DraftTake",
    "Due",
    "ExtensionVote",
    "Game",
    "GameMute",
    "Hand",
    "JobRun",
    "ModerationEntry",
    "Notification",
    "Outage",
    "Pick",
    "Preference",
    "PushDevice",
    "QueuedPick",
    "Reach",
    "Round",
    "Salt",
    "Seat",
    "Tenure",
    "Turn",
    "Vacation",
    "Webhook",
]
