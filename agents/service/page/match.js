// A game in a session of the service: who plays, and whose turn it is to do what.

import { atTable, throwDie } from "./dice.js";
import { capital, wait } from "./dom.js";
import { Lost, Refused } from "./link.js";
import { Interrupted } from "./options.js";
import { PERSON, spec } from "./players.js";
import { open } from "./records.js";
import { find, linesOf, put } from "./shelf.js";

const LOG_ON_ARRIVAL = 150;
const LOOK_EVERY = 250;
const KEEP_EVERY = 3000;
const AGAIN = 1500;
const MOST_FAULTS = 5;
const SUBSTITUTE = "normal";
/** So many notes that are no part of the game are kept with it. */
const MOST_NOTES = 20;

export class Match {
  /**
   * @param {object} link to the service
   * @param {object} opened its answer to `new`, `load` or `legal`
   * @param {object} how what is kept of the game besides its record: `players` by colour (a person,
   *   or a bot with its options), `ms` that bots may think, `dice` (the mode), `rules`, and of a
   *   commitment `commit`, `entropy` and at the end `secret`, or `unproved` if that was forgotten
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
    /** The bots whose last decision was another one's. */
    this.helped = new Set();
    this.retractable = [];
    this.looked = -LOOK_EVERY;
    this.stale = false;
    this.alive = true;
    /** What is to be done before the next step, by name: what people want, and `recover` before that. */
    this.wishes = new Map();
    /** The header and the decisions of the record, as far as they have been fetched. */
    this.lines = [];
    /** The line after them, when they were fetched last. */
    this.result = null;
    this.place = `${Date.now()}`;
    this.kept = 0;
    this.keptAt = 0;
    /** When what is kept of the game was last written or taken over here. */
    this.when = 0;
    this.faults = 0;
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
    return !this.commit && this.undoing.some((colour) => this.retractable.includes(colour));
  }

  ask(type, fields = {}) {
    return this.link.ask(type, { session: this.session, ...fields });
  }

  /** Play until the game is over or left. */
  async play() {
    this.interrupt("look", async () => {
      await this.look(true);
      await this.remember();
    });
    while (this.alive) {
      try {
        await this.follow();
        if (this.stale && !this.botIsNext) await this.look();
        if (this.awaiting.over) {
          await this.finish();
          this.table.ended(this);
          if (this.wishes.size === 0) await this.table.idle();
        } else await this.step();
        this.faults = 0;
      } catch (problem) {
        await this.mend(problem);
      }
    }
  }

  /** The game is over: all that is left of it is fetched, for the service forgets it. */
  async finish() {
    this.how.secret ??= this.awaiting.over.secret;
    await this.remember();
  }

  /** Go on after something that stopped a step. */
  async mend(problem) {
    if (problem instanceof Interrupted || !this.alive) return;
    this.faults += 1;
    try {
      await this.heal(problem);
    } catch (another) {
      // Whatever else it is comes again with the next step.
      if (another instanceof Lost) this.recoverNext();
    }
  }

  async heal(problem) {
    const bot = this.awaiting.choice?.seat;
    if (this.faults > MOST_FAULTS) {
      this.faults = 0;
      await this.table.stuck(problem.message);
    } else if (problem instanceof Lost || isElsewhere(problem)) this.recoverNext();
    else if (problem.code === "busy") await this.table.later(problem.message, AGAIN);
    else if (["bot", "options"].includes(problem.field) && bot) await this.substitute(bot, problem);
    else await this.table.stuck(problem.message);
  }

  /** A bot cannot decide: another one plays on in its place, or a person. */
  async substitute(colour, problem) {
    const name = await this.table.substitute(colour, problem.message, [SUBSTITUTE, PERSON]);
    this.players[colour] = { name };
    this.viewer = this.alone;
    this.lines = [];
    await this.look(true);
    await this.remember();
  }

  /** Carry out what was asked for while something else was waited for. */
  async follow() {
    while (this.wishes.size > 0) {
      const [[name, wish]] = this.wishes;
      this.wishes.delete(name);
      await wish();
    }
  }

  /** Let something be done between two steps; wished for twice it is done once. */
  interrupt(name, wish) {
    this.wishes.set(name, wish);
    this.table.stop(new Interrupted());
  }

  /** Find the game again before anything else is done. */
  recoverNext() {
    this.wishes.delete("recover");
    this.wishes = new Map([["recover", () => this.recover()], ...this.wishes]);
    this.table.stop(new Interrupted());
  }

  leave() {
    this.alive = false;
    this.table.stop(new Interrupted());
    // What is kept can go on, also in its session.
    if (this.awaiting.over || find(this.place) === null) this.close(this.session);
  }

  close(session) {
    this.link.ask("close", { session }).catch(() => {});
  }

  async step() {
    const { chance, choice } = this.awaiting;
    if (chance) await this.apply({ dice: [await this.throw(chance)] });
    else if (this.isPerson(choice.seat)) await this.decide(choice.seat);
    else await this.wait(choice.seat);
  }

  get botIsNext() {
    const next = this.awaiting.choice?.seat;
    return next !== undefined && !this.isPerson(next);
  }

  /** Whether a person plays a colour, or nobody is known to. */
  isPerson(colour) {
    return (this.players[colour]?.name ?? PERSON) === PERSON;
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
    if (fresh) {
      this.table.forget();
      board.lines = withNotes(board.lines ?? [], board.told, this.how.notes ?? []);
    }
    this.told = board.told;
    this.board = board;
    this.decisions = seen.decisions;
    this.retractable = seen.undo;
    this.looked = performance.now();
    this.stale = false;
    this.table.waiting("");
    this.table.show(this, board);
    return board;
  }

  /** A person decides. */
  async decide(colour) {
    if (this.viewer !== colour) await this.handOver(colour);
    else if (!this.board.options) await this.look();
    // Who wanted something meanwhile comes first.
    if (this.wishes.size > 0 || !this.alive) return;
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
    const asked = this.ask("decide", {
      seat: colour, bot: player.name, options: player.options ?? {}, limit: { ms: this.how.ms },
    });
    // The words are about the position that is shown; over an old one they are told only of long thoughts.
    if (this.stale && (await isLate(asked))) await this.look();
    if (!this.stale) this.table.waiting(`${capital(colour)} (${player.name}) thinks …`);
    const [decision] = await Promise.all([asked, wait(this.table.pace())]);
    if (this.wishes.size > 0 || !this.alive) return;
    await this.apply({ action: decision.action.index });
    this.tellOf(decision, colour);
    if (performance.now() - this.keptAt > KEEP_EVERY) await this.remember();
  }

  /** Tell when a quicker bot has begun to decide for the one that was chosen. */
  tellOf({ fallback, limit }, colour) {
    if (!fallback) this.helped.delete(colour);
    else if (!this.helped.has(colour)) {
      this.helped.add(colour);
      const why = limit === "ms" ? "had no time" : "could not decide";
      this.note(`${capital(colour)} (${this.players[colour].name}) ${why}: a quicker bot decided`, colour);
    }
  }

  /** Tell of something that is no part of the game, in its log, where it stays. */
  note(words, colour) {
    this.how.notes = [...(this.how.notes ?? []), { at: this.told, colour, words }].slice(-MOST_NOTES);
    this.table.note(words, colour);
  }

  /** The client throws the dice: people type them in; what is secret, or no table has, falls here. */
  async throw(chance) {
    const [die] = chance.dice;
    if (chance.secret || !atTable(die)) return throwDie(die.sides);
    this.table.waiting("");
    return this.table.throwDie(this, die, chance);
  }

  /** Take back the last decision of a person, and what came of it; not what was never seen here. */
  async undo() {
    try {
      this.awaiting = await this.there(() =>
        this.ask("undo", { seq: this.awaiting.seq, seats: this.undoing }));
    } catch (problem) {
      if (problem.code !== "stale") throw problem;
      return this.recover();
    }
    this.viewer = this.alone;
    // What came of it is no part of the log any more.
    this.told = 0;
    await this.look(true);
    this.how.notes = this.how.notes?.filter(({ at }) => at <= this.told);
    await this.remember();
  }

  /** Whether the dice of the set-up have fallen: before that there is no record. */
  get begun() {
    return this.awaiting.key !== undefined;
  }

  /** Keep the game as it stands: only what has been added is fetched and written. */
  async remember() {
    if (this.begun) await this.record();
    const { session, how } = this;
    // What another window plays in another session is gone to, and not written over.
    if (this.newer && this.newer.session !== session) return this.recoverNext();
    const over = Boolean(this.awaiting.over);
    this.when = Date.now();
    const told = { session, how, when: this.when, round: this.board.round, over };
    const { kept, gone } = put(this.place, told, this.lines, this.kept);
    gone.forEach((old) => this.close(old));
    if (!kept) this.table.unkept();
    this.kept = this.lines.length;
    this.keptAt = performance.now();
  }

  /** The lines of the record so far, with the names of who plays. */
  async record() {
    // The last line comes again: if it is another one, another window has gone another way.
    const since = Math.max(0, Math.min(this.lines.length - 1, this.decisions) - 1);
    const { lines } = await this.ask("record", { since }).catch((problem) => {
      if (problem.field !== "since") throw problem;
      return { lines: [] };
    });
    const told = lines.map((line) => JSON.stringify(line));
    const result = told.pop();
    if (since > 0 && told[0] !== this.lines[1 + since]) {
      this.lines = [];
      return this.record();
    }
    if (since === 0) told[0] = JSON.stringify({ ...lines[0], names: this.names });
    const before = since === 0 ? [] : this.lines.slice(0, 1 + since);
    this.lines = [...before, ...told];
    this.result = result;
    this.kept = Math.min(this.kept, before.length);
    return [...this.lines, this.result];
  }

  /** The record as a file has it: of a service that does not answer, or has forgotten it, the last one. */
  async saved() {
    try {
      return await this.record();
    } catch (problem) {
      if (this.lines.length === 0 || !(problem instanceof Lost || isGone(problem))) throw problem;
      return [...this.lines, this.result];
    }
  }

  get names() {
    const players = Object.entries(this.players);
    return Object.fromEntries(players.map(([colour, player]) => [colour, spec(player)]));
  }

  /** Go on after the connection, the service, or another window: in the session, or from the record. */
  async recover() {
    await this.link.again(() => this.alive);
    if (!this.alive) return;
    const before = this.how.unproved;
    const { awaiting: { seq }, session } = this;
    const { newer } = this;
    if (!(await this.rejoin())) await this.reopen();
    // Another window may be faster each time; the game goes on all the same.
    if (this.awaiting.seq !== seq) this.faults = 0;
    this.viewer = this.alone;
    await this.look(true);
    this.table.calm();
    if (this.how.unproved && !before) this.table.unproved();
    else if (newer && session !== this.session) this.table.takenOver();
    await this.remember();
  }

  /** The game as another window has kept it since this one did; null if none has. */
  get newer() {
    const game = find(this.place);
    return game !== null && game.when > this.when ? game : null;
  }

  /** Be in the session again, or in the one that another window has opened since; whether it is there. */
  async rejoin() {
    const { session, how, when } = this.newer ?? this;
    try {
      this.join(await this.link.ask("legal", { session }), how, when);
    } catch (problem) {
      if (!isGone(problem)) throw problem;
      return false;
    }
    return true;
  }

  /** Go on from the record, the newest that is kept, in a session of its own. */
  async reopen() {
    const { newer } = this;
    const lines = newer === null ? this.left : linesOf(newer);
    const how = structuredClone((newer ?? this).how);
    const opened = await reopen(this.link, lines, how);
    if (this.newer?.when !== newer?.when) {
      // Another window was faster.
      this.close(opened.session);
      if (!(await this.rejoin())) await this.reopen();
      return;
    }
    this.join(opened, how, newer?.when ?? this.when);
    this.lines = lines;
  }

  /** Play in a session, as it stands there. */
  join(opened, how, when) {
    if (opened.session !== this.session) {
      this.close(this.session);
      this.told = 0;
    }
    // Another window may have gone another way.
    Object.assign(this, { awaiting: opened, session: opened.session, how, players: how.players, when });
    this.lines = [];
    this.kept = 0;
  }

  /** What there is of the record without the service. */
  get left() {
    if (this.lines.length > 0) return this.lines;
    const game = find(this.place);
    return game === null ? [] : linesOf(game);
  }

  /** Ask while nothing else goes on; if the session is gone, once more in another one. */
  async there(what) {
    try {
      return await what();
    } catch (problem) {
      if (!isGone(problem)) throw problem;
      await this.recover();
      return what();
    }
  }
}

/** The lines of the log up to the event of a number, with all notes among or before them. */
function withNotes(lines, told, notes) {
  const first = told - lines.length;
  const all = [...lines];
  for (const { at, colour, words } of notes.toReversed()) {
    // In another session fewer events may be told; what lies before the first line comes first.
    const place = Math.max(0, Math.min(at, told) - first);
    all.splice(place, 0, { kind: "note", colour, words });
  }
  return all;
}

/** Whether a reply takes so long that people wonder. */
const isLate = (reply) => Promise.race([reply.then(() => false), wait(LOOK_EVERY).then(() => true)]);

/** Whether a refusal says that the session is gone. */
export const isGone = (problem) => problem instanceof Refused && problem.field === "session";

/** Whether a refusal says that the session is gone, or went on without this window. */
function isElsewhere(problem) {
  return ["stale", "not_your_decision"].includes(problem.code) || isGone(problem);
}

/**
 * A session that goes on where a record ends, with the dice that the game had. If they are to be
 * proved, and are not yet, they are proved no more. Before there is a record, the set-up begins anew.
 */
export async function reopen(link, lines, how) {
  if (lines.length === 0 && !how.message) throw new Error("The service has forgotten this game.");
  if (lines.length === 0) return link.ask("new", { ...how.message, words: true, discreet: true });
  const opened = await open(link, lines, how.dice === "client" ? "client" : "service");
  if (how.commit && !how.secret) Object.assign(how, { commit: null, unproved: true });
  return opened;
}
