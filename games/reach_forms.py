"""Forms of how and when somebody is reached: the matrix and its hours, vacations."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Reach
from games.notifications.events import Channel, Event
from games.selectors.preferences import cell_name
from games.services.reaching import CELLS, Cell

AT_ONCE = "at once"
CELL_OF = {cell_name(event, channel): (event, channel) for event, channel in CELLS}
TIME_INPUT = forms.TimeInput(format="%H:%M", attrs={"type": "time"})

# What each event means, where its name does not say it all.
ABOUT: dict[Event, Promise] = {
    Event.YOUR_TURN: _("Pick a card, or take one in a draft."),
    Event.CHOOSE_ROW: _("Your card fits no row."),
    Event.REMINDER: _("A fifth of your time is left."),
    Event.STARTED: _("It is full, the cards are dealt."),
    Event.REPLACED: _("Somebody is away, has left or took a seat."),
    Event.ORDER: _("A card or row you had ordered was played, or the order ended."),
    Event.MODERATION: _("A game was paused, resumed, cancelled or voided."),
    Event.HOOK_OFF: _("One of yours failed for a day, or is gone."),
}


class ReachForm(forms.Form):
    """Which event by which channel, when not, and when letters come."""

    wanted = forms.MultipleChoiceField(required=False, choices=[(name, name) for name in CELL_OF])
    quiet_from = forms.TimeField(label=_("Quiet from"), required=False, widget=TIME_INPUT)
    quiet_until = forms.TimeField(label=_("until"), required=False, widget=TIME_INPUT)
    digest_at = forms.ChoiceField(label=_("Letters come"))

    def __init__(
        self, *args: Any, reach: Reach, on: frozenset[Cell] = frozenset(), **kw: Any
    ) -> None:
        kw["initial"] = {
            "wanted": [cell_name(*cell) for cell in on],
            "quiet_from": reach.quiet_from,
            "quiet_until": reach.quiet_until,
            "digest_at": f"{reach.digest_at:%H:%M}" if reach.digest_at else AT_ONCE,
        }
        super().__init__(*args, **kw)
        field = self.fields["digest_at"]
        assert isinstance(field, forms.ChoiceField)
        hours = sorted({time(hour) for hour in range(24)} | {reach.digest_at or time(0)})
        field.choices = [
            (AT_ONCE, _("at once, one for each thing")),
            *((f"{at:%H:%M}", _("in one letter a day, at %s") % f"{at:%H:%M}") for at in hours),
        ]

    def clean_wanted(self) -> set[Cell]:
        return {CELL_OF[name] for name in self.cleaned_data["wanted"]}

    def clean_digest_at(self) -> time | None:
        text = self.cleaned_data["digest_at"]
        return None if text == AT_ONCE else time.fromisoformat(text)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The matrix: a row an event, a cell a channel."""
        on = set(self["wanted"].value() or ())
        for event in Event:
            names = [(channel, cell_name(event, channel)) for channel in Channel]
            yield {
                "event": event,
                "about": ABOUT.get(event, ""),
                "cells": [{"channel": c, "value": name, "on": name in on} for c, name in names],
            }


class VacationForm(forms.Form):
    """From and until when, in the person's own time zone (the active one)."""

    starts_at = forms.DateTimeField(label=_("From"))
    ends_at = forms.DateTimeField(label=_("Until"))

    def __init__(self, *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        for field in self.fields.values():
            field.widget = forms.DateTimeInput(
                format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}
            )
            field.error_messages["required"] = _("Give a day and an hour.")
            field.error_messages["invalid"] = _("Give a day and an hour, like 2026-08-01 18:00.")
