// Opening a table and sitting down at one give the first deal this device's own chance.

import { freshSalt, sendQuietly } from "./pick.js";

const main = document.getElementById("main");

main.addEventListener("submit", (event) => {
  const input = event.target.querySelector("input[data-salt]");
  if (input) input.value = freshSalt();
});
sendQuietly(main, () => {});
