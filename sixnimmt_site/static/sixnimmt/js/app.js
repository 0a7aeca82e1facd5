// The site as an app: its icon counts the games that wait, as the header does; and what was pushed
// about a page is put away once somebody looks at that page.

const badge = document.querySelector("[data-waiting]");

function count() {
  const waiting = Number(badge?.querySelector("[data-count]").textContent ?? 0);
  (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {});
}

async function putAway() {
  if (document.hidden) return;
  const worker = await navigator.serviceWorker.getRegistration();
  const told = (await worker?.getNotifications()) ?? [];
  for (const one of told) if (one.data?.url === location.pathname) one.close();
}

if (navigator.setAppBadge) {
  count();
  const changes = { childList: true, subtree: true, characterData: true };
  if (badge) new MutationObserver(count).observe(badge, changes);
}
if ("serviceWorker" in navigator) {
  putAway();
  document.addEventListener("visibilitychange", putAway);
}
