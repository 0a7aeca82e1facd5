// Tells the site that somebody is at this very table: only while the page is visible, and only when
// something is done there. An open tab says nothing. For a minute no nudge is sent then.

const EVERY = 20_000;
const DONE = ["pointerdown", "pointermove", "wheel", "keydown", "touchstart"];

/** Call `send(message)`, which says whether the message went out, when there is something to tell. */
export function tellActivity(send) {
  let told = -EVERY;

  function active() {
    const now = performance.now();
    if (document.hidden || now - told < EVERY) return;
    if (send({ type: "active" })) told = now;
  }

  for (const kind of DONE) addEventListener(kind, active, { passive: true, capture: true });
  document.addEventListener("visibilitychange", active); // to come here is to do something
  setTimeout(active, 1500); // … and so is opening the page, once the socket is there
}
