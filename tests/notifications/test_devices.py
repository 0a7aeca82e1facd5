"""The list of devices, and the site as an app."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.models import PushDevice
from games.notifications.push import public_key
from games.services.devices import MOST_DEVICES
from games.services.errors import BadRequest
from tests.notifications.outside import Receiver
from tests.notifications.push_service import Device, device_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lan")]


def signed_in(user: User) -> Client:
    client = Client(headers={"accept": "application/json"})
    client.force_login(user)
    return client


def test_the_same_browser_twice_is_one_device(alice: User, service: Receiver) -> None:
    device = Device(service.url)
    for _again in range(2):
        answer = signed_in(alice).post("/accounts/devices/add/", device.form)
        assert answer.status_code == 200
    assert PushDevice.objects.count() == 1


def test_a_browser_belongs_to_whoever_allowed_pushes_last(
    alice: User, bob: User, service: Receiver
) -> None:
    device = Device(service.url)
    signed_in(alice).post("/accounts/devices/add/", device.form)
    signed_in(bob).post("/accounts/devices/add/", device.form)
    assert [device.user for device in PushDevice.objects.all()] == [bob]


def test_a_browser_that_was_moved_keeps_its_place_in_the_list(
    alice: User, service: Receiver
) -> None:
    browser = signed_in(alice)
    browser.post("/accounts/devices/add/", Device(service.url + "/old", "kitchen").form)
    moved = Device(service.url + "/new").form
    ours = {"sec-fetch-site": "same-origin"}
    assert browser.post("/accounts/devices/renew/", moved, headers=ours).status_code == 200
    device = PushDevice.objects.get()
    assert (device.endpoint, device.label) == (service.url + "/new", "kitchen")
    assert device.p256dh == moved["p256dh"]


@pytest.mark.parametrize("headers", [{}, {"sec-fetch-site": "cross-site"}])
def test_another_site_cannot_move_alices_browser(
    alice: User, service: Receiver, headers: dict[str, str]
) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    form = Device(service.url).form
    assert browser.post("/accounts/devices/renew/", form, headers=headers).status_code == 403
    assert not PushDevice.objects.exists()


def test_signing_out_ends_the_pushes_to_this_browser_only(alice: User, service: Receiver) -> None:
    browser = signed_in(alice)
    browser.post("/accounts/devices/add/", Device(service.url + "/1", "here").form)
    signed_in(alice).post("/accounts/devices/add/", Device(service.url + "/2", "elsewhere").form)
    browser.post("/accounts/logout/")
    assert [device.label for device in PushDevice.objects.all()] == ["elsewhere"]


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://169.254.169.254/latest"},
        {"endpoint": "javascript:alert(1)"},
        {"endpoint": "https://push.example.org/" + "x" * 500},
        {"p256dh": "AAAA"},
        {"p256dh": "é" * 87},
        {"auth": "c2hvcnQ"},
        {"auth": ""},
        {"p256dh": ""},
    ],
)
def test_a_subscription_that_cannot_work_is_refused(
    alice: User, settings: Settings, change: dict[str, str]
) -> None:
    settings.WEBHOOK_ALLOW_PRIVATE = False
    form = Device("https://push.example.org/abc").form | change
    answer = signed_in(alice).post("/accounts/devices/add/", form)
    assert answer.status_code == 400
    assert not PushDevice.objects.exists()


def test_there_is_an_end_to_the_devices_of_one_person(alice: User, service: Receiver) -> None:
    for number in range(MOST_DEVICES):
        device_of(alice, service, str(number))
    with pytest.raises(BadRequest):
        device_of(alice, service, "one more")
    device_of(alice, service, "0")  # known already


def test_only_alice_removes_and_tries_her_device(alice: User, bob: User, service: Receiver) -> None:
    phone = device_of(alice, service)
    pk = PushDevice.objects.get().pk
    assert signed_in(bob).post(f"/accounts/devices/{pk}/test/").status_code == 404
    assert signed_in(bob).post(f"/accounts/devices/{pk}/remove/").status_code == 404
    assert service.letters == []
    assert signed_in(alice).post(f"/accounts/devices/{pk}/test/").status_code == 200
    assert phone.read(service.letters[0])["title"] == "A test"
    assert signed_in(alice).get(f"/accounts/devices/{pk}/remove/").status_code == 405
    assert signed_in(alice).post(f"/accounts/devices/{pk}/remove/").status_code == 200
    assert not PushDevice.objects.exists()


def test_a_test_that_fails_says_why(alice: User, service: Receiver) -> None:
    device_of(alice, service)
    service.status, service.answer = 403, b"the key is another one"
    client = Client()
    client.force_login(alice)
    pk = PushDevice.objects.get().pk
    page = client.post(f"/accounts/devices/{pk}/test/", follow=True)
    assert "the key is another one" in page.content.decode()


def test_the_page_lists_devices_and_offers_this_one(alice: User, service: Receiver) -> None:
    device_of(alice, service, "Firefox <b>")
    client = Client()
    client.force_login(alice)
    page = client.get("/accounts/devices/").content.decode()
    assert "Firefox &lt;b&gt;" in page
    assert f'data-key="{public_key()}"' in page


def test_the_worker_serves_the_whole_site_and_is_always_fresh(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer.headers["Cache-Control"]
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert b"notificationclick" in answer.content


def test_the_manifest_lets_phones_install_the_site(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).status_code == 200
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").content.decode()
