"""The events people are told of, the channels, and what is on by default. Facts live here once."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Channel(models.TextChoices):
    """How a notification leaves the site; the bell inside it always has it."""

    EMAIL = "email", _("e-mail")
    PUSH = "push", _("push")
    WEBHOOK = "webhook", _("webhook")


class Event(models.TextChoices):
    YOUR_TURN = "your_turn", _("Your turn")
    CHOOSE_ROW = "choose_row", _("Choose a row")
    REMINDER = "reminder", _("Little time left")
    ROUND_OVER = "round_over", _("A round is over")
    GAME_OVER = "game_over", _("A game is over")
    INVITED = "invited", _("Invited to a table")
    STARTED = "started", _("A table has started")
    REPLACED = "replaced", _("A seat changes hands")
    ORDER = "order", _("A standing order")
    MODERATION = "moderation", _("A moderator acted")
    HOOK_OFF = "hook_off", _("A webhook was switched off")


# The rest is off by default: (event, channel) pairs that are on.
WANTED_BY_DEFAULT = frozenset(
    {
        (Event.YOUR_TURN, Channel.EMAIL),
        (Event.CHOOSE_ROW, Channel.EMAIL),
        (Event.REMINDER, Channel.EMAIL),
        (Event.GAME_OVER, Channel.EMAIL),
        (Event.INVITED, Channel.EMAIL),
        (Event.STARTED, Channel.EMAIL),
        (Event.REPLACED, Channel.EMAIL),
        (Event.MODERATION, Channel.EMAIL),
        (Event.HOOK_OFF, Channel.EMAIL),
        *(
            (event, channel)
            for event in Event
            for channel in (Channel.PUSH, Channel.WEBHOOK)
            if event not in (Event.ROUND_OVER, Event.ORDER)
        ),
    }
)

# Events that ask for something: dropped when the turn has passed, held back while the person is
# looking at that very game.
ASKING = frozenset({Event.YOUR_TURN, Event.CHOOSE_ROW, Event.REMINDER})

# What a newer question of the same game makes superfluous while it still waits to be sent.
COLLAPSED = ASKING | {Event.STARTED, Event.ROUND_OVER}
