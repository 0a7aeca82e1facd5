"""The site around the game: settings, addresses, processes."""

from sixnimmt_site.celery import app as celery_app

__all__ = ["celery_app"]
