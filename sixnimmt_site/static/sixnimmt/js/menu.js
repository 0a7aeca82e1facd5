// The account menu closes by Escape, by a tap elsewhere, and when the focus has left it.

const menu = document.querySelector(".account-menu");

function close() {
  menu.open = false;
}

menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  close();
  menu.querySelector("summary").focus();
});
menu?.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !menu.contains(event.relatedTarget)) close();
});
addEventListener("pointerdown", (event) => {
  if (menu && !menu.contains(event.target)) close();
});
