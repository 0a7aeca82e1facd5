// The wish list of a draft: tapping open cards writes their numbers into its field, dearest first.
// Typing there marks the cards. Nothing is sent before the button is pressed.

import { word } from "./words.js";

/** The button of the draft in `root` names the card that is marked, as that of the hand does. */
export function nameTheTake(root) {
  const form = root.querySelector("#draft-form");
  const button = form?.querySelector("[data-take]");
  if (!button) return;
  const name = () => {
    const marked = form.querySelector("input[name=card]:checked");
    if (marked) button.textContent = word("take", { card: marked.value });
  };
  form.addEventListener("change", name);
  name();
}

/** Make the open cards of the draft in `root` tappable while somebody else takes one. */
export function wishByTapping(root) {
  const field = root.querySelector("#wishes");
  const cards = [...root.querySelectorAll("#draft-form [data-closed] input")];
  if (!field || !cards.length) return;
  for (const card of cards) {
    card.type = "checkbox";
    card.removeAttribute("name");
    card.required = card.disabled = false;
    card.addEventListener("change", () => {
      write(field, card);
      mark(cards, field);
    });
  }
  field.addEventListener("input", () => mark(cards, field));
  mark(cards, field);
}

/** The numbers in the field, in their order. */
function numbers(field) {
  return field.value.split(/[\s,]+/).filter(Boolean);
}

function write(field, card) {
  const others = numbers(field).filter((number) => number !== card.value);
  field.value = (card.checked ? [...others, card.value] : others).join(" ");
}

/** Lift the wished cards and put their place in the list on them. */
function mark(cards, field) {
  const wishes = numbers(field);
  for (const card of cards) {
    const place = wishes.indexOf(card.value) + 1;
    card.checked = place > 0;
    card.parentElement.querySelector(".mark")?.remove();
    if (!place) continue;
    const sign = document.createElement("span");
    sign.className = "mark";
    sign.textContent = `${place}.`;
    card.parentElement.append(sign);
  }
}
