from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):
    dependencies = [("games", "0004_deadlines_are_dues")]

    operations = [
        migrations.AlterField(
            model_name="extensionvote",
            name="turn",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="extension_votes",
                to="games.turn",
            ),
        ),
        migrations.AddField(
            model_name="extensionvote",
            name="due",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="extension_votes",
                to="games.due",
            ),
        ),
        migrations.AddConstraint(
            model_name="extensionvote",
            constraint=models.UniqueConstraint(
                fields=("due", "seat"), name="vote_one_a_seat_and_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="extensionvote",
            constraint=models.CheckConstraint(
                condition=models.Q(turn__isnull=False, due=None)
                | models.Q(turn=None, due__isnull=False),
                name="vote_is_about_a_turn_or_a_draft",
            ),
        ),
    ]
