// What went wrong, where people see it wherever they are on the page.

import { byId } from "./dom.js";

/** Tell people what went wrong; without words, that it is over. */
export function complain(words) {
  byId("alert-words").textContent = words;
  byId("alert").hidden = words === "";
}

/** Tell people for how long the service is waited for; else their clicks seem to be lost. */
export function patience(late) {
  byId("slow").textContent = late ? "The service has not answered yet. Waiting …" : "";
  byId("slow").hidden = !late;
}

/** Tell people who wait what becomes of what they have clicked. */
export function waits(words) {
  if (!byId("slow").hidden) byId("slow").textContent = `The service has not answered yet: ${words}`;
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
