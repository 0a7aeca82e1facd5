from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_extension_in_drafts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(
                condition=models.Q(('read_at', None)),
                fields=['user', 'game'],
                name='notification_unread',
            ),
        ),
    ]
