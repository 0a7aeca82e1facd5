"""What happens besides playing: travels, vacations, pauses, an outage, people who come and go."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from accounts.models import User
from games.models import Due, Game, Seat
from games.services.errors import Refusal
from games.services.extending import vote_extension
from games.services.leaving import resign
from games.services.moderating import moderate
from games.services.vacations import end_vacation, plan_vacation
from games.simulation import acts, tables
from games.simulation.people import Habit, Person, travels
from games.simulation.week import Act, Week

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def write(week: Week, plans: list[tables.Plan], days: float) -> None:
    """Put all that will happen in these days into the week's events."""
    for plan in plans:
        week.tables_to_come += 1
        week.after(plan.after, "tables opened", partial(_open, week, plan))
    for person in week.people:
        _life(week, person, days)
    herder = User.objects.create_user("Herder", "herder@example.org", is_superuser=True)
    for _pause in range(max(1, len(plans) // 12)):
        week.after(days * DAY * week.rng.random(), "pauses", partial(_pause_one, week, herder))
    week.after(days * DAY * 0.5, "outages", partial(_outage, week))
    for _vote in range(max(2, len(plans) // 8)):
        week.after(days * DAY * week.rng.random(), "wishes for time", partial(_more_time, week))


def _open(week: Week, plan: tables.Plan) -> None:
    week.tables_to_come -= 1
    game = tables.opened(plan)
    week.after(tables.SOON, "tables joined", partial(tables.joined, game, plan))


def _life(week: Week, person: Person, days: float) -> None:
    rng, span = week.rng, days * DAY
    story: dict[Habit, list[tuple[float, str, Act]]] = {
        Habit.TRAVELLER: [
            (part, "travels", partial(travels, person, rng)) for part in (0.2, 0.5, 0.8)
        ],
        Habit.HOLIDAY: [(0.2, "vacations planned", partial(_vacation, week, person, days))],
        Habit.VANISHES: [(0.2 + 0.3 * rng.random(), "disappeared", partial(_go, person))],
        Habit.RETURNS: [
            (0.25, "disappeared", partial(_go, person)),
            (0.5 + 0.2 * rng.random(), "came back", partial(_return, week, person)),
        ],
        Habit.RESIGNS: [
            (part, "resigned", partial(_resign, week, person)) for part in (0.3, 0.5, 0.7)
        ],
        Habit.HUNTER: [
            (number / 40, "seats looked for", partial(_hunt, week, person))
            for number in range(4, 120)
        ],
    }
    for part, name, act in story.get(person.habit, []):
        week.after(part * span, name, act)


def _go(person: Person) -> None:
    person.gone = True


def _return(week: Week, person: Person) -> None:
    person.gone = False
    week.tally["seats taken back"] += acts.come_back(person, week.rng)
    week.forget(person)


def _vacation(week: Week, person: Person, days: float) -> None:
    begin = week.clock.now + 6 * HOUR
    length = days * DAY * (0.3 + 0.4 * week.rng.random())
    vacation = plan_vacation(user=person.user, starts_at=begin, ends_at=begin + length)
    if week.rng.random() < 0.5:
        early = partial(end_vacation, user=person.user, vacation_id=vacation.pk)
        week.after(6 * HOUR + length * 0.6, "vacations ended early", early)


def _resign(week: Week, person: Person) -> None:
    seats = Seat.objects.filter(user=person.user, game__state=Game.State.RUNNING)
    seat = seats.filter(game__paused_at=None).order_by("pk").first()
    if seat is None:
        week.tally["resigned"] -= 1
        return
    resign(game_id=seat.game_id, user=person.user)


def _hunt(week: Week, person: Person) -> None:
    calendar = person.calendar()
    if calendar.there_at(week.clock.now) > week.clock.now:
        return
    seat = acts.offered_seat(person, week.rng)
    if seat is not None:
        acts.take(person, seat)
        week.tally["seats taken by somebody else"] += 1


def _pause_one(week: Week, herder: User) -> None:
    games = Game.objects.filter(state=Game.State.RUNNING, paused_at=None).order_by("pk")
    if not games:
        return
    game = week.rng.choice(list(games))
    moderate(game_id=game.pk, moderator=herder, action="pause", reason="A look at it")
    back = partial(
        moderate, game_id=game.pk, moderator=herder, action="resume", reason="All is well"
    )
    week.after(HOUR * week.rng.randrange(2, 40), "resumed", lambda: void(back))


def void(act: partial[Game]) -> None:
    """Do it, whatever it answers."""
    act()


def _outage(week: Week) -> None:
    """Nothing runs for three hours; then the first sweep moves all deadlines."""
    week.worker.come_back()
    week.worker.beat()
    week.worker.settle()
    open_before = list(Due.objects.filter(settled_at=None).values_list("pk", flat=True))
    since = week.clock.now
    week.clock.go_to(since + 3 * HOUR)
    week.worker.back_after(since)
    week.worker.settle()
    kept = Due.objects.filter(pk__in=open_before, settled_at=None).count()
    week.tally["deadlines kept in an outage"] += kept
    week.tally["deadlines lost in an outage"] += len(open_before) - kept


def _more_time(week: Week) -> None:
    dues = Due.objects.filter(settled_at=None, game__paused_at=None).order_by("pk")
    games = sorted({due.game_id for due in dues if due.turn_id})
    if not games:
        return
    game_id = week.rng.choice(games)
    for user in User.objects.filter(seats__game=game_id, seats__offered_at=None).order_by("pk"):
        try:
            _game, granted = vote_extension(game_id=game_id, user=user)
            week.tally["extensions"] += granted
        except Refusal:
            return
