from datetime import datetime

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games import signals  # noqa: F401
        from sixnimmt_site.health import register_last_sweep

        register_last_sweep(last_sweep)


def last_sweep() -> datetime | None:
    """When the last sweep began; None before the first."""
    from games.models import JobRun

    return JobRun.objects.filter(name="sweep").values_list("ran_at", flat=True).first()
