// The connection to the service: one message out, its one reply back.

import { wait } from "./dom.js";
import { wording } from "./wording.js";

/** The most bytes of a message. */
export const MOST_BYTES = 2 ** 20;
const AGAIN = 1000;
const MOST_AGAIN = 10_000;

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
   * @param {() => void} lost told when the connection has ended
   */
  constructor(url, lost) {
    this.url = url;
    this.lost = lost;
    this.waiting = new Map();
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
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Lost());
    });
    socket.onerror = null;
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => this.end();
    this.socket = socket;
  }

  /** Open the connection once more, as often as it takes, less and less often. */
  async again(wanted) {
    for (let pause = AGAIN; !this.connected && wanted(); pause = Math.min(1.5 * pause, MOST_AGAIN)) {
      await this.open().catch(() => wait(pause));
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
      this.waiting.set(id, { resolve, reject });
      this.socket.send(text);
    });
  }

  hear(reply) {
    // Without an id it can only be about the message that has waited for longest.
    const id = reply.type === "error" ? (reply.id ?? this.waiting.keys().next().value) : reply.id;
    const asked = this.waiting.get(id);
    if (asked === undefined) return;
    this.waiting.delete(id);
    if (reply.type === "error") asked.reject(new Refused(reply));
    else asked.resolve(reply);
  }

  end() {
    this.socket = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.lost();
    for (const { reject } of waiting) reject(new Lost());
  }
}
