from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User

PASSWORD = "four-rows-of-bulls"


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("Alice", "alice@example.org", PASSWORD)


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("Bob", "bob@example.org", PASSWORD)


@pytest.fixture
def as_alice(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client
