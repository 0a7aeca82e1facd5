"""Fixtures for all tests."""

import itertools
import string
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test.utils import setup_databases, teardown_databases
from pytest_django import DjangoDbBlocker

from tests.live import LiveSite
from tests.plugin import SERVICES
from tests.services import Services

_families = ("".join(letters) for letters in itertools.product(string.ascii_lowercase, repeat=2))


@pytest.fixture(autouse=True)
def _no_memory_of_other_tests() -> None:
    """Rate limits count in the cache: every test begins at zero."""
    cache.clear()


@pytest.fixture(autouse=True)
def _fast_passwords(request: pytest.FixtureRequest) -> None:
    """Hash passwords quickly, except where the live site must know the hash."""
    if "live" not in request.fixturenames:
        settings = request.getfixturevalue("settings")
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def family() -> str:
    """A name for the people of one test at the live site, where nothing is rolled back."""
    return next(_families)


@pytest.fixture(scope="session")
def services(pytestconfig: pytest.Config) -> Services:
    """The tests' PostgreSQL and Valkey."""
    return pytestconfig.stash[SERVICES]


@pytest.fixture(scope="session")
def live_database(
    django_test_environment: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A test database without any mark: pytest-django makes one for marked tests only."""
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, aliases={"default": None})
        yield
        teardown_databases(made, verbosity=0)


@pytest.fixture(scope="session")
def live_site(services: Services, live_database: None) -> Iterator[LiveSite]:
    """The real web, worker and beat on the test database; nothing is rolled back."""
    site = LiveSite(services)
    try:
        site.start()
        yield site
    finally:
        site.stop()


@pytest.fixture
def live(live_site: LiveSite) -> LiveSite:
    """The live site with all its processes up, whatever an earlier test did to them."""
    live_site.ensure_running()
    return live_site
