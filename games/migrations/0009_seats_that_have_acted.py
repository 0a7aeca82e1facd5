"""Who has done something in a game before its first reveal is no no-show."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, OuterRef


def who_has_drafted(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Of games that run already, as it was told until now: by the cards taken in a draft."""
    takes = apps.get_model("games", "DraftTake").objects.filter(seat=OuterRef("pk"))
    seats = apps.get_model("games", "Seat").objects.filter(game__state="running")
    seats.filter(Exists(takes.exclude(by="standin"))).update(has_acted=True)


class Migration(migrations.Migration):
    dependencies = (("games", "0008_people_removed_before_the_start"),)

    operations = (
        migrations.AddField("seat", "has_acted", models.BooleanField(default=False)),
        migrations.RunPython(who_has_drafted, migrations.RunPython.noop),
    )
