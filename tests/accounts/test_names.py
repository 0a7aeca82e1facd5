from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.names import is_reserved, look_of, validate_free_to_take, validate_shape

CYRILLIC_MARK = "M\N{CYRILLIC SMALL LETTER A}rk"
CYRILLIC_COCO = "\N{CYRILLIC SMALL LETTER ES}\N{CYRILLIC SMALL LETTER O}" * 2


@pytest.mark.parametrize(
    "name",
    [
        "Bob",
        "alice_2",
        "Jean-Luc",
        "Zoë",
        "Ирина",
        "Νίκος",
        "たなか太郎",
        "김민수",
        "שרה",
        "a" * 20,
    ],
)
def test_people_may_be_called_so(name: str) -> None:
    validate_shape(name)
    validate_free_to_take(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Al", "length"),
        ("a" * 21, "length"),
        ("Ali ce", "characters"),
        ("Alice\u200b", "characters"),
        ("Alice\u202e", "characters"),
        ("<Alice>", "characters"),
        ("alice@home", "characters"),
        ("Bull🐂", "characters"),
        ("Alice٣", "characters"),
        ("104", "start"),
        ("_Alice", "start"),
        ("-Alice", "start"),
        (CYRILLIC_MARK, "mixed"),
        ("Aliceア", "mixed"),
        ("\N{CHEROKEE LETTER GO}\N{CHEROKEE LETTER DI}\N{CHEROKEE LETTER GO}", "script"),
    ],
)
def test_nobody_may_be_called_so(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_shape(name)
    assert refused.value.code == code
    assert len(refused.value.messages) == 1


@pytest.mark.parametrize(
    "name", ["admin", "ADMIN", "Adm1n", "mod-erator", "M0derator", "staff_", "b0t", "Simple"]
)
def test_the_sites_own_names_cannot_be_taken_in_any_disguise(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Robota", "Modest", "Administrix", "Hostess", "Rooty"])
def test_a_name_that_only_contains_a_reserved_one_is_free(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.parametrize("twin", ["A1ice", "AIice", "alice", "ALICE"])
def test_two_names_that_read_alike_cannot_both_exist(db: None, twin: str) -> None:
    User.objects.create_user("Alice")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(twin)


def test_a_whole_name_in_another_script_is_still_the_same_to_the_eye(db: None) -> None:
    validate_shape(CYRILLIC_COCO)
    User.objects.create_user("coco")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username=CYRILLIC_COCO)])


def test_names_that_differ_to_the_eye_live_together(db: None) -> None:
    for name in ("Alice", "Alica", "Alicia", "Mila", "Mi1a2"):
        User.objects.create_user(name)
    assert User.objects.count() == 5


def test_a_new_name_gets_a_new_look(db: None) -> None:
    alice = User.objects.create_user("Alice")
    alice.username = "Mira"
    alice.save()
    alice.refresh_from_db()
    assert alice.username_look == look_of("Mira")


def test_an_address_belongs_to_one_account_in_any_case(db: None) -> None:
    User.objects.create_user("Alice", "alice@example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("Mira", "Alice@Example.org")


def test_any_number_of_people_may_have_no_address(db: None) -> None:
    User.objects.create_user("Alice")
    User.objects.create_user("Bob")
    assert User.objects.filter(email="").count() == 2
