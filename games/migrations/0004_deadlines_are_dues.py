"""Deadlines of turns and drafts are dues now (0003 has copied those of running games)."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0003_dues_of_running_games")]

    operations = [
        migrations.RemoveConstraint(
            model_name="round",
            name="round_draft_is_due",
        ),
        migrations.RemoveIndex(
            model_name="round",
            name="round_draft_deadline",
        ),
        migrations.RemoveIndex(
            model_name="turn",
            name="turn_deadline",
        ),
        migrations.RemoveField(
            model_name="round",
            name="deadline",
        ),
        migrations.RemoveField(
            model_name="turn",
            name="deadline",
        ),
    ]
