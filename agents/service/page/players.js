// Who plays, as records say it: a person, or a bot with its options.

export const COLOURS = ["yellow", "blue", "red", "green"];
export const PERSON = "a person";
/** What records call a person, as `ludo play` does. */
const HUMAN = "human";

/** Who plays, as a record names it, such as `sensible:character=bold`. */
export function spec({ name, options }) {
  if (name === PERSON) return HUMAN;
  const told = Object.entries(options ?? {}).map(([key, value]) => `${key}=${value}`);
  return told.length > 0 ? `${name}:${told.join(",")}` : name;
}

/**
 * Who plays, from the names of a record; whoever is no bot of this game is a person.
 * @param {{rules: string, seats: string[], names: object}} opened
 * @param {object} hello what the service says of itself
 * @returns {{players: object, left: string[]}} by colour, and what the service does not offer
 */
export function playersOf({ rules, seats, names = {} }, hello) {
  const preset = rules.split(":")[0];
  const game = hello.rulesets.find(({ name }) => name === preset)?.game;
  const players = {};
  const left = [];
  for (const colour of COLOURS.filter((one) => seats.includes(one))) {
    const [name, given = ""] = (names[colour] ?? PERSON).split(/:(.*)/s);
    const bot = hello.bots.find((one) => one.name === name && (!game || one.games.includes(game)));
    if (bot === undefined) {
      players[colour] = { name: PERSON };
      continue;
    }
    const options = {};
    for (const part of given.split(",").filter(Boolean)) {
      const [key, text = ""] = part.split(/=(.*)/s);
      const value = valueOf(bot.options?.find((option) => option.name === key), text);
      if (value === null) left.push(`${part} (${colour}, ${name})`);
      else options[key] = value;
    }
    players[colour] = { name, options };
  }
  return { players, left };
}

/** The value of an option of a bot; null if there is no such option, or not this value. */
export function valueOf(option, text) {
  if (option === undefined) return null;
  if (option.type === "text") return (option.choices ?? [text]).includes(text) ? text : null;
  if (option.type === "flag") return { true: true, false: false }[text] ?? null;
  const number = text.trim() === "" ? NaN : Number(text);
  const fits = option.type === "whole" ? Number.isSafeInteger(number) : Number.isFinite(number);
  const { low = -Infinity, high = Infinity } = option;
  return fits && number >= low && number <= high ? number : null;
}
