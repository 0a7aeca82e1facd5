// The sentences scripts say stand in the page (templates/games/table/_words.html), translated.

/** The sentence called `key`, with `{name}` replaced from `values`. */
export function word(key, values = {}) {
  const template = document.getElementById("words");
  const text = template?.content.querySelector(`[data-word="${key}"]`)?.textContent ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Say `text` once to listeners, politely. The same text twice in a row is said again. */
export function announce(text) {
  const region = document.getElementById("announcer");
  if (!region || !text) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
