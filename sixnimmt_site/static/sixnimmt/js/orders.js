// Comfort for the queue of cards: one that is chosen for a turn is not offered for another.
// Without scripts the site says so when the queue is sent.

/** Take chosen cards off the other turns' lists. */
export function offerEachCardOnce(form) {
  const selects = [...form.querySelectorAll('select[name="card"]')];
  const chosen = selects.map((select) => select.value);
  selects.forEach((select, at) => {
    for (const option of select.options) {
      option.disabled = option.value !== "" && chosen.some((card, other) => other !== at && card === option.value);
    }
  });
}

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("#queue-form");
  if (form) offerEachCardOnce(form);
});

document.addEventListener("reset", (event) => {
  if (event.target.id === "queue-form") queueMicrotask(() => offerEachCardOnce(event.target));
});

// Who types a price means the rule with the price.
document.addEventListener("input", (event) => {
  if (event.target.id === "rule-limit") event.target.form.elements.rule.value = "at_most";
});
