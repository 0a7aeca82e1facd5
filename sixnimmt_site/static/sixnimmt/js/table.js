// The table page: the one place where its parts meet.

import { tellActivity } from "./active.js";
import { readClocks, whenMiscounted } from "./clock.js";
import { completeLinks } from "./copy.js";
import { checkPressed } from "./deal.js";
import { setTitle } from "./header.js";
import { follow } from "./live.js";
import { keepMark } from "./mark.js";
import { offerEachCardOnce } from "./orders.js";
import { keepLanesInSight, sendQuietly } from "./pick.js";
import { markRead, whenSeen } from "./read.js";
import { remember, swap } from "./regions.js";
import { play, replayOnRequest } from "./reveal.js";
import { nameTheTake, wishByTapping } from "./wishes.js";
import { announce, word } from "./words.js";

const table = document.getElementById("table");
const connection = document.getElementById("connection");
let version = Number(table.dataset.version);
let shownTurn = lastTurn();
let shownMoment = moment();
let said = null;
let shows = 0;

/** "round.turn" of the newest turn the page tells, or "". */
function lastTurn() {
  return [...table.querySelectorAll("[data-turn]")].map((turn) => turn.dataset.turn).sort(byTurn).at(-1) ?? "";
}

function byTurn(one, other) {
  const [round, turn] = one.split(".").map(Number);
  const [otherRound, otherTurn] = other.split(".").map(Number);
  return round - otherRound || turn - otherTurn;
}

/** A newer state: the page is right first, the show comes on top of it. */
function onTable(message) {
  if (message.version < version) return;
  version = message.version;
  table.dataset.version = version;
  swap(table, message.html, dress);
  readClocks();
  completeLinks();
  if (message.title) setTitle(message.title);
  const turn = message.last_turn;
  const key = turn ? `${turn.round}.${turn.turn}` : "";
  const isNew = key && (!shownTurn || byTurn(key, shownTurn) > 0);
  if (isNew) shownTurn = key;
  const news = moment() !== shownMoment ? message.announce : "";
  shownMoment = moment();
  if (news) announce(news);
  else if (said && version >= said.version) announce(`${said.message} ${barTitle()}`);
  if (news || version >= said?.version) said = null;
  if (isNew) show(turn);
  if (message.header?.bell && !document.hidden) readHere();
}

/** What scripts add to a region, or to the whole table at first. */
function dress(root) {
  wishByTapping(root);
  nameTheTake(root);
  const queue = root.querySelector("#queue-form");
  if (queue) offerEachCardOnce(queue);
}

/** The turn as it went; how the game ended is kept back until its last turn has been shown. */
async function show(turn) {
  const mine = ++shows;
  table.dataset.showing = "";
  await play(table, turn).finally(() => mine === shows && delete table.dataset.showing);
}

/** Who sees this table need not be told of it by the bell. */
function readHere() {
  markRead({ game: table.dataset.game }).catch(() => {}); // it stays unread until the next look
}

/** What is announced once: a turn, a row to choose, the end. */
function moment() {
  const asked = table.querySelector(".choice") ? "choice" : "";
  const over = table.querySelector(".result") ? "over" : "";
  return `${shownTurn} ${asked} ${over}`;
}

function barTitle() {
  return table.querySelector("#bar-title")?.textContent.trim() ?? "";
}

/** A move got through: say so together with what the table then waits for. */
function onSent(answer) {
  if (answer?.message && answer.version > version) said = answer;
  else if (answer?.message) announce(`${answer.message} ${barTitle()}`);
  live.sync();
}

function onStatus(status) {
  table.dataset.connection = status;
  connection.textContent = status === "live" ? "" : word(status);
}

keepMark(table);
remember(table);
dress(table);
if (document.querySelector("[data-bell] [data-count]:not([hidden])")) whenSeen(readHere);
readClocks();
completeLinks();
replayOnRequest(table);
const live = follow({
  socketPath: table.dataset.socket,
  fragmentPath: table.dataset.fragment,
  version: () => version,
  onTable,
  onStatus,
});
tellActivity(live.tellActive);
whenMiscounted(live.again);
sendQuietly(table, onSent);
keepLanesInSight(table);
table.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-check-deal]");
  if (button) checkPressed(button, word);
});
