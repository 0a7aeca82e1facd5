// The two switches in the footer. Kept on the device, not in the account.

/** Store a preference; "auto" forgets it. Returns the value in force. */
function store(key, value) {
  try {
    if (value === "auto") localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // No storage: the choice holds for this page only.
  }
  if (value === "auto") delete document.documentElement.dataset[key];
  else document.documentElement.dataset[key] = value;
  return value;
}

/** True when cards must not travel: the system's wish or the site's own switch. */
export function stillness() {
  return (
    document.documentElement.dataset.motion === "off" ||
    matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

for (const control of document.querySelectorAll("[data-pref]")) {
  const key = control.dataset.pref;
  control.value = document.documentElement.dataset[key] ?? "auto";
  control.addEventListener("change", () => store(key, control.value));
}
