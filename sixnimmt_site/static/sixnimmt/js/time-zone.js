// Tells the sign-up form which time zone this device lives in, so that deadlines read right
// from the first game. Without it the account starts in UTC and says so in the settings.
const field = document.querySelector("input[data-time-zone]");
if (field && !field.value) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
