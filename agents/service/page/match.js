// A game in a session of the service: who plays, and whose turn it is to do what.

import { atTable, throwDie } from "./dice.js";
import { capital, wait } from "./dom.js";
import { Lost, Refused } from "./link.js";
import { Interrupted } from "./options.js";
import { spec } from "./players.js";
import { PERSON } from "./setup.js";
import { drop, put } from "./shelf.js";

const LOG_ON_ARRIVAL = 150;
const LOOK_EVERY = 250;

export class Match {
  /**
   * @param {object} link to the service
   * @param {object} opened its answer to `new`, `load` or `legal`
   * @param {object} how what is kept of the game besides its record: `players` by colour (a person,
   *   or a bot with its options), `ms` that bots may think, `dice` (the mode), `rules`, and of a
   *   commitment `commit` and `entropy`
   * @param {object} table what is shown and asked: see main.js
   */
  constructor(link, opened, how, table) {
    this.link = link;
    this.awaiting = opened;
    this.session = opened.session;
    this.how = how;
    this.players = how.players;
    this.table = table;
    this.viewer = this.alone;
    this.told = 0;
    this.board = null;
    this.decisions = 0;
    this.retractable = [];
    this.looked = -LOOK_EVERY;
    this.stale = false;
    this.alive = true;
    this.command = null;
    this.lines = [];
    this.place = `${Date.now()}`;
  }

  get people() {
    return Object.keys(this.players).filter((colour) => this.players[colour].name === PERSON);
  }

  /** The person who is alone at the screen; null if there are several, or none. */
  get alone() {
    return this.people.length === 1 ? this.people[0] : null;
  }

  get commit() {
    return this.how.commit ?? null;
  }

  /** Who plays a colour, in a word. */
  name(colour) {
    const player = this.players[colour];
    if (player === undefined) return "";
    if (player.name !== PERSON) return player.name;
    return this.alone ? "you" : "person";
  }

  /** Hands are hidden between people only where there are hands. */
  get secrets() {
    return this.people.length > 1 && this.board?.game === "full";
  }

  /** The seats whose decisions are taken back: those of people, or of all if there are none. */
  get undoing() {
    return this.people.length > 0 ? this.people : Object.keys(this.players);
  }

  get undoable() {
    return this.undoing.some((colour) => this.retractable.includes(colour));
  }

  ask(type, fields = {}) {
    return this.link.ask(type, { session: this.session, ...fields });
  }

  /** Play until the game is over or left. */
  async play() {
    this.interrupt(async () => {
      await this.look(true);
      await this.remember();
    });
    while (this.alive) {
      try {
        await this.follow();
        if (this.stale && !this.botIsNext) await this.look();
        if (this.awaiting.over) {
          drop(this.place);
          this.table.ended(this);
          await this.table.idle();
        } else await this.step();
      } catch (problem) {
        await this.mend(problem);
      }
    }
  }

  /** Go on after something that stopped a step. */
  async mend(problem) {
    if (problem instanceof Interrupted || !this.alive) return;
    if (problem instanceof Lost) {
      this.command ??= () => this.recover();
    } else if (problem instanceof Refused && problem.code === "stale") {
      this.command = () => this.recover();
    } else {
      this.table.stuck(problem.message);
      await this.table.idle().catch(() => {});
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
    // What is kept can go on, also in its session.
    if (this.awaiting.over) this.ask("close").catch(() => {});
  }

  async step() {
    const { chance, choice } = this.awaiting;
    if (chance) await this.apply({ dice: [await this.throw(chance)] });
    else if (this.players[choice.seat].name === PERSON) await this.decide(choice.seat);
    else await this.wait(choice.seat);
  }

  get botIsNext() {
    const next = this.awaiting.choice?.seat;
    return next !== undefined && this.players[next].name !== PERSON;
  }

  async apply(event) {
    this.awaiting = await this.ask("apply", { seq: this.awaiting.seq, event });
    this.stale = true;
    if (this.awaiting.chance && performance.now() - this.looked < LOOK_EVERY) return;
    // Bots that play at once are looked at now and then.
    const hurry = this.botIsNext && this.table.pace() === 0;
    if (!hurry || performance.now() - this.looked >= LOOK_EVERY) await this.look();
  }

  /** Show how the game stands, to whoever may look now. */
  async look(fresh = false) {
    const since = fresh ? Math.max(0, this.told - LOG_ON_ARRIVAL) : this.told;
    const seen = await this.ask("board", { seat: this.viewer ?? undefined, since });
    const { board } = seen;
    if (fresh) this.table.forget();
    this.told = board.told;
    this.board = board;
    this.decisions = seen.decisions;
    this.retractable = seen.undo;
    this.looked = performance.now();
    this.stale = false;
    this.table.show(this, board);
    return board;
  }

  /** A person decides. */
  async decide(colour) {
    if (this.viewer !== colour) await this.handOver(colour);
    else if (!this.board.options) await this.look();
    this.table.waiting("");
    const action = await this.table.choose(this, this.board);
    this.table.calm();
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

  /** The client throws the dice: people type them in; what is secret, or no table has, falls here. */
  async throw(chance) {
    const [die] = chance.dice;
    if (chance.secret || !atTable(die)) return throwDie(die.sides);
    this.table.waiting("");
    return this.table.throwDie(this, die, chance);
  }

  /** Take back the last decision of a person, and what came of it. */
  async undo() {
    this.awaiting = await this.ask("undo", { seq: this.awaiting.seq, seats: this.undoing });
    this.viewer = this.alone;
    await this.look(true);
    await this.remember();
  }

  /** Keep the game as it stands. */
  async remember() {
    if (this.awaiting.over) return;
    const lines = await this.record();
    if (lines.length === 0) return;
    const { session, how } = this;
    put(this.place, { session, how, lines, when: Date.now(), round: this.board.round });
  }

  /** The lines of the record so far, with the names of who plays. */
  async record() {
    if (this.awaiting.chance && this.decisions === 0 && this.awaiting.key === undefined) return this.lines;
    const kept = Math.max(0, Math.min(this.lines.length - 2, this.decisions));
    const { lines } = await this.ask("record", { since: kept });
    if (kept > 0) {
      this.lines = [...this.lines.slice(0, 1 + kept), ...lines.map((line) => JSON.stringify(line))];
      return this.lines;
    }
    const names = Object.fromEntries(
      Object.entries(this.players).map(([colour, player]) => [colour, spec(player)]),
    );
    this.lines = [{ ...lines[0], names }, ...lines.slice(1)].map((line) => JSON.stringify(line));
    return this.lines;
  }

  /** Go on after the connection, the service, or another window: in the session, or from the record. */
  async recover() {
    await this.link.again(() => this.alive);
    if (!this.alive) return;
    try {
      this.awaiting = await this.ask("legal");
    } catch (problem) {
      if (!(problem instanceof Refused) || this.lines.length === 0) throw problem;
      this.awaiting = await reopen(this.link, this.lines, this.how);
      this.session = this.awaiting.session;
      this.told = 0;
    }
    this.viewer = this.alone;
    await this.look(true);
    this.table.calm();
  }
}

/** A session that goes on where a record ends, with the dice that the game had. */
export function reopen(link, lines, how) {
  const dice = how.dice === "client" ? "client" : "service";
  if (how.commit) how.commit = null;
  return link.ask("load", { lines, dice, discreet: true });
}
