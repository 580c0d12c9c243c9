// The connection to the service: one message out, its one reply back.

import { capital, wait } from "./dom.js";
import { wording } from "./wording.js";

/** The most bytes of a message. */
export const MOST_BYTES = 2 ** 20;
const AGAIN = 1000;
const MOST_AGAIN = 16_000;
/** Milliseconds until people are told that a reply is late. */
const LATE = 1000;
/** Milliseconds without a word while something is waited for, after which nobody is there. */
const SILENCE = 30_000;
/** Milliseconds that a connection may take to be there. */
const OPENING = 10_000;
const HEALTH = "health";
const SOON = 3000;

/** A message that the service did not carry out; `code` is of the protocol's list. */
export class Refused extends Error {
  constructor(reply) {
    super(wording(reply));
    this.code = reply.code;
    this.field = (reply.field ?? "").split(".")[0];
  }
}

/** The connection was lost before the reply came, or there is none. */
export class Lost extends Error {
  constructor() {
    super("The connection to the service is lost.");
  }
}

/** The bytes that a text takes in a message. */
export const bytes = (text) => new TextEncoder().encode(text).length;

export class Link {
  /**
   * @param {string} url of the WebSocket
   * @param {object} listener
   * @param {() => void} listener.lost told when the connection has ended
   * @param {(words: string) => void} listener.trying told why there is none, and when it is tried again
   * @param {(late: boolean) => void} listener.late told when replies are late, and when none is any more
   */
  constructor(url, listener) {
    this.url = url;
    this.listener = listener;
    this.waiting = new Map();
    this.late = new Set();
    this.heard = 0;
    this.next = 1;
    this.socket = null;
    this.opening = null;
  }

  get connected() {
    return this.socket !== null;
  }

  /** Open the connection; who asks meanwhile waits for the same one. */
  open() {
    this.opening ??= this.connect().finally(() => {
      this.opening = null;
    });
    return this.opening;
  }

  async connect() {
    const socket = new WebSocket(this.url);
    let timer;
    try {
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = () => reject(new Lost());
        timer = setTimeout(socket.onerror, OPENING);
      });
    } catch (problem) {
      socket.close();
      throw problem;
    } finally {
      clearTimeout(timer);
      socket.onerror = null;
    }
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => this.end();
    this.socket = socket;
  }

  /** Open the connection once more, as often as it takes, less and less often, and say so. */
  async again(wanted) {
    for (let pause = AGAIN; !this.connected && wanted(); pause = Math.min(2 * pause, MOST_AGAIN)) {
      try {
        await this.open();
      } catch {
        const why = await reason();
        if (!wanted()) return;
        const seconds = pause === AGAIN ? "a second" : `${pause / 1000} seconds`;
        if (!this.connected) this.listener.trying(`${capital(why)}. Trying again in ${seconds} …`);
        await wait(pause);
      }
    }
  }

  /** Send a message; resolves with its reply, rejects with `Refused` or `Lost`. */
  async ask(type, fields = {}) {
    const id = this.next++;
    const text = JSON.stringify({ type, id, ...fields });
    const size = bytes(text);
    if (size > MOST_BYTES) {
      throw new Error(`That is too long: ${(size / MOST_BYTES).toFixed(1)} MiB, the service takes 1 MiB.`);
    }
    if (!this.connected) await this.open();
    return new Promise((resolve, reject) => {
      // A bot is late when its time is over.
      const timer = setTimeout(() => this.miss(id), LATE + (fields.limit?.ms ?? 0));
      this.waiting.set(id, { resolve, reject, timer });
      this.heard = performance.now();
      this.socket.send(text);
    });
  }

  /** A reply is late: people are told, and in the end it is waited for no more. */
  miss(id) {
    const asked = this.waiting.get(id);
    if (this.late.size === 0) this.listener.late(true);
    this.late.add(id);
    const left = this.heard + SILENCE - performance.now();
    if (left > 0) asked.timer = setTimeout(() => this.miss(id), left);
    else this.drop();
  }

  /** Nobody is there: a socket that still seems to be open is given up. */
  drop() {
    const { socket } = this;
    Object.assign(socket, { onmessage: null, onclose: null });
    socket.close();
    this.end();
  }

  /** A reply is waited for no more. */
  settle(id) {
    const asked = this.waiting.get(id);
    if (asked === undefined) return undefined;
    this.waiting.delete(id);
    clearTimeout(asked.timer);
    if (this.late.delete(id) && this.late.size === 0) this.listener.late(false);
    return asked;
  }

  hear(reply) {
    // Without an id it can only be about the message that has waited for longest.
    const id = reply.type === "error" ? (reply.id ?? this.waiting.keys().next().value) : reply.id;
    this.heard = performance.now();
    const asked = this.settle(id);
    if (asked === undefined) return;
    if (reply.type === "error") asked.reject(new Refused(reply));
    else asked.resolve(reply);
  }

  end() {
    this.socket = null;
    const waiting = [...this.waiting.keys()].map((id) => this.settle(id));
    this.listener.lost();
    for (const { reject } of waiting) reject(new Lost());
  }
}

/** Why there is no connection: a browser does not tell, but the service may. */
async function reason() {
  try {
    const answer = await fetch(HEALTH, { cache: "no-store", signal: AbortSignal.timeout(SOON) });
    const { full } = await answer.json();
    return full ? "all places of the service are taken" : "the service does not let this page in";
  } catch {
    return "the service does not answer";
  }
}
