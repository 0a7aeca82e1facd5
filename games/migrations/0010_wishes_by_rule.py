"""Saying nothing about the row is another thing than asking to be asked."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

WISHES = [
    ("rule", "as my rule for this game says"),
    ("ask", "ask me then"),
    ("cheapest", "the cheapest row"),
    ("0", "row 1"),
    ("1", "row 2"),
    ("2", "row 3"),
    ("3", "row 4"),
]
WISH = models.CharField(choices=WISHES, default="rule", max_length=8)
KNOWN = models.Q(wish__in=["rule", "ask", "cheapest", *"0123"])


def as_it_was_meant(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Until now, the rule counted wherever no row was named."""
    picks = apps.get_model("games", "Pick").objects.exclude(turn__state="done")
    for open_ones in (picks, apps.get_model("games", "QueuedPick").objects):
        open_ones.filter(wish="ask").update(wish="rule")


class Migration(migrations.Migration):
    dependencies = (("games", "0009_seats_that_have_acted"),)

    operations = (
        migrations.AlterField("pick", "wish", WISH),
        migrations.AlterField("queuedpick", "wish", WISH),
        migrations.RemoveConstraint("pick", "pick_wish_known"),
        migrations.AddConstraint(
            "pick", models.CheckConstraint(condition=KNOWN, name="pick_wish_known")
        ),
        migrations.RunPython(as_it_was_meant, migrations.RunPython.noop),
    )
