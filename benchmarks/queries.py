"""Queries per page, with few and with many games: the ratio is many to few and should be 1."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from benchmarks.figure import Figure


def count_queries(user: User, path: str) -> int:
    """How many queries a page takes once everything is warm."""
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(user)
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        answer = client.get(path)
    assert answer.status_code == 200, path
    return len(captured)


def figures(paths: dict[str, str], few: User, many: User) -> list[Figure]:
    """A line a page; ``many`` has played far more games than ``few``."""
    lines = []
    for name, path in paths.items():
        least, most = count_queries(few, path), count_queries(many, path)
        lines.append(Figure(f"queries_{name}", most, "queries", most / least))
    return lines
