// Counts down from the seconds the server sent, on a clock nobody can set: the device's
// own time of day is never asked how late it is.

import { word } from "./words.js";

const DAY = 86400;
const HOUR = 3600;
const MINUTE = 60;

const JUMP = 2000; // ms between the device's two clocks: one of them stood still or was set

let ends = new Map();
let apart = Date.now() - performance.now();
let jumped = () => {};

/** The coarsest honest words for so many seconds; the server's `time_left` says the same. */
export function timeLeft(seconds, say = word) {
  const left = Math.max(0, Math.floor(seconds));
  if (left >= 2 * DAY) return say("days", { n: Math.floor(left / DAY) });
  if (left >= HOUR) return say("hours", { n: Math.floor(left / HOUR) });
  if (left >= MINUTE) return say("minutes", { n: Math.floor(left / MINUTE) });
  return say("seconds", { n: left });
}

/** Start (again) from the page as it is now; call after each swap of the bar. */
export function readClocks() {
  const now = performance.now();
  ends = new Map();
  for (const element of document.querySelectorAll("[data-remaining]")) {
    ends.set(element, now + Number(element.dataset.remaining) * 1000);
  }
  for (const time of document.querySelectorAll("time[data-when]")) tellWhen(time);
  tick();
}

/** The moment in the account's time zone, named where the device lives in another one. */
function tellWhen(time) {
  const when = new Date(time.dateTime);
  const remaining = Number(time.closest(".deadline")?.querySelector("[data-remaining]")?.dataset.remaining ?? 0);
  const day = remaining > 6 * DAY ? { day: "numeric", month: "short" } : { weekday: "short" };
  const options = { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const told = (timeZone) => when.toLocaleString(document.documentElement.lang, { ...options, timeZone });
  const zone = document.documentElement.dataset.zone;
  time.textContent = told(zone);
  const name = time.nextElementSibling?.closest("[data-zone-name]");
  if (name) name.textContent = !zone || told(zone) === told() ? "" : ` ${place(zone)}`;
}

const place = (zone) => zone.split("/").at(-1).replaceAll("_", " ");

/**
 * Call `act` when the seconds may have been miscounted: a device that slept stops the clock that
 * counts them. Only the difference of its clocks is looked at, so what they say does not matter.
 */
export function whenMiscounted(act) {
  jumped = act;
}

function checkClocks() {
  const now = Date.now() - performance.now();
  if (Math.abs(now - apart) > JUMP) jumped();
  apart = now;
}

function tick() {
  const now = performance.now();
  for (const [element, end] of ends) {
    const text = timeLeft((end - now) / 1000);
    if (element.textContent !== text) element.textContent = text;
  }
}

setInterval(() => {
  checkClocks();
  tick();
}, 1000);
