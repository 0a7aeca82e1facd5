"""What leaves the site is in its reader's language, whoever's request or worker sends it.

Django itself brings the names of days in German: by them it is told apart.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.models import Game, Notification, Webhook
from games.notifications.daily import send_digests
from games.services.hooks import add_hook
from games.services.reaching import reach_of, set_hours
from tests.games import cast
from tests.notifications import hooks
from tests.notifications.clock import Clock
from tests.notifications.mail_server import MailServer, html_of, text_of
from tests.notifications.outside import Receiver
from tests.notifications.post import post_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lan")]
THURSDAY, DONNERSTAG = "Thu 3 ", "Do 3 "


@pytest.fixture
def readers(clock: Clock, alice: User, bob: User) -> tuple[User, User]:
    """Alice reads English, Bob German."""
    User.objects.filter(pk=bob.pk).update(language="de")
    bob.refresh_from_db()
    return alice, bob


def test_each_letter_is_in_its_readers_language(
    mail: MailServer, readers: tuple[User, User]
) -> None:
    cast.running_game(list(readers))
    with translation.override("de"):
        post_round()
    texts = {letter["To"]: text_of(letter) + html_of(letter) for letter in mail.letters}
    alice, bob = readers
    assert THURSDAY in texts[alice.email]
    assert DONNERSTAG not in texts[alice.email]
    assert DONNERSTAG in texts[bob.email]
    assert THURSDAY not in texts[bob.email]


def test_the_daily_letter_hook_and_feeds_are_too(
    mail: MailServer, readers: tuple[User, User], receiver: Receiver, clock: Clock
) -> None:
    _alice, bob = readers
    set_hours(user=bob, quiet_from=None, quiet_until=None, digest_at=clock.now.time())
    add_hook(user=bob, kind=Webhook.Kind.JSON, url=receiver.url)
    cast.running_game(list(readers), pace_seconds=2 * 86_400)
    hooks.post_round()
    assert any(DONNERSTAG in letter.body.decode() for letter in receiver.letters)
    atom = Client().get(f"/feeds/{reach_of(bob).feed_token}/turns.atom")
    assert DONNERSTAG in atom.content.decode()
    clock.pass_by(hours=24)
    assert send_digests() == 1
    assert DONNERSTAG in text_of(mail.letters[-1])


def test_the_language_of_the_sign_up_stays_and_can_be_chosen_on_the_accounts_page(
    client: Client,
) -> None:
    mira = {"username": "Mira", "email": "mira@example.org", "password1": "barn-owl-ladder-7"}
    client.post("/accounts/signup/", mira, headers={"Accept-Language": "de"})
    assert User.objects.get().language == "de"
    assert '<option value="de" selected>' in client.get("/accounts/settings/").content.decode()
    assert client.post("/accounts/language/", {"language": "en"}).status_code == 302
    assert User.objects.get().language == "en"
    assert client.post("/accounts/language/", {"language": "cow"}).status_code == 400
    assert User.objects.get().language == "en"


def test_an_unknown_language_is_the_sites_own(mail: MailServer, game: Game, alice: User) -> None:
    User.objects.update(language="xx")
    post_round()
    assert mail.letters
    assert Notification.objects.exists()
