"""Rules, paces and steps of a turn in words: the same sentences on every page and in mails."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.models.game import DAY, HOUR, MINUTE


def pace_text(seconds: int) -> str:
    """How long a pick may take, e.g. "2 days a pick"."""
    if seconds % DAY == 0:
        days = seconds // DAY
        return ngettext("%(n)d day a pick", "%(n)d days a pick", days) % {"n": days}
    if seconds % HOUR == 0:
        hours = seconds // HOUR
        return ngettext("%(n)d hour a pick", "%(n)d hours a pick", hours) % {"n": hours}
    if seconds % MINUTE == 0:
        minutes = seconds // MINUTE
        return ngettext("%(n)d minute a pick", "%(n)d minutes a pick", minutes) % {"n": minutes}
    return _("%(n)d seconds a pick") % {"n": seconds}


def end_text(game: Game) -> str:
    """When the game ends."""
    if game.end == Game.End.ROUNDS:
        return ngettext("%(n)d round", "%(n)d rounds", game.rounds_wanted) % {
            "n": game.rounds_wanted
        }
    if game.end == Game.End.REACHES:
        return _("Until somebody has %(n)d bullheads or more") % {"n": game.target}
    return _("Until somebody has more than %(n)d bullheads") % {"n": game.target}


def rules_text(game: Game) -> list[str]:
    """The game's options as words, the end first, then what differs from the classic game."""
    return [end_text(game), *_variant_texts(game), *_absence_texts(game)]


def unusual_text(game: Game) -> list[str]:
    """What made a game differ from the classic one with 66 bullheads; empty for that one."""
    classic = game.end == Game.End.EXCEEDS and game.target == Game._meta.get_field("target").default
    return [*([] if classic else [end_text(game)]), *_variant_texts(game)]


def _variant_texts(game: Game) -> list[str]:
    texts = []
    if game.deal == Game.Deal.DRAFT:
        texts.append(_("Logic: the cards lie open and are taken in turn"))
    elif game.deck == Game.Deck.TIGHT:
        texts.append(_("Tactics: only cards that are dealt, 1 to 10 × players + 4"))
    if game.deal == Game.Deal.STOCK:
        texts.append(_("Stock: the next deal comes from the cards left over"))
    if game.placement == Game.PlacementRule.BOTH:
        texts.append(_("Two-sided: cards also go to the left of a row"))
    if game.hints:
        texts.append(_("Learning table: the page shows where a card would go"))
    return texts


def _absence_texts(game: Game) -> list[str]:
    """What happens when somebody is not there; live games know no vacations."""
    left = {
        Game.OnLeave.OFFER: _("A seat that is left is offered to anybody"),
        Game.OnLeave.BOT: _("A seat that is left is played on by a bot"),
    }[Game.OnLeave(game.on_leave)]
    if game.is_live:
        return [left]
    waits = _("Waits for people on vacation") if game.vacations else _("Vacations do not count")
    return [waits, left]


def step_text(step: dict[str, object], name: str, bullheads: int) -> str:
    """One placement as a sentence; ``name`` plays the card, ``bullheads`` are those taken."""
    words = {
        "name": name,
        "card": step["card"],
        "row": int(str(step["row"])) + 1,
        "bulls": ngettext("%(n)d bullhead", "%(n)d bullheads", bullheads) % {"n": bullheads},
    }
    if step["why"] == "sixth":
        return _("%(card)s is the sixth card of row %(row)s: %(name)s takes %(bulls)s.") % words
    if step["why"] == "low":
        return _("%(card)s fits no row: %(name)s takes row %(row)s with %(bulls)s.") % words
    if step["side"] == "left":
        return _("%(name)s's %(card)s goes to the left of row %(row)s.") % words
    return _("%(name)s's %(card)s goes to row %(row)s.") % words


def by_text(step: dict[str, object], *, yours: bool) -> str:
    """Who decided, when it was not the person: "" for the player's own moves.

    ``yours``: the viewer's own card, or the card they had left to a standing order.
    """
    by, row_by = step["by"], step.get("row_by")
    played = {
        "standin": _("played by a stand-in"),
        "order": _("your order played %(card)s") % step if yours else _("by standing order"),
    }.get(str(by), "")
    row = {
        "standin": _("row chosen by a stand-in"),
        "order": _("row by your rule") if yours else _("row by standing order"),
    }.get(str(row_by), "")
    return ", ".join(text for text in (played, row if row_by != by else "") if text)


def taken_text(by: str, cards: str, *, yours: bool) -> str:
    """How cards of a draft were taken when nobody pressed for them; "" for the player's own."""
    words = {
        "standin": _("by a stand-in: %(cards)s"),
        "order": _("by your wish list: %(cards)s") if yours else _("by a wish list: %(cards)s"),
    }.get(by, "")
    return words % {"cards": cards} if words else ""


def names_text(names: list[str]) -> str:
    """ "Bob", "Bob and Mira", "Bob, Mira and Charlie"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}
