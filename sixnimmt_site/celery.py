"""The Celery application: thin tasks, each calling one service."""

import os

from celery import Celery
from celery.signals import task_postrun, task_prerun, worker_process_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixnimmt_site.settings")

app = Celery("sixnimmt")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Celery would end the connection (and its pool) before and after every task.
app.conf["CELERY_DB_REUSE_MAX"] = 10**9
KEPT_SECONDS = 600


@worker_process_init.connect
def keep_one_connection(**_kwargs: object) -> None:
    """A worker's child does one task at a time: one connection, kept, instead of a pool."""
    from django.db import connections

    settings = connections["default"].settings_dict
    settings["CONN_MAX_AGE"] = KEPT_SECONDS
    settings.setdefault("OPTIONS", {}).pop("pool", None)


@task_prerun.connect
@task_postrun.connect
def drop_dead_connection(**_kwargs: object) -> None:
    """A connection that is old or that an error broke is opened anew; health is checked on use."""
    from django.db import close_old_connections, connections

    if not connections["default"].in_atomic_block:  # a task called eagerly by a test
        close_old_connections()
