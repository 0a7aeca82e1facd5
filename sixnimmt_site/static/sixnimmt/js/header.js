// Keeps the header true: how many games wait and which is next, the bell, the tab's number.
// Live pages are told by their socket; others ask when they come back from the background.

const bell = document.querySelector("[data-bell]");
const badge = document.querySelector("[data-waiting]");
let title = document.title.replace(/^\(\d+\) /, "");
let waiting = Number(badge?.querySelector("[data-count]").textContent ?? 0);

/** The page's own title; the number of games that wait is put before it. */
export function setTitle(text) {
  title = text;
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

/** Show what the server says now: `{waiting, next, bell}`. */
export function showHeader(now) {
  if (!badge || !bell) return;
  waiting = now.waiting;
  setTitle(title);
  badge.querySelector("[data-count]").textContent = now.waiting;
  badge.hidden = !now.waiting;
  if (now.next) badge.href = now.next;
  const count = bell.querySelector("[data-count]");
  count.textContent = now.bell > 99 ? "99+" : now.bell;
  count.hidden = !now.bell;
  const next = document.querySelector("[data-next]");
  if (next) {
    next.hidden = !now.next || now.next === next.dataset.here;
    if (now.next) next.href = now.next;
  }
}

async function ask() {
  const answer = await fetch(bell.dataset.countFrom, {
    headers: { Accept: "application/json" },
    cache: "no-store",
  });
  if (answer.ok) showHeader(await answer.json());
}

function back() {
  if (!document.hidden) ask().catch(() => {}); // no connection: the next look asks again
}

if (bell && !document.querySelector("[data-socket]")) {
  document.addEventListener("visibilitychange", back);
  addEventListener("pageshow", (event) => event.persisted && back());
}
