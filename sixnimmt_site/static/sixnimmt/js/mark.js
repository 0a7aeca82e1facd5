// A link of a letter names a card or a row (?card=42): the page came with it marked. Marked by the
// reader, so to say: it stays so when the hand is drawn anew, and a reload forgets it.

/** Call before anything else reads the forms. */
export function keepMark(table) {
  const asked = new URL(location.href);
  for (const name of ["card", "row"]) {
    const value = asked.searchParams.get(name);
    asked.searchParams.delete(name);
    const input = value && table.querySelector(`input[name="${name}"][value="${CSS.escape(value)}"]`);
    if (!input || input.disabled) continue;
    input.defaultChecked = false;
    input.checked = true;
    input.closest("[data-region]").scrollIntoView({ block: "nearest" });
  }
  if (asked.href !== location.href) history.replaceState(history.state, "", asked);
}
