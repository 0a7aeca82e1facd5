// Runs before the first paint (a tiny blocking script) so that a chosen theme never flashes.
// It also says that scripts run: rules under [data-js] may then rely on it.
(function () {
  var root = document.documentElement;
  root.dataset.js = "";
  try {
    var theme = localStorage.getItem("theme");
    var motion = localStorage.getItem("motion");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (motion === "off") root.dataset.motion = "off";
  } catch (error) {
    // Storage is switched off: the system's own preferences hold.
  }
})();
