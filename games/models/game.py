"""A game: its table, its rules, where it stands."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine import ENGINE_VERSION, Options

MIN_SEATS, MAX_SEATS = 2, 10
MIN_TARGET, MAX_TARGET = 10, 500
MAX_ROUNDS = 50
MINUTE, HOUR, DAY = 60, 3600, 86_400
PACES = (30, MINUTE, 2 * MINUTE, 5 * MINUTE)
DAY_PACES = (HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
DEFAULT_PACE = 2 * DAY
OPEN_FOR = timedelta(days=14)  # an unstarted table expires after this
OPEN_FOR_LIVE = timedelta(hours=2)  # … and one at a live pace after this


def new_invite_token() -> str:
    """An unguessable name for the private invitation link (128 bits)."""
    return secrets.token_urlsafe(16)


class GameQuerySet(models.QuerySet["Game"]):
    def lock(self, pk: int) -> Game:
        """The one lock of a game: row ``pk``, FOR NO KEY UPDATE, taken before any child.

        Raises Game.DoesNotExist.
        """
        return self.select_for_update(no_key=True).get(pk=pk)

    def public(self) -> GameQuerySet:
        return self.filter(visibility=Game.Visibility.PUBLIC)

    def seating(self, user_id: int | None) -> GameQuerySet:
        """Games in which this person holds a seat."""
        return self.filter(seats__user_id=user_id)


class Game(models.Model):
    class State(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        VOID = "void", _("void")

    CALLED_OFF = (State.CANCELLED, State.VOID)  # it has no winner, nobody stands anywhere

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everybody finds it in the list")
        PRIVATE = "private", _("only people with the link")

    class End(models.TextChoices):
        EXCEEDS = "exceeds", _("more than the target")
        REACHES = "reaches", _("the target or more")
        ROUNDS = "rounds", _("a fixed number of rounds")

    class Deck(models.TextChoices):
        FULL = "full", _("all 104 cards")
        TIGHT = "tight", _("only as many cards as are dealt")

    class Deal(models.TextChoices):
        SHUFFLED = "shuffled", _("a full shuffle every round")
        STOCK = "stock", _("from the cards not dealt yet")
        DRAFT = "draft", _("players take their cards in turn")

    class PlacementRule(models.TextChoices):
        RIGHT = "right", _("at the right end")
        BOTH = "both", _("at either end")

    class OnLeave(models.TextChoices):
        OFFER = "offer", _("is offered to anybody")
        BOT = "bot", _("is played on by a bot")

    # What everybody who sits down agrees to, and a rematch keeps.
    AGREED = (
        "name",
        "pace_seconds",
        "end",
        "target",
        "rounds_wanted",
        "deck",
        "deal",
        "placement",
        "hints",
        "vacations",
        "on_leave",
    )

    name = models.CharField(_("name"), max_length=40)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="created_games"
    )
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    invite_token = models.CharField(max_length=32, unique=True, default=new_invite_token)
    seats_wanted = models.PositiveSmallIntegerField(default=4)
    pace_seconds = models.PositiveIntegerField(default=DEFAULT_PACE)

    end = models.CharField(max_length=8, choices=End, default=End.EXCEEDS)
    target = models.PositiveSmallIntegerField(default=66)
    rounds_wanted = models.PositiveSmallIntegerField(default=1)
    deck = models.CharField(max_length=5, choices=Deck, default=Deck.FULL)
    deal = models.CharField(max_length=8, choices=Deal, default=Deal.SHUFFLED)
    placement = models.CharField(max_length=5, choices=PlacementRule, default=PlacementRule.RIGHT)
    hints = models.BooleanField(default=False)

    vacations = models.BooleanField(default=True)  # day-paced: wait for people on vacation
    on_leave = models.CharField(max_length=5, choices=OnLeave, default=OnLeave.OFFER)

    version = models.PositiveIntegerField(default=1)
    engine_version = models.PositiveSmallIntegerField(default=ENGINE_VERSION)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch"
    )

    removed = models.ManyToManyField(  # by the creator before the start: they sit here no more
        settings.AUTH_USER_MODEL, blank=True, related_name="+"
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(
                fields=("visibility", "state", "-created_at"),
                name="game_lobby",
            ),
            models.Index(fields=("expires_at",), condition=Q(state="open"), name="game_expiring"),
        )
        constraints = (
            models.CheckConstraint(
                name="game_state_known",
                condition=Q(state__in=["open", "running", "finished", "cancelled", "void"]),
            ),
            models.CheckConstraint(
                name="game_seats_wanted_in_range",
                condition=Q(seats_wanted__gte=MIN_SEATS, seats_wanted__lte=MAX_SEATS),
            ),
            models.CheckConstraint(
                name="game_target_in_range",
                condition=Q(target__gte=MIN_TARGET, target__lte=MAX_TARGET),
            ),
            models.CheckConstraint(
                name="game_rounds_in_range",
                condition=Q(rounds_wanted__gte=1, rounds_wanted__lte=MAX_ROUNDS),
            ),
            models.CheckConstraint(
                name="game_draft_is_tight", condition=~Q(deal="draft") | Q(deck="tight")
            ),
            models.CheckConstraint(
                name="game_rules_known",
                condition=Q(
                    end__in=["exceeds", "reaches", "rounds"],
                    deck__in=["full", "tight"],
                    deal__in=["shuffled", "stock", "draft"],
                    placement__in=["right", "both"],
                ),
            ),
            models.CheckConstraint(
                name="game_started_has_time",
                condition=Q(state__in=["open", "cancelled"]) | Q(started_at__isnull=False),
            ),
            models.CheckConstraint(
                name="game_paused_only_running",
                condition=Q(paused_at__isnull=True) | Q(state="running"),
            ),
            models.CheckConstraint(
                name="game_not_its_own_rematch",
                condition=Q(rematch_of__isnull=True) | ~Q(rematch_of=F("id")),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} (#{self.pk})"

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.pk])

    @property
    def options(self) -> Options:
        """The game's rules as the engine's value object."""
        return Options(
            end=self.end,  # type: ignore[arg-type]
            target=self.target,
            rounds=self.rounds_wanted,
            deck=self.deck,  # type: ignore[arg-type]
            deal=self.deal,  # type: ignore[arg-type]
            placement=self.placement,  # type: ignore[arg-type]
            hints=self.hints,
        )

    @property
    def is_live(self) -> bool:
        """Live pace: people sit at the table together (under an hour a pick)."""
        return self.pace_seconds < HOUR

    @property
    def pace(self) -> timedelta:
        return timedelta(seconds=self.pace_seconds)

    @property
    def is_under_way(self) -> bool:
        """Moves are taken now: running and not paused."""
        return self.state == self.State.RUNNING and self.paused_at is None
