// The log in words, and what screen readers are told of it.

import { make } from "./dom.js";

const MOST_LINES = 400;
const MOST_SPOKEN = 6;

export class Log {
  constructor(list, spoken) {
    this.list = list;
    this.spoken = spoken;
  }

  add(lines) {
    const end = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    this.list.append(
      ...lines.map((line) =>
        make("li", { class: `${line.kind} ${line.colour ?? ""}` }, line.words),
      ),
    );
    while (this.list.childElementCount > MOST_LINES) this.list.firstElementChild.remove();
    if (end) this.list.scrollTop = this.list.scrollHeight;
  }

  clear() {
    this.list.replaceChildren();
  }

  /** Say something to screen readers: the last of what happened, and what is asked. */
  say(lines, question) {
    const told = lines.filter(({ kind }) => kind !== "roll").slice(-MOST_SPOKEN);
    this.spoken.textContent = [...told.map(({ words }) => words), question].join(". ");
  }
}
