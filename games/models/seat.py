"""A seat at a table: a person's or a bot's."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Seat(models.Model):
    class Bot(models.TextChoices):
        NONE = "", _("a person")
        SIMPLE = "simple", _("simple bot")
        COUNTER = "counter", _("counting bot")

    class RowRule(models.TextChoices):
        ASK = "ask", _("ask me")
        CHEAPEST = "cheapest", _("take the cheapest row")
        AT_MOST = "at_most", _("the cheapest if it costs no more than …, else ask me")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(max_length=8, choices=Bot, blank=True, default="")
    joined_at = models.DateTimeField(default=timezone.now)
    total = models.PositiveIntegerField(default=0)  # bullheads of the finished rounds
    rank = models.PositiveSmallIntegerField(null=True, blank=True)  # set when the game ends
    misses = models.PositiveSmallIntegerField(default=0)  # deadlines missed in a row
    has_acted = models.BooleanField(default=False)  # done anything in the game: no no-show
    offered_at = models.DateTimeField(null=True, blank=True)  # since when anybody may take it
    row_rule = models.CharField(max_length=8, choices=RowRule, default=RowRule.ASK)
    row_limit = models.PositiveSmallIntegerField(null=True, blank=True)  # bullheads, of AT_MOST

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("game", "number"),
                name="seat_number_once_a_game",
            ),
            models.UniqueConstraint(
                fields=("game", "user"),
                name="seat_one_a_user_and_game",
            ),
            models.CheckConstraint(
                name="seat_number_in_range", condition=Q(number__gte=0, number__lte=9)
            ),
            models.CheckConstraint(
                name="seat_is_person_or_bot",
                condition=Q(user__isnull=False, bot="")
                | Q(user__isnull=True, bot__in=["simple", "counter"]),
            ),
            models.CheckConstraint(
                name="seat_row_limit_of_its_rule",
                condition=Q(row_rule="at_most", row_limit__isnull=False)
                | (~Q(row_rule="at_most") & Q(row_limit=None)),
            ),
            models.CheckConstraint(
                name="seat_rank_in_range",
                condition=Q(rank__isnull=True) | Q(rank__gte=1, rank__lte=10),
            ),
        )

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}: {self.name}"

    @property
    def is_away(self) -> bool:
        """The person has missed too much: a stand-in plays at once until they come back."""
        return self.user_id is not None and self.offered_at is not None

    def come_back(self) -> None:
        """Whoever acts is there: nothing counts against them any more."""
        if self.misses or self.offered_at is not None or not self.has_acted:
            self.misses, self.offered_at, self.has_acted = 0, None, True
            self.save(update_fields=["misses", "offered_at", "has_acted"])

    @property
    def name(self) -> str:
        """What everybody calls this seat: the person's name, or the bot's with its seat."""
        if self.user is not None:
            return self.user.username
        return str(BOT_NAMES[self.number])


# One each, so that ten bots at a table are told apart; all are names for cattle.
BOT_NAMES = (
    _("Bot Bessie"),
    _("Bot Clover"),
    _("Bot Daisy"),
    _("Bot Ferdinand"),
    _("Bot Hazel"),
    _("Bot Juniper"),
    _("Bot Maple"),
    _("Bot Olga"),
    _("Bot Rosa"),
    _("Bot Tilda"),
)
