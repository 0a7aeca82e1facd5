"""Pushes in a real Chromium: asked only on a click, shown by the worker, one a game.

A real subscription needs the browser maker's push service, which tests cannot reach: PushManager's
answer is played. Worker, permission, notifications and the site are real.
"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Worker

from games.models import PushDevice
from tests.browser.conftest import OpenPage
from tests.games.cast import person
from tests.live import LiveSite
from tests.notifications.push_service import Device

ENDPOINT = "https://push.example.org/send/a1"
PLAYED = """
(form) => {
  const bytes = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (sign) => sign.charCodeAt(0)).buffer;
  };
  let options = null;
  const subscription = () => options && {
    endpoint: form.endpoint, options, getKey: (name) => bytes(form[name]),
    unsubscribe: async () => { options = null; return true; },
  };
  window.asked = 0;
  PushManager.prototype.getSubscription = async () => subscription();
  PushManager.prototype.subscribe = async (given) => {
    window.asked += 1;
    options = { ...given, applicationServerKey: given.applicationServerKey.buffer };
    return subscription();
  };
}
"""

COUNTED = """
async (count) => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).length === count;
}
"""


@pytest.fixture
def device() -> Device:
    return Device(ENDPOINT)


def at_devices(open_page: OpenPage, device: Device, *, name: str, granted: bool = True) -> Page:
    """Somebody at their list of devices, in a browser whose push service is played."""
    page = open_page(person(name))
    if granted:
        page.context.grant_permissions(["notifications"])
    page.add_init_script(f"({PLAYED})({json.dumps(device.form)})")
    page.goto("/accounts/devices/")
    return page


def worker_of(page: Page) -> Worker:
    page.evaluate("navigator.serviceWorker.register('/service-worker.js')")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page.context.service_workers[0]


def deliver(page: Page, live: LiveSite, message: dict[str, object]) -> None:
    """What the browser does when a push comes in: Chromium's own tool for it."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []

    def note(event: dict[str, list[dict[str, str]]]) -> None:
        found.extend(one["registrationId"] for one in event["registrations"])

    tools.on("ServiceWorker.workerRegistrationUpdated", note)
    tools.send("ServiceWorker.enable")
    for _look in range(100):
        if found:
            break
        page.wait_for_timeout(50)  # lets the tool's answer in
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": live.url, "registrationId": found[0], "data": json.dumps(message)},
    )


def shown(page: Page) -> list[list[str]]:
    """The notifications on the screen: title, text, tag."""
    found: list[list[str]] = page.evaluate(
        """async () => {
          const worker = await navigator.serviceWorker.ready;
          const all = await worker.getNotifications();
          return all.map((one) => [one.title, one.body, one.tag]);
        }"""
    )
    return found


def test_a_click_subscribes_this_browser(open_page: OpenPage, device: Device) -> None:
    page = at_devices(open_page, device, name="Ada")
    assert page.evaluate("window.asked") == 0
    assert (
        page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    )
    page.get_by_role("button", name="Push to this device").click()
    page.get_by_text("this browser").wait_for()
    stored = PushDevice.objects.get(endpoint=ENDPOINT)
    assert stored.user.username == "Ada"
    assert (stored.p256dh, stored.auth) == (device.form["p256dh"], device.form["auth"])
    assert "Chrome" in stored.label
    scope = page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)")
    assert scope.endswith("/")
    assert "/accounts" not in scope
    page.get_by_role("button", name="Remove").click()
    page.get_by_text("Nowhere yet.").wait_for()
    assert not PushDevice.objects.filter(endpoint=ENDPOINT).exists()


def test_a_no_is_taken_as_a_no(open_page: OpenPage, device: Device) -> None:
    page = at_devices(open_page, device, name="Bela", granted=False)
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Push to this device").click()
    page.get_by_role("alert").get_by_text("does not let this site").wait_for()
    assert page.evaluate("window.asked") == 0
    assert not PushDevice.objects.filter(user__username="Bela").exists()


def test_of_one_game_the_last_message_is_on_the_screen(
    open_page: OpenPage, device: Device, live: LiveSite
) -> None:
    page = at_devices(open_page, device, name="Cleo")
    worker_of(page)
    for sentence in ("The table waits.", "Little time is left."):
        message = {"title": "Your turn: Friday herd", "sentence": sentence, "url": "/games/7/"}
        deliver(page, live, {**message, "tag": "game-7", "waiting": 2})
        page.wait_for_function(
            """async (text) => {
              const worker = await navigator.serviceWorker.ready;
              return (await worker.getNotifications()).some((one) => one.body === text);
            }""",
            arg=sentence,
        )
    assert shown(page) == [["Your turn: Friday herd", "Little time is left.", "game-7"]]


def test_a_browser_that_its_push_service_moves_says_so(open_page: OpenPage, device: Device) -> None:
    page = at_devices(open_page, device, name="Greta")
    moved = Device(f"{ENDPOINT}/moved").form
    worker_of(page).evaluate(
        """async (form) => {
          const bytes = (text) => {
            const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
            return Uint8Array.from(plain, (sign) => sign.charCodeAt(0)).buffer;
          };
          const waits = [];
          const event = new Event("pushsubscriptionchange");
          event.newSubscription = { endpoint: form.endpoint, getKey: (name) => bytes(form[name]) };
          event.waitUntil = (promise) => waits.push(promise);
          self.dispatchEvent(event);
          await Promise.all(waits);
        }""",
        moved,
    )
    stored = PushDevice.objects.get(endpoint=moved["endpoint"])
    assert (stored.user.username, stored.auth) == ("Greta", moved["auth"])


def test_who_looks_at_the_page_has_the_message_put_away(
    open_page: OpenPage, device: Device, live: LiveSite
) -> None:
    page = at_devices(open_page, device, name="Finn")
    worker_of(page)
    deliver(page, live, {"title": "One", "url": "/rules/", "tag": "game-1"})
    deliver(page, live, {"title": "Other", "url": "/about/", "tag": "game-2"})
    page.wait_for_function(COUNTED, arg=2)
    page.goto("/rules/")
    page.wait_for_function(COUNTED, arg=1)
    assert [title for title, _text, _tag in shown(page)] == ["Other"]


@pytest.mark.parametrize(("url", "way"), [("/rules/", "focus"), ("/about/", "open")])
def test_a_click_leads_to_the_open_page_or_opens_one(
    open_page: OpenPage, device: Device, url: str, way: str
) -> None:
    page = at_devices(open_page, device, name=f"Dara-{way}")
    worker = worker_of(page)
    page.goto("/rules/")
    led = worker.evaluate(
        """async (url) => {
          const led = [];
          const note = (way, address) => led.push([way, new URL(address).pathname]);
          WindowClient.prototype.focus = async function () { note("focus", this.url); };
          Clients.prototype.openWindow = async (to) => note("open", to);
          const waits = [];
          const event = new Event("notificationclick");
          event.notification = { close() {}, data: { url } };
          event.waitUntil = (promise) => waits.push(promise);
          self.dispatchEvent(event);
          await Promise.all(waits);
          return led;
        }""",
        url,
    )
    assert led == [[way, url]]


def test_the_apps_icon_counts_what_the_header_counts(open_page: OpenPage, device: Device) -> None:
    page = open_page(person("Enya"))
    page.add_init_script(
        """
        window.counted = [];
        navigator.setAppBadge = async (count) => { window.counted.push(count); };
        navigator.clearAppBadge = async () => { window.counted.push(0); };
        """
    )
    page.goto("/rules/")
    page.wait_for_function("window.counted.length === 1")
    page.evaluate("document.querySelector('[data-waiting] [data-count]').textContent = '3'")
    page.wait_for_function("window.counted.at(-1) === 3")
    page.evaluate("document.querySelector('[data-waiting] [data-count]').textContent = '0'")
    page.wait_for_function("window.counted.at(-1) === 0")
