// The games that the browser keeps, so that they can go on on another day.

import { keep, recall } from "./keep.js";

const SHELF = "games";
const MOST_GAMES = 4;

const names = () => recall(SHELF) ?? [];
const place = (name) => `game-${name}`;

/** The games that are kept, the newest first. */
export function kept() {
  return names().map((name) => ({ name, ...recall(place(name)) })).filter(({ lines }) => lines);
}

/** Keep a game as it stands; of too many the oldest goes. */
export function put(name, game) {
  const [...order] = [name, ...names().filter((other) => other !== name)];
  for (const old of order.splice(MOST_GAMES)) keep(place(old), null);
  // What does not fit takes the place of older games.
  while (!keep(place(name), game) && order.length > 1) keep(place(order.pop()), null);
  keep(SHELF, order);
}

/** Keep a game no longer. */
export function drop(name) {
  keep(place(name), null);
  keep(SHELF, names().filter((other) => other !== name));
}
