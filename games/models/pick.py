"""A pick: one card of one seat in one turn, face down until the reveal."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Pick(models.Model):
    """``wish`` says which row to take if it comes to that: 0..3, the cheapest, or ask then.
    Where it says nothing, the person's rule for the game does (Seat.row_rule).

    ``row_choice`` (0..3) is what was taken in the end; ``choice_by`` by whom it was decided.
    """

    class Wish(models.TextChoices):
        RULE = "rule", _("as my rule for this game says")
        ASK = "ask", _("ask me then")
        CHEAPEST = "cheapest", _("the cheapest row")
        ROW_1 = "0", _("row 1")
        ROW_2 = "1", _("row 2")
        ROW_3 = "2", _("row 3")
        ROW_4 = "3", _("row 4")

    class By(models.TextChoices):
        PLAYER = "player", _("the player")
        ORDER = "order", _("the player's standing order")
        STANDIN = "standin", _("a stand-in")
        BOT = "bot", _("the bot")

    turn = models.ForeignKey("games.Turn", models.CASCADE, related_name="picks")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="picks")
    card = models.PositiveSmallIntegerField()
    wish = models.CharField(max_length=8, choices=Wish, default=Wish.RULE)
    by = models.CharField(max_length=7, choices=By, default=By.PLAYER)
    row_choice = models.PositiveSmallIntegerField(null=True, blank=True)
    choice_by = models.CharField(max_length=7, choices=By, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("turn", "seat"),
                name="pick_one_a_seat_and_turn",
            ),
            models.UniqueConstraint(
                fields=("turn", "card"),
                name="pick_card_once_a_turn",
            ),
            models.CheckConstraint(
                name="pick_card_in_range", condition=Q(card__gte=1, card__lte=104)
            ),
            models.CheckConstraint(
                name="pick_row_in_range",
                condition=Q(row_choice__isnull=True) | Q(row_choice__gte=0, row_choice__lte=3),
            ),
            models.CheckConstraint(
                name="pick_wish_known", condition=Q(wish__in=["rule", "ask", "cheapest", *"0123"])
            ),
        )

    def __str__(self) -> str:
        return f"pick of seat {self.seat_id} in turn {self.turn_id}"  # never the card
