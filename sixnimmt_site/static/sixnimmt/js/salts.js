// Sitting down at a table from a list gives its first deal this device's own chance.

import { sendQuietly } from "./pick.js";

sendQuietly(document.getElementById("main"), () => {});
