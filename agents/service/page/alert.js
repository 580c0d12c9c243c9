// What went wrong, where people see it wherever they are on the page.

import { byId } from "./dom.js";

/** Tell people what went wrong; without words, that it is over. */
export function complain(words) {
  byId("alert-words").textContent = words;
  byId("alert").hidden = words === "";
}

/** Do something that may be refused, and tell people if it is. */
export async function guarded(what) {
  complain("");
  try {
    await what();
  } catch (problem) {
    complain(problem.message);
  }
}

byId("alert-close").addEventListener("click", () => complain(""));
