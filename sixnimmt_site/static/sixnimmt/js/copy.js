// "Copy" beside a link: the full address, and a word that says it worked.

import { announce, word } from "./words.js";

/** Turn site-relative links in read-only fields into ones that can be sent to a friend. */
export function completeLinks() {
  for (const input of document.querySelectorAll("input[data-absolute]")) {
    input.value = new URL(input.value, location.href).href;
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const input = document.getElementById(button.dataset.copy);
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand("copy");
  }
  button.textContent = word("copied");
  announce(word("copied"));
});
