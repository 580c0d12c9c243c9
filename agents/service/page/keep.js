// What the browser keeps from one visit to the next.

import { isText } from "./shapes.js";

const PREFIX = "ludo-";
let spoiled = false;

/** What was kept under a name; null if nothing was that fits, or the browser keeps nothing. */
export function recall(name, fits) {
  const text = textOf(name);
  if (text === null) return null;
  try {
    const value = JSON.parse(text);
    if (fits(value)) return value;
  } catch {
    // No JSON fits nothing.
  }
  return null;
}

/** As `recall`, but what does not fit is dropped, which `wasSpoiled` tells. */
export function recallOrDrop(name, fits) {
  const value = recall(name, fits);
  if (value === null && isKept(name)) {
    spoiled = true;
    keep(name, null);
  }
  return value;
}

/** Whether anything has been dropped since this was asked last. */
export function wasSpoiled() {
  const told = spoiled;
  spoiled = false;
  return told;
}

/** Whether anything is kept under a name, whatever it is. */
const isKept = (name) => textOf(name) !== null;

function textOf(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** The names under which something is kept that begin so, without that. */
export function namesAfter(start) {
  try {
    const all = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + start));
    return all.map((name) => name.slice(PREFIX.length + start.length));
  } catch {
    return [];
  }
}

/** Keep something under a name; null forgets it. False if the browser keeps nothing, or is full. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Forget what is kept under a name, and its parts. */
export function forget(name) {
  keep(name, null);
  for (const part of namesAfter(`${name}-`)) keep(`${name}-${part}`, null);
}

/** Let a list of choices be as it was at the last visit, and tell whenever it changes. */
export function keepChoice(select, changed = () => {}) {
  const kept = recallOrDrop(select.id, isText);
  if ([...select.options].some(({ value }) => value === kept)) select.value = kept;
  select.addEventListener("change", () => {
    keep(select.id, select.value);
    changed(select.value);
  });
  changed(select.value);
}
