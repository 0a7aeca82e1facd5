"""What people may fill in about a game."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat
from games.models.game import (
    DAY_PACES,
    DEFAULT_PACE,
    MAX_ROUNDS,
    MAX_SEATS,
    MAX_TARGET,
    MIN_SEATS,
    MIN_TARGET,
    PACES,
)
from games.selectors.words import pace_text


def pace_choices() -> list[tuple[str, list[tuple[int, str]]]]:
    """Paces in two groups, as words."""
    return [
        (str(_("over days")), [(seconds, pace_text(seconds)) for seconds in DAY_PACES]),
        (str(_("live")), [(seconds, pace_text(seconds)) for seconds in PACES]),
    ]


class NewGameForm(forms.ModelForm):
    """A new table, with every option of rules.md."""

    pace_seconds = forms.TypedChoiceField(
        label=_("Pace"), coerce=int, initial=DEFAULT_PACE, choices=pace_choices
    )
    seats_wanted = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        initial=4,
        choices=[(n, str(n)) for n in range(MIN_SEATS, MAX_SEATS + 1)],
        widget=forms.RadioSelect,
        help_text=_("The game starts by itself when all are taken. You can start it earlier."),
    )
    fill_with = forms.ChoiceField(
        label=_("The other seats"),
        required=False,
        choices=[
            ("", _("wait for people")),
            (Seat.Bot.SIMPLE, _("simple bots")),
            (Seat.Bot.COUNTER, _("counting bots")),
        ],
        widget=forms.RadioSelect,
    )
    target = forms.IntegerField(
        label=_("Target"),
        min_value=MIN_TARGET,
        max_value=MAX_TARGET,
        initial=66,
        required=False,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), _("Choose a whole number from 10 to 500.")
        ),
    )
    rounds_wanted = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MAX_ROUNDS,
        initial=1,
        required=False,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), _("Choose a whole number from 1 to 50.")
        ),
    )

    on_leave = forms.ChoiceField(
        label=_("When somebody leaves or stays away"),
        required=False,
        initial=Game.OnLeave.OFFER,
        choices=[
            (Game.OnLeave.OFFER, _("the seat is free for anybody")),
            (Game.OnLeave.BOT, _("a bot plays on for them")),
        ],
        widget=forms.RadioSelect,
    )
    vacations = forms.ChoiceField(
        label=_("When somebody is on vacation"),
        required=False,
        initial="True",
        choices=[("True", _("the game waits for them")), ("False", _("the time goes on"))],
        widget=forms.RadioSelect,
    )

    class Meta:
        model = Game
        fields = ("visibility", "seats_wanted", *Game.AGREED)
        widgets = dict.fromkeys(
            ("visibility", "end", "deck", "deal", "placement"), forms.RadioSelect
        )
        labels = {
            "visibility": _("Who may join"),
            "end": _("The game ends after the round in which somebody has"),
            "deck": _("Cards in use"),
            "deal": _("Where the cards come from"),
            "placement": _("Where a card may go"),
            "hints": _("Learning table"),
        }

    def clean_name(self) -> str:
        """One line of visible text."""
        name = " ".join(str(self.cleaned_data["name"]).split())
        if not name or not name.isprintable():
            raise forms.ValidationError(_("Give the table a name of letters one can read."))
        return name

    def clean(self) -> dict[str, Any]:
        """A missing number has its default; a draft implies the tight deck."""
        data = super().clean() or {}
        data["target"] = data.get("target") or 66
        data["rounds_wanted"] = data.get("rounds_wanted") or 1
        data["vacations"] = data.get("vacations") != "False"
        data["on_leave"] = data.get("on_leave") or Game.OnLeave.OFFER
        if data.get("deal") == Game.Deal.DRAFT:
            data["deck"] = Game.Deck.TIGHT
        return data


class LobbyFilter(forms.Form):
    """What to show in the list of public tables."""

    pace = forms.ChoiceField(
        label=_("Pace"),
        required=False,
        choices=[("", _("any pace")), ("live", _("live")), ("days", _("over days"))],
    )
    state = forms.ChoiceField(
        label=_("Tables"),
        required=False,
        choices=[
            ("", _("with free seats")),
            ("offer", _("with a seat to take over")),
            ("running", _("being played")),
            ("finished", _("finished")),
        ],
    )
    rules = forms.ChoiceField(
        label=_("Rules"),
        required=False,
        choices=[
            ("", _("any rules")),
            ("classic", _("classic")),
            ("tight", _("Tactics")),
            ("draft", _("Logic")),
            ("both", _("two-sided")),
            ("hints", _("learning table")),
        ],
    )
    players = forms.TypedChoiceField(
        label=_("Seats"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("any number"))] + [(n, str(n)) for n in range(MIN_SEATS, MAX_SEATS + 1)],
    )
