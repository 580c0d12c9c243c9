// Making elements, and finding those of the page.

/** Milliseconds in which two clicks are one double click. */
const DOUBLE = 400;

/** The element of the page with that id. */
export const byId = (id) => document.getElementById(id);

/**
 * A new element.
 * @param {string} name of the tag
 * @param {object} attributes by name; functions listen to the event of that name, false and null
 *   leave an attribute out
 * @param {...(Node|string)} children
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A text with its first letter large. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether a click is meant for what has been there since a time, and not for what was there before it. */
export const meant = (event, since) => event.detail < 2 || performance.now() - since > DOUBLE;

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether people have asked for less motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
