// Takes pushes while no page is open. It keeps no pages: what it shows is what was sent.

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  event.waitUntil(Promise.all([show(told), count(told.waiting)]));
});

/** One message a game: a newer one takes the place of the older and is heard all the same. */
function show({ title = "sixnimmt", sentence = "", url = "/", tag = "site", icon, badge }) {
  return self.registration.showNotification(title, {
    body: sentence,
    tag,
    renotify: true,
    icon,
    badge,
    data: { url },
  });
}

/** The number on the app's icon: games that wait. */
async function count(waiting) {
  if (waiting === undefined || !navigator.setAppBadge) return;
  await (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {});
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});

/** To the page that shows it already, else to a new one. */
async function lead(url) {
  const target = new URL(url, self.location.origin);
  if (target.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === target.pathname);
  await (open ? open.focus() : self.clients.openWindow(target.href));
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** The push service has moved this browser: say so, or nothing would arrive from now on. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const sub = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!sub) return;
  const body = new URLSearchParams({
    endpoint: sub.endpoint,
    p256dh: text(sub.getKey("p256dh")),
    auth: text(sub.getKey("auth")),
  });
  await fetch("/accounts/devices/renew/", { method: "POST", body });
}

function text(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
