"""The Celery application: thin tasks, each calling one service."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixnimmt_site.settings")

app = Celery("sixnimmt")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
