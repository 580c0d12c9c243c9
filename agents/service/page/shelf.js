// The games that the browser keeps, so that they can go on on another day. The lines of a record
// lie in pieces, so that a decision more costs one small piece, however long the game.

import { forget, keep, namesAfter, recall } from "./keep.js";
import { COLOURS } from "./players.js";
import { either, isCount, isFlag, isNumber, isText, listOf, mapOf, maybe, oneOf, withFields } from "./shapes.js";

const MOST_GAMES = 4;
const PIECE = 200;

const isName = (name) => isText(name) && /^\d+$/.test(name);
const isPlayer = withFields({ name: isText, options: maybe(mapOf(either(isText, isNumber, isFlag))) });
/** What is kept of a game besides its lines: see `put`. */
const isGame = withFields({
  session: isText,
  how: withFields({
    players: mapOf(isPlayer, oneOf(...COLOURS)),
    ms: isNumber,
    dice: isText,
    rules: isText,
    message: maybe(withFields({ rules: isText, players: isCount, dice: isText })),
    commit: maybe(isText),
    entropy: maybe(isText),
    secret: maybe(isText),
    unproved: maybe(isFlag),
    notes: maybe(listOf(withFields({ at: isCount, colour: maybe(isText), words: isText }))),
  }),
  when: isCount,
  round: maybe(isNumber),
  over: isFlag,
  count: isCount,
});

/** The names of the games: first those that go on, each the newest first, and last what cannot be read. */
function names() {
  const games = namesAfter("game-").filter(isName).map((name) => ({ over: true, when: 0, ...look(name), name }));
  return games.sort((one, other) => one.over - other.over || other.when - one.when).map(({ name }) => name);
}

/** A game without its lines; null if there is none that can be read. */
const look = (name) => recall(place(name), isGame);
const place = (name) => `game-${name}`;
const piece = (name, n) => `game-${name}-${n}`;

/** The games that are kept, without their lines, in that order. */
export function kept() {
  return names().map((name) => ({ ...look(name), name })).filter(({ session }) => session);
}

/** The names of the games that are kept, but cannot be read. */
export const unreadable = () => names().filter((name) => look(name) === null);

/** A kept game; null if it is kept no more. */
export function find(name) {
  return kept().find((game) => game.name === name) ?? null;
}

/** The lines of the record of a kept game: its header and its decisions; none before its set-up is done. */
export function linesOf({ name, count }) {
  const lines = [];
  for (let n = 0; n * PIECE < count; n += 1) {
    const more = recall(piece(name, n), listOf(isText));
    if (more === null) throw new Error("The browser has lost a part of this game.");
    lines.push(...more);
  }
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
  const order = [name, ...names().filter((other) => other !== name)];
  const gone = [];
  const give = (old) => {
    const game = look(old);
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
  return { kept: fits, gone: gone.filter(Boolean) };
}

/** Keep a game no longer. */
export const drop = (name) => forget(place(name));
