// Tells the account which time zone this device lives in: the sign-up form quietly, so that
// deadlines read right from the first game; the settings by a button, only when it differs.

const here = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

const field = document.querySelector("input[data-time-zone]");
if (field && !field.value) field.value = here;

const button = document.querySelector("[data-device-zone]");
const choice = document.querySelector("select[name=time_zone]");
if (button && choice && here && choice.value !== here && [...choice.options].some((o) => o.value === here)) {
  button.textContent = button.dataset.words.replace("{zone}", here);
  button.parentElement.hidden = false;
  button.addEventListener("click", () => {
    choice.value = here;
    choice.focus();
    button.parentElement.hidden = true;
  });
}
