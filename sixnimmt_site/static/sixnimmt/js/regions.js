// Swaps only the regions whose HTML changed, and gives back what the reader was doing:
// marked radios, chosen options, typed text, open details, focus and scroll.

const sources = new Map();
let lostFocus = null; // what had the focus before a state without it

const sections = (root) => [...root.children].filter((child) => child.dataset.region);

/** The region as the server wrote it: security tokens differ each time and do not count. */
function source(section) {
  const copy = section.cloneNode(true);
  for (const token of copy.querySelectorAll('[name="csrfmiddlewaretoken"]')) token.remove();
  return copy.outerHTML.replace(/\s+/g, " ");
}

/** Take the first page as the state to compare with; call before anything changes the DOM. */
export function remember(table) {
  for (const section of sections(table)) sources.set(section.dataset.region, source(section));
}

/**
 * Replace what changed in `table` by the fragment `html`; returns the names of the regions.
 * `dress(section)` adds to a new region what scripts add, before the focus comes back to it.
 */
export function swap(table, html, dress = () => {}) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const fresh = sections(template.content);
  const focus = focused(table) ?? lost();
  const changed = removeGone(table, fresh);
  let before = null;
  for (const section of fresh) {
    const name = section.dataset.region;
    const old = table.querySelector(`:scope > [data-region="${name}"]`);
    const text = source(section);
    if (old && sources.get(name) === text) {
      before = old;
      continue;
    }
    sources.set(name, text);
    addTokens(section);
    if (old) keepState(old, section);
    dress(section);
    if (old) {
      const scroll = old.scrollTop;
      old.replaceWith(section);
      section.scrollTop = scroll;
    } else if (before) before.after(section);
    else table.prepend(section);
    before = section;
    changed.push(name);
  }
  if (focus) refocus(table, focus);
  return changed;
}

function removeGone(table, fresh) {
  const names = new Set(fresh.map((section) => section.dataset.region));
  const gone = sections(table).filter((section) => !names.has(section.dataset.region));
  for (const section of gone) {
    sources.delete(section.dataset.region);
    section.remove();
  }
  return gone.map((section) => section.dataset.region);
}

/** A fragment from the socket has no security token; the page's own serves. */
function addTokens(section) {
  const token = document.querySelector('#token [name="csrfmiddlewaretoken"]');
  for (const form of section.querySelectorAll('form[method="post"]')) {
    if (token && !form.elements.csrfmiddlewaretoken) form.append(token.cloneNode());
  }
}

function keepState(old, fresh) {
  for (const details of old.querySelectorAll("details[id]")) {
    const twin = fresh.querySelector(`details#${CSS.escape(details.id)}`);
    if (twin) twin.open = details.open;
  }
  for (const input of old.querySelectorAll("input")) {
    const marked = input.type === "radio" && input.checked && !input.defaultChecked;
    const typed = ["text", "number"].includes(input.type) && input.value !== input.defaultValue;
    if (!marked && !typed) continue;
    const twin = fresh.querySelector(selector(input));
    if (twin && !twin.disabled) {
      if (marked) twin.checked = true;
      else twin.value = input.value;
    }
  }
  keepChoices(old, fresh);
}

/** A choice in a list that is not sent yet stays, as long as the new list still offers it. */
function keepChoices(old, fresh) {
  for (const select of old.querySelectorAll("select[id]")) {
    const twin = fresh.querySelector(`select#${CSS.escape(select.id)}`);
    const given = [...select.options].find((option) => option.defaultSelected) ?? select.options[0];
    if (!twin || twin.disabled || !given || select.value === given.value) continue;
    const wanted = [...twin.options].find((option) => option.value === select.value);
    if (wanted) wanted.selected = true;
  }
}

/** A selector that finds the same control in newer HTML. */
function selector(element) {
  const { name, value, id, type } = element;
  if (name && type === "radio") return `input[name="${name}"][value="${CSS.escape(value)}"]`;
  if (id) return `#${CSS.escape(id)}`;
  if (element.dataset.replay) return `[data-replay="${element.dataset.replay}"]`;
  if (element.localName === "summary") return `#${CSS.escape(element.parentElement.id)} > summary`;
  return element.localName;
}

function focused(table) {
  const active = document.activeElement;
  if (!active || !table.contains(active)) return null;
  const region = active.closest("[data-region]");
  return region && { active, region: region.dataset.region, selector: selector(active) };
}

/** The focus that a passing state took away, unless the reader has gone elsewhere since. */
function lost() {
  const active = document.activeElement;
  return !active || active === document.body || active.id === "main" ? lostFocus : null;
}

/** Cards that turn over are no choice for a moment: the focus comes back to the hand with the next. */
function refocus(table, focus) {
  if (focus.active.isConnected) return;
  const section = table.querySelector(`:scope > [data-region="${focus.region}"]`);
  const twin =
    section?.querySelector(focus.selector) ??
    section?.querySelector("input:checked, input:enabled:not([type=hidden]), button, summary");
  lostFocus = twin ? null : focus;
  (twin ?? document.getElementById("main")).focus({ preventScroll: true });
}
