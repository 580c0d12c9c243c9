// A question that people must answer before anything else happens.

import { byId, make } from "./dom.js";

/**
 * Ask people.
 * @param {string} title
 * @param {string} words
 * @param {object} answers the words of the buttons, by what they mean
 * @returns {Promise<string|null>} what was answered; null if it was put aside
 */
export function question(title, words, answers) {
  const dialog = byId("question");
  byId("question-title").textContent = title;
  byId("question-words").textContent = words;
  byId("question-answers").replaceChildren(
    ...Object.entries(answers).map(([value, text]) => make("button", { value }, text)),
  );
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue || null);
    dialog.returnValue = "";
    dialog.showModal();
  });
}
