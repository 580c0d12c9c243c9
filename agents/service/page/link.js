// The connection to the service: one message out, its one reply back.

/** A message that the service did not carry out; `code` is of the protocol's list. */
export class Refused extends Error {
  constructor(reply) {
    super(reply.field ? `${reply.field}: ${reply.msg}` : reply.msg);
    this.code = reply.code;
    this.reply = reply;
  }
}

export class Link {
  /**
   * @param {string} url of the WebSocket
   * @param {(reason: string) => void} lost told when the connection or a session has ended
   */
  constructor(url, lost) {
    this.url = url;
    this.lost = lost;
    this.waiting = new Map();
    this.next = 1;
    this.socket = null;
  }

  async open() {
    const socket = new WebSocket(this.url);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error("The service cannot be reached."));
    });
    socket.onerror = null;
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => this.end("The connection to the service is lost. Load the page again to go on.");
    this.socket = socket;
  }

  /** Send a message; resolves with its reply, rejects with `Refused`. */
  async ask(type, fields = {}) {
    if (this.socket === null) await this.open();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ type, id, ...fields }));
    });
  }

  hear(reply) {
    const asked = this.waiting.get(reply.id);
    if (asked === undefined) {
      if (reply.type === "closed") this.lost(`The game is closed: ${reply.reason}.`);
      return;
    }
    this.waiting.delete(reply.id);
    if (reply.type === "error") asked.reject(new Refused(reply));
    else asked.resolve(reply);
  }

  end(reason) {
    this.socket = null;
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
    this.lost(reason);
  }
}
