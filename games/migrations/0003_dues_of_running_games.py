"""What running games ask for, and who sits on their seats, in the new tables: nothing is lost."""

from django.db import migrations
from django.db.models import Count, F


def copy(apps, schema_editor):
    turn_model = apps.get_model("games", "Turn")
    round_model = apps.get_model("games", "Round")
    due_model = apps.get_model("games", "Due")
    seat_model = apps.get_model("games", "Seat")
    tenure_model = apps.get_model("games", "Tenure")

    def due(game, seat, kind, start, deadline, turn=None):
        length = max(0, int((deadline - start).total_seconds()))
        due_model.objects.create(
            game=game, seat=seat, turn=turn, kind=kind, started_at=start, length=length, at=deadline
        )

    running = {"round__game__state": "running"}
    for turn in turn_model.objects.filter(state="picking", **running).select_related("round__game"):
        game = turn.round.game
        asked = game.seats.exclude(user=None).exclude(picks__turn=turn)
        for seat in asked:
            due(game, seat, "pick", turn.opened_at, max(turn.deadline, turn.opened_at), turn)
    for turn in turn_model.objects.filter(state="choosing", **running).select_related(
        "round__game"
    ):
        start = turn.complete_at or turn.opened_at
        due(turn.round.game, turn.chooser, "choose", start, max(turn.deadline, start), turn)
    drafts = round_model.objects.filter(state="drafting", game__state="running")
    for draft in drafts.annotate(taken=Count("takes")).select_related("game"):
        seats = list(draft.game.seats.order_by("number"))
        seat = seats[(draft.draft_starter + draft.taken) % len(seats)]
        due(draft.game, seat, "draft", draft.created_at, max(draft.deadline, draft.created_at))
    held = seat_model.objects.filter(game__started_at__isnull=False).exclude(user=None)
    tenure_model.objects.bulk_create(
        tenure_model(seat_id=seat, user_id=user, began_at=began)
        for seat, user, began in held.annotate(began=F("game__started_at")).values_list(
            "pk", "user", "began"
        )
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0002_days")]

    operations = [migrations.RunPython(copy, migrations.RunPython.noop)]
