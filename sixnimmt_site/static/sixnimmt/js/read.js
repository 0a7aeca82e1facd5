// What somebody has seen rings no more: the list of notifications, the page of a game.

import { showHeader } from "./header.js";

/** Mark read what `fields` says (`until` an id, `game` a game); the header follows. */
export async function markRead(fields) {
  const form = document.querySelector("form:has([name=csrfmiddlewaretoken])");
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const answer = await fetch(document.querySelector("[data-bell]").dataset.readAt, {
    method: "POST",
    headers: { Accept: "application/json" },
    body,
  });
  if (answer.ok) showHeader(await answer.json());
}

/** Act now, or as soon as the page is in front of somebody. */
export function whenSeen(act) {
  if (!document.hidden) return act();
  document.addEventListener("visibilitychange", act, { once: true });
}

const list = document.querySelector("[data-read-until]");
if (list) whenSeen(() => markRead({ until: list.dataset.readUntil }).catch(() => {}));
