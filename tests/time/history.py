"""One game through a random history: what may happen to it, and what must hold after each step."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta

from accounts.models import User
from games.clock import Calendar
from games.models import Due, Game, Notification, Pick, Seat, Turn
from games.notifications.events import ASKING
from games.selectors.table import table_view
from games.selectors.viewer import Viewer
from games.services.errors import NotThere
from games.services.extending import vote_extension
from games.services.leaving import resign, take_back, take_seat
from games.services.moderating import moderate
from games.services.orders import Order, set_queue, set_row_rule
from games.services.personal_time import set_personal_time
from games.services.picking import choose_row
from games.services.vacations import days_used, end_vacation, plan_vacation
from games.simulation.clock import Clock
from games.watching import idle_games
from tests.games import cast
from tests.time.passing import calendar_of, outage, swept_until

SLACK = timedelta(seconds=1)  # time is stored in whole seconds, rounded in the person's favour
NEVER = datetime(2000, 1, 1, tzinfo=UTC)
TIMES = tuple[int, datetime, datetime]  # of a due: whose, asked when, due when


@dataclass
class History:
    """A game of three; ``waiting`` are people who may take a seat that comes free."""

    clock: Clock
    game: Game
    waiting: list[User]
    herder: User
    changed: dict[int, datetime] = field(default_factory=dict)  # by user id: their own doing
    steps: int = 0

    # --- what may happen ----------------------------------------------------------------------

    def waits(self, hours: float) -> None:
        """Time passes with sweeps: they act for nobody who has time left."""
        begin = self.clock.now
        swept_until(self.clock, begin + timedelta(hours=hours))
        settled = Due.objects.filter(game=self.game, settled_at__gt=begin)
        assert all(due.at <= due.settled_at for due in settled if due.settled_at)

    def is_down(self, hours: float) -> None:
        before = self.left()
        paused = self.game_now().paused_at is not None
        done = outage(self.clock, timedelta(hours=hours, seconds=90))
        assert done["missed"] == sum(left < timedelta(0) for left in before.values()) * (not paused)
        if not paused:
            self.check_left(before)

    def picks(self, number: int, wish: str) -> None:
        user = self.who(number)
        cast.pick(self.game, user, cast.hand_of(self.game, user)[0], wish)

    def chooses(self, row: int) -> None:
        turn = Turn.objects.filter(round__game=self.game, chooser__isnull=False).first()
        choose_row(game_id=self.game.pk, user=self.person(turn.chooser if turn else None), row=row)

    def queues(self, number: int, guard: str) -> None:
        user = self.who(number)
        cards = cast.hand_of(self.game, user)[-2:]
        orders = [Order(card=card, guard=guard) for card in cards]
        set_queue(game_id=self.game.pk, user=user, orders=orders)

    def rules(self, number: int, rule: str) -> None:
        set_row_rule(game_id=self.game.pk, user=self.who(number), rule=rule)

    def is_paused(self, hours: float) -> None:
        moderate(game_id=self.game.pk, moderator=self.herder, action="pause", reason="?")
        before, budgets = self.left(), self.budgets()
        swept_until(self.clock, self.clock.now + timedelta(hours=hours))
        moderate(game_id=self.game.pk, moderator=self.herder, action="resume", reason="!")
        self.check_left(before)
        assert self.budgets() == budgets, "a pause refilled the budget"

    def goes_on_vacation(self, number: int, days: float) -> None:
        user, begin = self.who(number), self.clock.now + timedelta(days=days / 3)
        plan_vacation(user=user, starts_at=begin, ends_at=begin + timedelta(days=days))
        self.changed[user.pk] = self.clock.now

    def comes_back(self, number: int) -> None:
        user = self.who(number)
        ahead = user.vacations.filter(ends_at__gt=self.clock.now).first()
        if ahead is not None:
            end_vacation(user=user, vacation_id=ahead.pk)
            self.changed[user.pk] = self.clock.now

    def travels(self, number: int, zone: str, bed: int, hours: int) -> None:
        user, wake = self.who(number), time((bed + hours) % 24)
        set_personal_time(user=user, time_zone=zone, sleep_from=time(bed), sleep_until=wake)
        self.changed[user.pk] = self.clock.now

    def want_more_time(self) -> None:
        for seat in self.seats():
            if seat.user is not None and not seat.is_away:
                vote_extension(game_id=self.game.pk, user=seat.user)
        moment = self.clock.now + timedelta(microseconds=1)
        self.changed |= {due.seat.user_id: moment for due in self.open() if due.seat.user_id}

    def resigns(self, number: int) -> None:
        user = self.who(number)
        resign(game_id=self.game.pk, user=user)
        assert not Due.objects.filter(game=self.game, seat__user=user, settled_at=None).exists()

    def takes_seat(self) -> None:
        """A newcomer has the whole time, and nothing of what their predecessor wanted."""
        offered = next((seat for seat in self.seats() if seat.offered_at is not None), None)
        if offered is None or not self.waiting:
            raise NotThere("No seat, or nobody.")
        user = self.waiting.pop()
        take_seat(game_id=self.game.pk, user=user, number=offered.number)
        assert not offered.queued.exists()
        if cast.open_turn(self.game).state == Turn.State.PICKING:
            due = Due.objects.get(seat=offered, settled_at=None)
            calendar = calendar_of(self.game, user)
            assert due.at == calendar.due_at(self.clock.now, self.game.pace)

    def takes_seat_back(self, number: int) -> None:
        take_back(game_id=self.game.pk, user=self.who(number))

    # --- what must hold -----------------------------------------------------------------------

    def game_now(self) -> Game:
        return Game.objects.get(pk=self.game.pk)

    def seats(self) -> list[Seat]:
        return list(Seat.objects.filter(game=self.game).select_related("user"))

    def who(self, number: int) -> User:
        """The person on a seat now. Raises NotThere (a bot)."""
        return self.person(self.seats()[number])

    def person(self, seat: Seat | None) -> User:
        if seat is None or seat.user_id is None:
            raise NotThere("Nobody is there.")
        return User.objects.get(pk=seat.user_id)

    def budgets(self) -> list[int]:
        people = [seat.user for seat in self.seats() if seat.user is not None]
        return [days_used(user, self.clock.now.year) for user in people]

    def open(self) -> list[Due]:
        asked = Due.objects.filter(game=self.game, settled_at=None)
        return list(asked.select_related("seat__user"))

    def calendar(self, due: Due) -> Calendar:
        return calendar_of(self.game, self.person(due.seat))

    def times(self) -> dict[int, TIMES]:
        return {due.pk: (due.seat.user_id or 0, due.started_at, due.at) for due in self.open()}

    def left(self) -> dict[int, timedelta]:
        """What each has left, by due; who was asked while asleep has it from waking up on."""
        return {
            due.pk: due.at - max(self.clock.now, self.calendar(due).there_at(due.started_at))
            for due in self.open()
        }

    def check_left(self, before: dict[int, timedelta]) -> None:
        """A stop gave back what was left: to the second where neither sleep nor absence moves it.

        With a vacation in the time that was left, what is left besides it is checked in
        tests/clock.
        """
        for due in self.open():
            left, calendar = before.get(due.pk), self.calendar(due)
            if left is None or left < timedelta(0) or calendar.away:
                continue
            now = max(self.clock.now, calendar.there_at(due.started_at))
            assert due.at >= now + left
            if calendar.there_at(now) < now + left:
                assert due.at - calendar.there_at(now + left) < SLACK

    def check(self, before: dict[int, TIMES], since: datetime) -> None:
        """After a step that began at ``since``, with the times as they were then."""
        for due in self.open():
            self._check_due(due, self.calendar(due))
            whose, started_at, at = before.get(due.pk, (0, NEVER, NEVER))
            if (whose, started_at) == (due.seat.user_id, due.started_at):
                own_doing = self.changed.get(whose, NEVER) >= since
                assert own_doing or due.at >= at, "others have cut somebody's time"
        self._check_pages()
        self._check_seats()
        asked = Notification.objects.filter(game=self.game, event__in=ASKING)
        told = list(asked.values_list("user", "event", "subject"))
        assert len(told) == len(set(told))
        assert all(0 <= used <= 30 for used in self.budgets())
        assert not list(idle_games([self.game.pk]))

    def _check_due(self, due: Due, calendar: Calendar) -> None:
        assert due.at >= due.started_at
        assert calendar.there_at(due.at) == due.at, "due in sleep or absence"
        if due.started_at >= self.changed.get(due.seat.user_id or 0, NEVER):
            assert due.at == calendar.due_at(due.started_at, due.time), "not what was given"
            if calendar == Calendar():
                assert due.at - due.started_at == due.time, "not the hours that elapse"
        if self.game.is_live:
            assert due.remind_at is None
        elif due.remind_at is not None:
            assert due.started_at <= due.remind_at < due.at
            assert calendar.there_at(due.remind_at) == due.remind_at, "reminded in sleep or absence"

    def _check_pages(self) -> None:
        """People see what is stored: their own time, or the last of those who are awaited.

        After each step one person of the table, the next after the next, and every stranger.
        """
        now, asked = self.game_now().paused_at or self.clock.now, self.open()
        self.steps += 1
        for user in (None, self.seats()[self.steps % 3].user):
            mine = [due.at for due in asked if user is not None and due.seat.user_id == user.pk]
            at = max(mine or [due.at for due in asked], default=None)
            view = table_view(self.game.pk, Viewer(user))
            left = None if at is None else max(0, int((at - now).total_seconds()))
            assert (view["deadline"], view["remaining_seconds"]) == (at and at.isoformat(), left)

    def _check_seats(self) -> None:
        """Away is who has missed three times, with no orders left; nobody waits for a bot."""
        for seat in self.seats():
            assert seat.misses < 3 or seat.is_away
            assert not (seat.is_away and seat.queued.exists())
            if seat.user_id is None or seat.is_away:
                assert not seat.dues.filter(settled_at=None).exists()
        if self.game_now().state == Game.State.RUNNING:
            bots = Pick.objects.filter(turn=cast.open_turn(self.game), seat__user=None)
            assert bots.count() == sum(seat.user_id is None for seat in self.seats())
