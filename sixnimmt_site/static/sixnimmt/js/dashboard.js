// Keeps the list of my games true: what waits, the badge in the header, the tab's title.

import { readClocks, whenMiscounted } from "./clock.js";
import { follow } from "./live.js";
import { word, announce } from "./words.js";

const dashboard = document.getElementById("dashboard");
const connection = document.getElementById("connection");
let shown = lasting(dashboard.innerHTML);
let waiting = null;
let version = Number(dashboard.dataset.version);

/** The fragment as a tree that can be looked at before it is shown. */
function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** The fragment without what changes by itself: the seconds left and the words for them. */
function lasting(html) {
  const holder = document.createElement("div");
  holder.append(parsed(html));
  for (const left of holder.querySelectorAll("[data-remaining]")) left.remove();
  for (const time of holder.querySelectorAll("time[data-when]")) time.textContent = "";
  return holder.innerHTML.replace(/\s+/g, " ").trim();
}

/** A newer list; nothing moves under the reader's finger unless something is different. */
function onList(message) {
  if (message.version < version) return; // asked for earlier, answered later
  version = message.version;
  count(message.waiting);
  const news = lasting(message.html);
  if (news === shown) setClocks(message.html);
  else show(message.html);
  shown = news;
  readClocks();
}

function show(html) {
  const focused = dashboard.contains(document.activeElement) ? document.activeElement.id : "";
  dashboard.innerHTML = html;
  if (focused) (document.getElementById(focused) ?? nearby()).focus({ preventScroll: true });
}

/** The same list: only the time left is newer (a device that slept has counted wrong). */
function setClocks(html) {
  const fresh = [...parsed(html).querySelectorAll("[data-remaining]")];
  const old = dashboard.querySelectorAll("[data-remaining]");
  old.forEach((left, index) => (left.dataset.remaining = fresh[index].dataset.remaining));
}

/** Where the focus goes when the link that had it is gone: to the list's beginning. */
function nearby() {
  return dashboard.querySelector("a") ?? document.getElementById("main");
}

/** Say it once when one more game waits. */
function count(now) {
  if (waiting !== null && now > waiting) announce(dashboard.dataset.news);
  waiting = now;
}

function onStatus(status) {
  connection.textContent = status === "live" ? "" : word(status);
}

readClocks();
const live = follow({
  socketPath: dashboard.dataset.socket,
  fragmentPath: dashboard.dataset.fragment,
  version: () => version,
  onTable: onList,
  onStatus,
});
whenMiscounted(live.again);
