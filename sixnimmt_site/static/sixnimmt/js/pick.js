// Sends picks, row choices and draft cards without leaving the page. Quick changes of mind are
// sent one after the other, and only the last wish counts. Without scripts the forms do the same.

import { announce, word } from "./words.js";

let sending = false;
let wanted = null;

/** 32 hex digits of this device's own chance for a round's deal; the same for all its picks. */
export function salt(game, round, storage = localStorage) {
  const key = `salt.${game}.${round}`;
  try {
    const kept = storage.getItem(key);
    if (/^[0-9a-f]{32}$/.test(kept ?? "")) return kept;
    const made = freshSalt();
    storage.setItem(key, made);
    return made;
  } catch {
    return freshSalt();
  }
}

export function freshSalt() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What a form would send, with the salt; a wish goes only with a card that may need one. */
function bodyOf(form) {
  const body = new FormData(form);
  if (form.dataset.send === "pick") {
    body.set("salt", salt(form.dataset.game, form.dataset.round));
    if (!form.querySelector("[data-low]:checked")) body.delete("wish");
  }
  return body;
}

function problem(form, text) {
  const now = document.getElementById(form.id) ?? form;
  const box = now.querySelector?.(".problem") ?? document.querySelector(".problem");
  if (!box) return announce(text);
  box.hidden = false;
  box.textContent = text;
  box.focus();
}

/** What is sent is no draft any more: the form it was written in shows what the site keeps. */
function forget(form) {
  document.getElementById(form.dataset.forgets)?.reset();
}

async function sendOne({ form, url, body }) {
  const answer = await fetch(url, {
    method: "POST",
    body,
    headers: { Accept: "application/json", "X-CSRFToken": body.get("csrfmiddlewaretoken") ?? "" },
  });
  const said = await answer.json().catch(() => ({ ok: false }));
  if (!said.ok) problem(form, said.error ?? word("unsent"));
  else forget(form);
  if (said.ok && !wanted) return said;
  return null;
}

/** Send the last wish until there is no newer one; `done(answer)` then asks for the true state. */
async function drain(done) {
  if (sending) return;
  sending = true;
  let said = null;
  while (wanted) {
    const wish = wanted;
    wanted = null;
    wish.form.classList.add("sending");
    try {
      said = await sendOne(wish);
    } catch {
      if (!wanted) problem(wish.form, word("unsent"));
    }
    wish.form.classList.remove("sending");
  }
  sending = false;
  done(said);
}

/** Take over the forms marked `data-send`, and give joining its salt. */
export function sendQuietly(table, done) {
  table.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.salt) addSalt(form);
    if (!form.dataset.send) return;
    event.preventDefault();
    const body = bodyOf(form);
    for (const box of form.querySelectorAll(".problem")) box.hidden = true;
    if (form.dataset.send === "pick") announce(word("sending", { card: body.get("card") }));
    wanted = { form, url: form.action, body };
    drain(done);
  });
}

/** A low card makes the lanes choices: on a small screen the docked hand must not lie on them. */
export function keepLanesInSight(table) {
  table.addEventListener("change", (event) => {
    if (!event.target.matches?.("#pick-form [data-low]")) return;
    const lanes = table.querySelector(".lanes").getBoundingClientRect();
    const dock = table.querySelector("[data-region=hand]").getBoundingClientRect();
    const hidden = Math.min(lanes.bottom - dock.top, lanes.top);
    if (hidden > 0) scrollBy(0, hidden);
  });
}

function addSalt(form) {
  const [game, round] = form.dataset.salt.split(".");
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = "salt";
  input.value = salt(game, round);
  form.append(input);
}
