"""Players made of code. They see the engine's `View` of their seat, and nothing more."""

from games.bots.bot import Bot, NoCards
from games.bots.counter import CounterBot
from games.bots.simple import SimpleBot

LEVELS: dict[str, Bot] = {"simple": SimpleBot(), "counter": CounterBot()}
"""The bots by the name they have in a game."""

__all__ = ["LEVELS", "Bot", "NoCards"]
