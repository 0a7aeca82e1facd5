// "Push to this device": asks the browser only when the button is pressed, tells the server what
// it said, and takes it back with the list's "remove".

import { announce, word } from "./words.js";

const section = document.getElementById("this-device");
const button = section.querySelector("[data-subscribe]");
const note = section.querySelector("[data-note]");
const key = section.dataset.key;
const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The server's key as the browser wants it: bytes of base64url. */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** A name to know the device by in the list. */
function label() {
  const agent = navigator.userAgent;
  const browsers = { "Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari" };
  const systems = { Android: "Android", iPhone: "iPhone", iPad: "iPad", Windows: "Windows", "Mac OS": "Mac", Linux: "Linux" };
  const first = (table) => table[Object.keys(table).find((mark) => agent.includes(mark))];
  return [first(browsers), first(systems)].filter(Boolean).join(", ");
}

/** The subscription for this site's present key; one for an older key is of no use any more. */
async function subscription(registration) {
  const manager = registration.pushManager;
  const old = await manager.getSubscription();
  const oldKey = old?.options?.applicationServerKey;
  if (old && oldKey && text(oldKey) === key) return old;
  await old?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

async function tell(sub) {
  const body = new URLSearchParams({
    endpoint: sub.endpoint,
    p256dh: text(sub.getKey("p256dh")),
    auth: text(sub.getKey("auth")),
    label: label(),
  });
  const token = section.querySelector('[name="csrfmiddlewaretoken"]').value;
  const headers = { Accept: "application/json", "X-CSRFToken": token };
  const answer = await fetch(section.dataset.add, { method: "POST", body, headers });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
}

function say(sentence) {
  note.textContent = sentence;
  note.hidden = !sentence;
  announce(sentence);
}

async function subscribe() {
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") return say(word("denied"));
    await navigator.serviceWorker.register(section.dataset.worker);
    await tell(await subscription(await navigator.serviceWorker.ready));
    location.reload();
  } catch (error) {
    say(word("failed", { why: error.message }));
  } finally {
    button.disabled = false;
  }
}

/** Removing this very browser also ends the subscription itself. */
async function forget(event) {
  event.preventDefault();
  const form = event.target;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } finally {
    form.submit();
  }
}

if (!can) say(word("cannot"));
else if (Notification.permission === "denied") say(word("denied"));
button.hidden = !can;
button.addEventListener("click", subscribe);
document.querySelector("form[data-forget]")?.addEventListener("submit", forget);
