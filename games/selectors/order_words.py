"""Standing orders in words: the same sentences in the panel, in answers and in notifications."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Pick, QueuedPick, Seat

Guard = QueuedPick.Guard
ROWS = range(4)


def guard_text(guard: str, row: int | None) -> str:
    """The condition of a queued card, to follow its number: "unless row 3 is full"."""
    if guard == Guard.ROW_NOT_FULL and row is not None:
        return _("unless row %(row)d is full") % {"row": row + 1}
    return {
        Guard.NOT_SIXTH: _("unless it would be a sixth card"),
        Guard.NOT_LOW: _("unless it fits no row"),
    }.get(Guard(guard), _("in any case"))


def guard_choices() -> list[dict[str, str]]:
    """All conditions as one list of ``value`` (as the form sends it) and ``text``."""
    plain = [Guard.NONE, Guard.NOT_SIXTH, Guard.NOT_LOW]
    return [
        *({"value": str(guard.value), "text": guard_text(guard, None)} for guard in plain),
        *({"value": f"row_{row}", "text": guard_text(Guard.ROW_NOT_FULL, row)} for row in ROWS),
    ]


def guard_value(guard: str, row: int | None) -> str:
    """As the form sends it: the row's condition carries its row."""
    return f"row_{row}" if guard == Guard.ROW_NOT_FULL else guard


def wish_text(wish: str) -> str:
    """The row to take if the queued card fits none, to follow its number: "else take row 3"."""
    if wish == Pick.Wish.RULE:
        return _("else as my rule says")
    if wish == Pick.Wish.ASK:
        return _("else ask me for the row")
    if wish == Pick.Wish.CHEAPEST:
        return _("else take the cheapest row")
    return _("else take row %(row)d") % {"row": int(wish) + 1}


def wish_choices() -> list[dict[str, str]]:
    """All wishes for the row as a list of ``value`` (as the form sends it) and ``text``."""
    return [{"value": wish, "text": wish_text(wish)} for wish in Pick.Wish.values]


def dropped_text(guard: str, row: int | None) -> str:
    """Why a queue was dropped."""
    if guard == Guard.ROW_NOT_FULL and row is not None:
        why = _("Row %(row)d is full.") % {"row": row + 1}
    elif guard == Guard.NOT_LOW:
        why = _("The next card would have fitted no row.")
    else:
        why = _("The next card would have been a sixth card.")
    return _("%(why)s So your queue was dropped: choose for yourself.") % {"why": why}


def rule_text(rule: str, limit: int | None) -> str:
    """The person's rule for rows, as a sentence."""
    if rule == Seat.RowRule.CHEAPEST:
        return _("The cheapest row is taken without asking you.")
    if rule == Seat.RowRule.AT_MOST:
        words = ngettext(
            "The cheapest row is taken if it costs at most %(n)d bullhead, else you are asked.",
            "The cheapest row is taken if it costs at most %(n)d bullheads, else you are asked.",
            limit or 0,
        )
        return words % {"n": limit or 0}
    return _("You are asked which row to take.")
