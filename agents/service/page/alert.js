// What went wrong, where people see it wherever they are on the page.

import { byId } from "./dom.js";

/** Tell people what went wrong; without words, that it is over. */
export function complain(words) {
  byId("alert-words").textContent = words;
  byId("alert").hidden = words === "";
}

byId("alert-close").addEventListener("click", () => complain(""));
