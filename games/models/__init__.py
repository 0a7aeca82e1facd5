"""What is stored: one idea a file, its constraints in the database."""

from games.models.draft import DraftTake
from games.models.game import Game
from games.models.hand import Hand
from games.models.job import JobRun
from games.models.moderation import ModerationEntry
from games.models.pick import Pick
from games.models.round import Round
from games.models.salt import Salt
from games.models.seat import Seat
from games.models.turn import Turn

__all__ = [
    "DraftTake",
    "Game",
    "Hand",
    "JobRun",
    "ModerationEntry",
    "Pick",
    "Round",
    "Salt",
    "Seat",
    "Turn",
]
