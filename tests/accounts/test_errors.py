from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from accounts.models import User
from sixnimmt_site import errors
from tests.accounts.conftest import PASSWORD


def asked(**headers: str) -> HttpRequest:
    request = RequestFactory().get("/games/7/", headers=headers)
    request.user = AnonymousUser()
    return request


@pytest.mark.parametrize(
    ("handler", "status"),
    [
        (errors.bad_request, 400),
        (errors.permission_denied, 403),
        (errors.page_not_found, 404),
        (errors.too_many_requests, 429),
        (errors.csrf_failure, 403),
        (errors.server_error, 500),
    ],
)
def test_every_error_is_a_page_with_a_bull_and_json_for_scripts(handler, status: int) -> None:  # type: ignore[no-untyped-def]
    page: HttpResponse = handler(asked(accept="text/html,*/*"))
    assert page.status_code == status
    assert "sprite" in page.content.decode()
    assert page.content.decode().count("<h1>") == 1
    answer: HttpResponse = handler(asked(accept="application/json"))
    assert answer.status_code == status
    told = json.loads(answer.content)
    assert told["ok"] is False
    assert told["error"].endswith(".")


def test_too_late_is_409_with_its_sentence_and_a_way_back() -> None:
    page = errors.sentence(asked(), 409, "Bob was faster: the turn is over.", back="/games/7/")
    text = page.content.decode()
    assert page.status_code == 409
    assert "Bob was faster: the turn is over." in text
    assert '<a class="button" href="/games/7/">' in text


def test_what_went_wrong_is_escaped() -> None:
    page = errors.sentence(asked(), 400, "<script>alert(1)</script>")
    assert "<script>alert" not in page.content.decode()


def test_words_for_developers_stay_with_them() -> None:
    page = errors.page_not_found(asked(), Http404("No Game matches the given query."))
    assert "No Game matches" not in page.content.decode()


def test_an_address_that_is_not_there_says_so(client: Client, db: None) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "No such gate" in response.content.decode()


def test_a_form_without_its_token_changes_nothing(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    body = {"login": "Alice", "password": PASSWORD}
    response = client.post("/accounts/login/", body)
    assert response.status_code == 403
    assert "Please once more" in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_even_without_its_template_the_500_page_has_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr("sixnimmt_site.errors.loader.get_template", broken)
    page = errors.server_error(asked())
    assert page.status_code == 500
    assert page.content == errors.LAST_WORDS


def test_the_500_page_asks_neither_the_database_nor_the_session() -> None:
    """No db fixture here: a query would fail the test."""
    assert b"500" in errors.server_error(RequestFactory().get("/")).content
