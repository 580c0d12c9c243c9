// A client of the bot protocol without dependencies. `connect` needs a WebSocket, as browsers and
// Node 22 or newer have; `start` needs Node 18 or newer.
//
//   import { connect, start } from "./ludo.js"; // or http://127.0.0.1:8765/javascript/ludo.js
//   const ludo = await connect("ws://127.0.0.1:8765/"); // or start("ludo", "bot")
//   const { action } = await ludo.decide({ seat: "red", bot: "hard", state });
//
// The types are in ludo.d.ts; what the messages mean is in docs/protocol.md.

/** The bytes that a message may have. */
const MOST_BYTES = 2 ** 20;

/** The errors about a message of which not even the id could be read. */
const UNREADABLE = new Set(["bad_json", "too_large"]);

const NO_SOCKET =
  'no WebSocket here, allowed: a browser, Node 22 or newer, options.WebSocket; or start("ludo", "bot")';

/** The service did not carry out a message; `code` is one of the protocol's list. */
export class Refused extends Error {
  constructor(reply) {
    super(`${reply.code}: ${reply.field ? `${reply.field}: ` : ""}${reply.msg}`);
    this.name = "Refused";
    this.code = reply.code;
    this.reply = reply;
  }
}

/** The connection is lost, or was never there. */
export class Gone extends Error {
  constructor(reason) {
    super(reason);
    this.name = "Gone";
  }
}

/** Connect with a service; rejects with `Gone` if nobody is there, or nothing to connect with. */
export async function connect(address, options = {}) {
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  if (Socket === undefined) throw new Gone(NO_SOCKET);
  const socket = opened(Socket, address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Gone(`${address}: nobody is there`));
  });
  return new Client(socket);
}

function opened(Socket, address) {
  try {
    return new Socket(address);
  } catch (error) {
    throw new Gone(`${address}: ${error.message}`);
  }
}

/**
 * Start a program that speaks the protocol over its standard input and output, such as
 * `start("ludo", "bot")`; in Node alone. Rejects with `Gone` if it cannot be started.
 */
export async function start(command, ...args) {
  const { spawn } = await import("node:child_process").catch(() => {
    throw new Gone("no programs here, allowed: Node 18 or newer");
  });
  const program = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  await new Promise((resolve, reject) => {
    program.once("spawn", resolve);
    program.once("error", ({ message }) => reject(new Gone(message)));
  });
  return new Client(new Pipe(program));
}

/** A program that is spoken to as a WebSocket is: one message a line. */
class Pipe {
  constructor(program) {
    this.program = program;
    this.readyState = 1;
    let rest = "";
    program.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const data of lines) this.onmessage({ data });
    });
    // That it reads no more is told by its end.
    program.stdin.on("error", () => {});
    program.on("close", () => {
      this.readyState = 3;
      this.onclose();
    });
  }

  send(text) {
    this.program.stdin.write(`${text}\n`);
  }

  close() {
    this.readyState = 2;
    this.program.stdin.end();
  }
}

/** One connection: every message has one reply. Any number may be under way at once. */
export class Client {
  constructor(socket) {
    this.socket = socket;
    this.waiting = new Map();
    this.last = 0;
    /** Called with what comes unasked: `closed`, when a session was idle for too long. */
    this.onnotice = () => {};
    /** Called when the connection is lost. */
    this.onlost = () => {};
    socket.onmessage = ({ data }) => this.take(data);
    socket.onclose = () => this.lose();
    socket.onerror = () => {};
  }

  /** Send a message; resolves with its reply, rejects with `Refused` or `Gone`. */
  async ask(type, fields = {}) {
    return this.send(type, fields).reply;
  }

  /** Ask a bot for a decision. An `AbortSignal` in `signal` makes it answer at once. */
  async decide({ signal, ...fields }) {
    const { id, reply } = this.send("decide", fields);
    const stop = () => this.tell("stop", { target: id });
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    try {
      return await reply;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Open a session: a game that the service keeps. */
  async newGame(fields = {}) {
    return new Session(this, await this.ask("new", fields));
  }

  /** Open a session that goes on where a record ends; `lines` are texts or objects. */
  async load(lines, fields = {}) {
    return new Session(this, await this.ask("load", { ...fields, lines }));
  }

  /** End the connection. */
  close() {
    this.socket.close();
  }

  send(type, fields) {
    const id = ++this.last;
    // What no message can tell is refused here, where it is known which one it was.
    const text = written({ ...fields, type, id });
    const reply = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.put(text);
    return { id, reply };
  }

  tell(type, fields) {
    this.put(written({ ...fields, type }));
  }

  put(text) {
    if (this.socket.readyState === 1) this.socket.send(text);
    else this.lose();
  }

  /** What is no message ends the connection. */
  take(data) {
    let reply = null;
    try {
      reply = JSON.parse(data);
    } catch {
      // No JSON is no message.
    }
    if (typeof reply === "object" && reply !== null) this.hear(reply);
    else this.close();
  }

  hear(reply) {
    const id = UNREADABLE.has(reply.code) ? this.unread(reply) : reply.id;
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    if (asked === undefined) this.onnotice(reply);
    else if (reply.type === "error") asked.reject(new Refused(reply));
    else asked.resolve(reply);
  }

  /** Whose an error is that could not repeat an id: that of the only message that waits. */
  unread({ id }) {
    return id ?? (this.waiting.size === 1 ? this.waiting.keys().next().value : undefined);
  }

  lose() {
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of lost) reject(new Gone("the connection is lost"));
    this.onlost();
  }
}

/** A message as JSON. Throws a `Refused` for what the service could not even read. */
function written(message) {
  const text = JSON.stringify(message);
  // What is half of a pair is written as an escape, in which no service sees a character.
  const half = /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(text);
  if (half) throw new Refused({ code: "bad_json", msg: "a text with a lone surrogate" });
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= MOST_BYTES) return text;
  throw new Refused({ code: "too_large", msg: `${bytes} bytes, a message has up to ${MOST_BYTES}` });
}

/** A game that the service keeps. `awaiting` is what it waits for; every method renews it. */
export class Session {
  constructor(client, awaiting) {
    this.client = client;
    this.name = awaiting.session;
    this.opening = awaiting;
    this.awaiting = awaiting;
  }

  /** Whether the game is over. */
  get over() {
    return this.awaiting.over !== undefined;
  }

  /** Take an action, by its index or its text. */
  act(action) {
    return this.apply({ action });
  }

  /** Tell the dice that fell. */
  roll(...dice) {
    return this.apply({ dice });
  }

  /**
   * Give the text that a game under a commitment waits for: one of your own, or a random one. It is
   * kept as `entropy`, for the proof.
   */
  async giveEntropy(text) {
    this.entropy = text ?? (await randomText());
    return this.apply({ entropy: this.entropy });
  }

  /** Take back the last decision of one of these seats, or of any, and all that came of it. */
  async undo(...seats) {
    const who = seats.length > 0 ? seats : this.opening.seats;
    const { seq } = this.awaiting;
    this.awaiting = await this.client.ask("undo", { session: this.name, seq, seats: who });
    return this.awaiting;
  }

  /** What a seat, all, or one who looks on may see; see "Frontends for people". */
  board(fields = {}) {
    return this.client.ask("board", { ...fields, session: this.name });
  }

  /**
   * Let a bot decide for the party that must, and take its action; the decision. Rejects with
   * `Refused` if no party must.
   */
  async letBotAct(bot, fields = {}) {
    const { choice, chance, over } = this.awaiting;
    if (choice === undefined) {
      const what = over ? "the game is over" : `${chance ? "dice are" : "entropy is"} waited for`;
      throw new Refused({ code: "not_your_decision", msg: what });
    }
    const { seat } = choice;
    const decision = await this.client.decide({ ...fields, bot, seat, session: this.name });
    await this.act(decision.action.index);
    return decision;
  }

  /** The state, or what a seat may know of it. */
  async state(seat) {
    return (await this.client.ask("state", { session: this.name, seat })).state;
  }

  /** The lines of the record so far. */
  async record() {
    return (await this.client.ask("record", { session: this.name })).lines;
  }

  /** Close the session. */
  close() {
    return this.client.ask("close", { session: this.name });
  }

  async apply(event) {
    const { seq } = this.awaiting;
    this.awaiting = await this.client.ask("apply", { session: this.name, seq, event });
    return this.awaiting;
  }
}

async function randomText() {
  // Node 18 has it there alone.
  const crypto = globalThis.crypto ?? (await import("node:crypto")).webcrypto;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
