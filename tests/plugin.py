"""Starts the tests' own PostgreSQL and Valkey before Django reads its settings.

Loaded by ``-p tests.plugin`` (pyproject.toml). With ``DATABASE_URL`` and ``REDIS_URL``
given, those are used instead. The services end with pytest, even when it is killed. Every
process of a run in several has services of its own: tests flush and restart them.
"""

import os
import shutil
from collections.abc import Iterator

import pytest
from hypothesis import settings as hypothesis

from sixnimmt_site import embedded
from tests.services import Services, make_folder

FIXED = {
    # Static files unhashed, straight from their folders; pytest-django turns DEBUG itself off.
    "DEBUG": "true",
    "DEMO": "false",
    "DATABASE_POOL": "0",
    "SECRET_KEY": "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz",
    "EMAIL_URL": "memorymail://",
    "VAPID_PRIVATE_KEY": "c2l4bmltbXQgdGVzdHMgc2lnbiB3aXRoIHRoaXMga2U",
    "VAPID_CONTACT": "mailto:bulls@example.org",
    "WEBHOOK_ALLOW_PRIVATE": "false",
    "LOG_LEVEL": "WARNING",
}
STARTED = "SIXNIMMT_TESTS_STARTED_SERVICES"
FORGOTTEN = ("SITE_URL", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "TRUSTED_PROXIES", "PORT", "HOST")

# The same examples for the same code, so that a failure is about the change. New ones are
# looked for with ``--hypothesis-profile=default``.
hypothesis.register_profile("same", derandomize=True)
hypothesis.load_profile("same")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Set the environment and start the services, before pytest-django loads settings."""
    for name in FORGOTTEN:
        os.environ.pop(name, None)
    if os.environ.pop(STARTED, ""):  # by the run that this process is a part of (pytest-xdist)
        del os.environ["DATABASE_URL"], os.environ["REDIS_URL"]
    folder = make_folder()
    services = Services(folder)
    early_config.stash[SERVICES] = services
    os.environ.update(FIXED, VAR_DIR=str(folder))
    if "DATABASE_URL" not in os.environ:
        services.start()
        os.environ["DATABASE_URL"] = embedded.database_url(folder)
        os.environ["REDIS_URL"] = embedded.redis_url(folder)
        os.environ[STARTED] = "yes"

    def end() -> None:
        services.stop()
        shutil.rmtree(folder, ignore_errors=True)

    early_config.add_cleanup(end)
    return (yield)


SERVICES = pytest.StashKey[Services]()
