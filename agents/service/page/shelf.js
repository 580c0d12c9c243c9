// The games that the browser keeps, so that they can go on on another day. The lines of a record
// lie in pieces, so that a decision more costs one small piece, however long the game.

import { forget, keep, recall } from "./keep.js";

const SHELF = "games";
const MOST_GAMES = 4;
const PIECE = 200;

const names = () => recall(SHELF) ?? [];
const place = (name) => `game-${name}`;
const piece = (name, n) => `game-${name}-${n}`;

/** The games that are kept, without their lines: first those that go on, each the newest first. */
export function kept() {
  return names().map((name) => ({ ...recall(place(name)), name })).filter(({ session }) => session);
}

/** A kept game; null if it is kept no more. */
export function find(name) {
  return kept().find((game) => game.name === name) ?? null;
}

/** The lines of the record of a kept game: its header and its decisions; none before its set-up is done. */
export function linesOf({ name, count }) {
  const lines = [];
  for (let n = 0; n * PIECE < count; n += 1) lines.push(...(recall(piece(name, n)) ?? []));
  if (lines.length < count) throw new Error("The browser has lost a part of this game.");
  return lines.slice(0, count);
}

/**
 * Keep a game as it stands; of too many the oldest goes, and of those that are over before others.
 * @param {string} name
 * @param {object} game what is told of it besides its record
 * @param {string[]} lines of the record, without the result
 * @param {number} since so many of them are kept already
 * @returns {{kept: boolean, gone: string[]}} whether there was room, and the sessions of the games that are over and
 *   kept no more; another window may play the others
 */
export function put(name, game, lines, since) {
  const others = names().filter((other) => other !== name);
  const over = (other) => Boolean(recall(place(other))?.over);
  const order = [name, ...others.filter((other) => !over(other)), ...others.filter(over)];
  const gone = [];
  const give = (old) => {
    const game = recall(place(old));
    if (game?.over) gone.push(game.session);
    forget(place(old));
  };
  order.splice(MOST_GAMES).forEach(give);
  const write = () => {
    for (let n = Math.floor(since / PIECE); n * PIECE < lines.length; n += 1) {
      if (!keep(piece(name, n), lines.slice(n * PIECE, (n + 1) * PIECE))) return false;
    }
    return keep(place(name), { ...game, count: lines.length });
  };
  // What does not fit takes the place of older games.
  let fits = write();
  while (!fits && order.length > 1) {
    give(order.pop());
    fits = write();
  }
  return { kept: keep(SHELF, order) && fits, gone: gone.filter(Boolean) };
}

/** Keep a game no longer. */
export function drop(name) {
  forget(place(name));
  keep(SHELF, names().filter((other) => other !== name));
}
