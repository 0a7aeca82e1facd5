"""Ten thousand people whose deadline has passed, and a million rows of the past."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Due, Game, Hand, Notification, Pick, Round, Seat, Turn

SEATS = 4
ROWS = [[11], [31], [51], [71]]
HANDS = [[12 + seat + 4 * card for card in range(9)] for seat in range(SEATS)]
ASKED = timedelta(hours=2)


def gather(games: int) -> None:
    """So many games in their second turn, each of four people who are asked and late."""
    people = User.objects.bulk_create(
        User(username=f"P{number}", email=f"p{number}@example.org", password="!")
        for number in range(games * SEATS)
    )
    now = timezone.now()
    made = Game.objects.bulk_create(
        Game(
            name="Bench",
            creator=people[number * SEATS],
            state="running",
            pace_seconds=3600,
            started_at=now,
            expires_at=now,
            invite_token=f"bench{number}",
        )
        for number in range(games)
    )
    seats = Seat.objects.bulk_create(
        Seat(game=game, number=seat, user=people[number * SEATS + seat])
        for number, game in enumerate(made)
        for seat in range(SEATS)
    )
    _deal(made, seats)
    ask_again()


def _deal(games: Sequence[Game], seats: Sequence[Seat]) -> None:
    common = {"seed": b"0" * 32, "commitment": "0", "rows": ROWS, "start_rows": [11, 31, 51, 71]}
    rounds = Round.objects.bulk_create(
        Round(game=game, number=1, state="playing", **common) for game in games
    )
    Round.objects.bulk_create(Round(game=game, number=2, **common) for game in games)
    now = timezone.now()
    Turn.objects.bulk_create(
        Turn(round=one, number=1, state="done", rows_before=ROWS, complete_at=now, resolved_at=now)
        for one in rounds
    )
    turns = Turn.objects.bulk_create(Turn(round=one, number=2, rows_before=ROWS) for one in rounds)
    Hand.objects.bulk_create(
        Hand(
            round=rounds[number // SEATS],
            seat=seat,
            cards=HANDS[seat.number],
            dealt=HANDS[seat.number],
        )
        for number, seat in enumerate(seats)
    )
    begin = now - ASKED
    Due.objects.bulk_create(
        Due(
            game=seat.game,
            seat=seat,
            turn=turns[number // SEATS],
            kind="pick",
            started_at=begin,
            length=3600,
            at=begin + ASKED / 2,
            remind_at=begin + ASKED / 3,
        )
        for number, seat in enumerate(seats)
    )


def ask_again() -> None:
    """Everybody of these games is late again, and nothing has been told of it yet."""
    Pick.objects.all().delete()
    Turn.objects.exclude(state="done").update(state="picking", complete_at=None)
    Seat.objects.update(misses=0, offered_at=None)
    begin = timezone.now() - ASKED
    late = Due.objects.filter(kind="pick")
    late.update(
        settled_at=None, started_at=begin, at=begin + ASKED / 2, remind_at=begin + ASKED / 3
    )
    Delivery.objects.exclude(state="sent").delete()
    Notification.objects.exclude(subject__startswith="past").delete()


def tell_all() -> None:
    """One untold notification about the open turn for each person asked."""
    told = Due.objects.filter(kind="pick").select_related("seat__user")
    Notification.objects.bulk_create(
        Notification(
            user=due.seat.user,
            event="your_turn",
            subject=f"turn {due.turn_id}",
            game_id=due.game_id,
        )
        for due in told
    )


PAST = (
    """INSERT INTO games_due (game_id, seat_id, kind, started_at, length, shifted, at, settled_at)
    SELECT seat.game_id, seat.id, 'draft', t, 3600, 0, t + interval '1 hour', t
    FROM generate_series(1, %(times)s) AS day,
         LATERAL (SELECT now() - day * interval '1 day' AS t) AS times, games_seat AS seat""",
    """INSERT INTO games_notification
        (user_id, event, subject, game_id, data, created_at, planned_at, read_at)
    SELECT seat.user_id, 'your_turn', 'past ' || day, seat.game_id, '{}', t, t, t
    FROM generate_series(1, %(times)s) AS day,
         LATERAL (SELECT now() - day * interval '1 day' AS t) AS times, games_seat AS seat""",
    """INSERT INTO games_delivery
        (notification_id, channel, endpoint, state, next_at, attempts, sent_at, error)
    SELECT id, 'email', '', 'sent', created_at, 1, created_at, ''
    FROM games_notification WHERE subject LIKE 'past%%'""",
)


def remember(rows: int) -> None:
    """So many settled dues, told notifications and sent deliveries of earlier days."""
    with connection.cursor() as cursor:
        for statement in PAST:
            cursor.execute(statement, {"times": rows // Seat.objects.count()})


def tidy() -> None:
    """What autovacuum does on a site that is not filled in a minute."""
    with connection.cursor() as cursor:
        for table in ("due", "notification", "delivery", "seat", "game", "turn", "pick"):
            cursor.execute(f"VACUUM ANALYZE games_{table}")
