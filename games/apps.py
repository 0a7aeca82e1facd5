from datetime import datetime

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games import signals  # noqa: F401
        from games.notifications import returning  # noqa: F401
        from sixnimmt_site.health import register_job_runs

        register_job_runs(job_runs)


def job_runs() -> dict[str, datetime]:
    """When each periodic job last ran, by its name."""
    from games.models import JobRun

    return dict(JobRun.objects.values_list("name", "ran_at"))
