// What the browser keeps from one visit to the next.

const PREFIX = "ludo-";

/** What was kept under a name; null if nothing was, or the browser keeps nothing. */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
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

/** Forget everything whose name begins so. */
export function forget(start) {
  try {
    const found = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + start));
    for (const name of found) localStorage.removeItem(name);
  } catch {
    // Then nothing was kept.
  }
}

/** Let a list of choices be as it was at the last visit, and tell whenever it changes. */
export function keepChoice(select, changed = () => {}) {
  const kept = recall(select.id);
  if ([...select.options].some(({ value }) => value === kept)) select.value = kept;
  select.addEventListener("change", () => {
    keep(select.id, select.value);
    changed(select.value);
  });
  changed(select.value);
}
