"""When a periodic job last ran: /healthz shows it."""

from __future__ import annotations

from django.db import models


class JobRun(models.Model):
    name = models.CharField(max_length=40, primary_key=True)
    ran_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} ran at {self.ran_at:%Y-%m-%d %H:%M:%S%z}"
