"""The site as a Django app: its static files, commands and system checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Registers what belongs to the site and to no single app."""

    name = "sixnimmt_site"
    verbose_name = "Site"

    def ready(self) -> None:
        """Register the system checks."""
        from sixnimmt_site import checks  # noqa: F401
