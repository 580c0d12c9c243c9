// A game in a session of the service: who plays, and whose turn it is to do what.

import { OFF_TABLE, throwDie } from "./dice.js";
import { capital, wait } from "./dom.js";
import { keep } from "./keep.js";
import { Interrupted } from "./options.js";
import { PERSON } from "./setup.js";

const MOST_SIDES = 20;
const LOG_ON_ARRIVAL = 150;
/** Where a game is kept, so that it can go on if the page, or the service, was closed. */
export const KEPT_GAME = "game";
const KEEP_EVERY = 15_000;

export class Match {
  /**
   * @param {object} link to the service
   * @param {object} opened its answer to `new` or `load`
   * @param {object} players by colour: a person, or a bot with its options
   * @param {{ms: number, entropy?: string}} how long bots may think, and what the page gave to the
   *   dice
   * @param {object} table what is shown and asked: see main.js
   */
  constructor(link, opened, players, how, table) {
    this.link = link;
    this.awaiting = opened;
    this.session = opened.session;
    this.players = players;
    this.how = how;
    this.table = table;
    this.commit = opened.commit ?? null;
    this.viewer = this.people.length === 1 ? this.people[0] : null;
    this.told = 0;
    this.board = null;
    this.alive = true;
    this.command = null;
    this.kept = -KEEP_EVERY;
  }

  get people() {
    return Object.keys(this.players).filter((colour) => this.players[colour].name === PERSON);
  }

  /** Who plays a colour, in a word. */
  name(colour) {
    const player = this.players[colour];
    if (player === undefined) return "";
    if (player.name !== PERSON) return player.name;
    return this.people.length === 1 ? "you" : "person";
  }

  /** Hands are hidden between people only where there are hands. */
  get secrets() {
    return this.people.length > 1 && this.board?.game === "full";
  }

  ask(type, fields = {}) {
    return this.link.ask(type, { session: this.session, ...fields });
  }

  /** Play until the game is over or left. */
  async play() {
    await this.look();
    while (this.alive) {
      try {
        await this.follow();
        if (this.awaiting.over) {
          keep(KEPT_GAME, null);
          this.table.ended(this);
          await this.table.idle();
        } else await this.step();
      } catch (problem) {
        if (!(problem instanceof Interrupted)) throw problem;
      }
    }
  }

  /** Carry out what was asked for while something else was waited for. */
  async follow() {
    const command = this.command;
    this.command = null;
    if (command !== null) await command();
  }

  /** Let something be done between two steps. */
  interrupt(command) {
    this.command = command;
    this.table.stop(new Interrupted());
  }

  leave() {
    this.alive = false;
    this.table.stop(new Interrupted());
    this.ask("close").catch(() => {});
  }

  async step() {
    const { chance, choice } = this.awaiting;
    if (chance) await this.apply({ dice: [await this.throw(chance)] });
    else if (this.players[choice.seat].name === PERSON) await this.decide(choice.seat);
    else await this.wait(choice.seat);
  }

  async apply(event) {
    this.awaiting = await this.ask("apply", { seq: this.awaiting.seq, event });
    if (this.awaiting.chance && this.board !== null) return;
    // Bots that play at once need not be looked at in between.
    const next = this.awaiting.choice?.seat;
    const bot = next !== undefined && this.players[next].name !== PERSON;
    if (!(bot && this.table.pace() === 0)) await this.look();
  }

  /** Show how the game stands, to whoever may look now. */
  async look(fresh = false) {
    const asked = { seat: this.viewer ?? undefined, since: fresh ? Math.max(0, this.told - LOG_ON_ARRIVAL) : this.told };
    const { board, decisions } = await this.ask("board", asked);
    if (fresh) this.table.forget();
    this.told = board.told;
    this.board = board;
    this.decisions = decisions;
    this.table.show(this, board);
    return board;
  }

  /** A person decides. */
  async decide(colour) {
    if (this.viewer !== colour) await this.handOver(colour);
    else if (!this.board.options) await this.look();
    this.table.waiting("");
    const action = await this.table.choose(this, this.board);
    await this.apply({ action });
    await this.remember();
  }

  /** Another person comes to the screen; what only the one before may see goes first. */
  async handOver(colour) {
    if (this.secrets) {
      this.viewer = null;
      await this.look(true);
      await this.table.handOver(colour);
    }
    this.viewer = colour;
    await this.look(this.secrets);
  }

  /** A bot decides. */
  async wait(colour) {
    const player = this.players[colour];
    this.table.waiting(`${capital(colour)} (${player.name}) thinks …`);
    const [decision] = await Promise.all([
      this.ask("decide", {
        seat: colour, bot: player.name, options: player.options ?? {}, limit: { ms: this.how.ms },
      }),
      wait(this.table.pace()),
    ]);
    if (this.command !== null || !this.alive) return;
    await this.apply({ action: decision.action.index });
  }

  /** The client throws the dice: people type them in; what no table has is thrown here. */
  async throw(chance) {
    const [die] = chance.dice;
    if (die.sides > MOST_SIDES && die.reason !== OFF_TABLE) return throwDie(die.sides);
    this.table.waiting("");
    return this.table.throwDie(die, chance);
  }

  /** Take back the last decision of a person, and what came of it. */
  async undo() {
    const seats = this.people.length > 0 ? this.people : Object.keys(this.players);
    this.awaiting = await this.ask("undo", { seq: this.awaiting.seq, seats });
    await this.look(true);
  }

  /** Keep the game now and then. */
  async remember() {
    const now = performance.now();
    if (now - this.kept < KEEP_EVERY || this.awaiting.chance) return;
    this.kept = now;
    keep(KEPT_GAME, { lines: await this.record(), ms: this.how.ms });
  }

  /** The lines of the record so far, with the names of who plays. */
  async record() {
    const { lines } = await this.ask("record");
    const names = Object.fromEntries(
      Object.entries(this.players).map(([colour, player]) => [colour, spec(player)]),
    );
    return [{ ...lines[0], names }, ...lines.slice(1)].map((line) => JSON.stringify(line));
  }
}

/** Who plays, as a record says it: a bot with its options, such as `sensible:character=bold`. */
function spec({ name, options }) {
  const told = Object.entries(options ?? {}).map(([key, value]) => `${key}=${value}`);
  return told.length > 0 ? `${name}:${told.join(",")}` : name;
}

/**
 * Who plays, from what a record says; whoever is not one of the bots is a person.
 * @param {string|undefined} told
 * @param {Set<string>} bots
 */
export function playerOf(told, bots) {
  const [name, given = ""] = (told ?? "").split(":", 2);
  if (!bots.has(name)) return { name: PERSON };
  const options = given.split(",").filter(Boolean).map((part) => part.split("=", 2));
  return { name, options: Object.fromEntries(options) };
}
