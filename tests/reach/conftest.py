"""Alice and Bob, for all tests of what reaches them."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.games import cast


@pytest.fixture
def alice() -> User:
    return cast.person("Alice")


@pytest.fixture
def bob() -> User:
    return cast.person("Bob")
