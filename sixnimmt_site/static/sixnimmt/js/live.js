// Keeps the page true: a socket with a heartbeat, a state asked for after every sleep,
// and plain requests while no socket can live. It never waits for anything on the screen.

import { showHeader } from "./header.js";

const PING_AFTER = 3000; // silence before we ask whether anybody is there
const DEAD_AFTER = 3500; // and how long we wait for the answer
const SHOW_LOST_AFTER = 2500; // short cuts are not worth a word
const POLL_EVERY = 4000;
const LONGEST_WAIT = 15000;
const CLOSED_FOR_US = [4401, 4403];

/**
 * Follow a table (or the dashboard). `socketPath`, `fragmentPath`: where to ask; `version()`: what the page shows;
 * `onTable(message)`: a newer state; `onStatus("live" | "lost" | "polling" | "gone")`.
 * Returns `{send, tellActive, sync, again, isLive}`; `again()` asks for the state though it is known.
 */
export function follow({ socketPath, fragmentPath, version, onTable, onStatus }) {
  let socket = null;
  let heard = 0;
  let pinged = 0;
  let tries = 0;
  let status = "live";
  let retryTimer = 0;
  let lostTimer = 0;
  let polling = false;
  let active = false; // to be told with the next plain request

  function show(next) {
    clearTimeout(lostTimer);
    lostTimer = 0;
    if (next !== status) onStatus((status = next));
  }

  function lost() {
    if (!lostTimer && status === "live") lostTimer = setTimeout(() => show("lost"), SHOW_LOST_AFTER);
  }

  function take(message) {
    heard = performance.now();
    pinged = 0;
    tries = 0;
    show("live");
    if (message.header && message.version >= version()) showHeader(message.header);
    if (message.type !== "tick") onTable(message);
    else if (message.version > version()) sync();
  }

  /** Say something if somebody listens; whether anybody does. */
  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function connect() {
    clearTimeout(retryTimer);
    if (status === "gone" || socket?.readyState <= WebSocket.OPEN) return;
    const mine = new WebSocket(new URL(socketPath, location.href.replace(/^http/, "ws")));
    socket = mine;
    heard = performance.now();
    pinged = 0;
    mine.onopen = () => sync();
    mine.onmessage = (event) => mine === socket && take(JSON.parse(event.data));
    mine.onclose = (event) => mine === socket && closed(event.code);
  }

  function closed(code) {
    socket = null;
    if (CLOSED_FOR_US.includes(code)) return show("gone");
    lost();
    const wait = Math.min(LONGEST_WAIT, 500 * 2 ** tries) * (0.75 + Math.random() / 2);
    tries += 1;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(connect, wait);
    if (tries >= 2) poll();
  }

  /** Give up a socket that says nothing, without waiting for its own goodbye. */
  function drop() {
    const silent = socket;
    socket = null;
    silent?.close();
    show("lost");
    closed(0);
  }

  function sync() {
    send({ type: "sync", version: version() });
    pinged ||= performance.now();
  }

  async function fetchState(known = version()) {
    const url = new URL(fragmentPath, location.href);
    url.searchParams.set("version", known);
    const headers = { Accept: "application/json", ...(active ? { "X-Active": "1" } : {}) };
    active = false;
    const answer = await fetch(url, { headers, cache: "no-store" });
    if (answer.status === 401 || answer.status === 403) return show("gone");
    if (!answer.ok) throw new Error(`state ${answer.status}`);
    const message = await answer.json();
    if (message.header && message.version >= version()) showHeader(message.header);
    if (message.type !== "tick") onTable(message);
  }

  async function poll() {
    if (polling) return;
    polling = true;
    while (!socketLives() && status !== "gone") {
      if (!document.hidden) {
        try {
          await fetchState();
          if (!socketLives() && status !== "gone") show("polling");
        } catch {
          show("lost");
        }
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY));
    }
    polling = false;
  }

  const socketLives = () => socket?.readyState === WebSocket.OPEN && !pinged;

  function beat() {
    if (document.hidden || status === "gone") return;
    const now = performance.now();
    if (pinged && now - pinged > DEAD_AFTER) return drop();
    if (socket?.readyState === WebSocket.CONNECTING && now - heard > 2 * DEAD_AFTER) return drop();
    if (socket?.readyState === WebSocket.OPEN && !pinged && now - heard > PING_AFTER) {
      send({ type: "ping" });
      pinged = now;
    }
  }

  /** The page comes back from wherever it was: ask at once, and over HTTP if the socket is mute. */
  function awake() {
    if (document.hidden || status === "gone") return;
    tries = 0;
    if (socket?.readyState === WebSocket.OPEN) sync();
    else connect();
    fetchState().catch(lost);
  }

  document.addEventListener("visibilitychange", awake);
  addEventListener("pageshow", (event) => event.persisted && awake());
  addEventListener("online", awake);
  addEventListener("offline", () => show("lost"));
  setInterval(beat, 1000);
  connect();
  /** Somebody does something here: told at once by the socket, else with the next request. */
  function tellActive(message) {
    if (!socketLives() || !send(message)) active = polling;
    return socketLives() || active;
  }

  return {
    send,
    tellActive,
    again: () => fetchState(0).catch(lost),
    isLive: () => status === "live" && socketLives(),
    sync: () => (socketLives() ? sync() : fetchState().catch(lost)),
  };
}
