// Looking back: the game decision by decision, with a slider.

import { byId, wait } from "./dom.js";

const STEP = 700;

export class Replay {
  /** @param {object} table what shows a board: see main.js */
  constructor(table) {
    this.table = table;
    this.match = null;
    this.at = 0;
    /** What plays on now is this; null at rest. */
    this.playing = null;
    const go = (where) => () => this.go(where());
    byId("slider-range").addEventListener("input", (event) => this.go(Number(event.target.value)));
    byId("slider-first").addEventListener("click", go(() => 0));
    byId("slider-back").addEventListener("click", go(() => this.at - 1));
    byId("slider-on").addEventListener("click", go(() => this.at + 1));
    byId("slider-last").addEventListener("click", go(() => this.match.decisions));
    byId("slider-play").addEventListener("click", () => this.run());
    byId("slider-leave").addEventListener("click", () => this.leave());
  }

  get open() {
    return this.match !== null;
  }

  /** Look back at a game. Resolves when people come back to it, rejects if the service refuses. */
  async begin(match, at) {
    this.match = match;
    byId("slider").hidden = false;
    byId("slider-range").max = match.decisions;
    byId("slider-range").focus();
    const left = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.go(at);
    try {
      await left;
    } finally {
      if (this.match === match) this.leave();
    }
  }

  /** Show the game after so many decisions; of several wishes the last one counts. */
  async go(at) {
    const match = this.match;
    this.at = Math.max(0, Math.min(at, match.decisions));
    byId("slider-range").value = this.at;
    const where = `${this.at} of ${match.decisions}`;
    byId("slider-at").textContent = where;
    byId("slider-range").setAttribute("aria-valuetext", `decision ${where}`);
    if (this.busy) return;
    this.busy = true;
    try {
      await this.follow(match);
    } catch (problem) {
      if (this.match === match) this.reject(problem);
    } finally {
      this.busy = false;
    }
  }

  /** Show what is wished until it is shown. */
  async follow(match) {
    let shown = -1;
    while (this.match === match && shown !== this.at) {
      shown = this.at;
      const { board } = await match.there(() => {
        // When all is over nothing is hidden any more.
        const seat = match.awaiting.over ? "all" : (match.viewer ?? undefined);
        return match.ask("board", { seat, at: Math.min(shown, match.decisions) });
      });
      if (this.match === match) this.table.looking(match, board);
    }
  }

  /** Play, or pause: of several clicks on Play only the last one plays. */
  async run() {
    if (this.playing !== null) return this.rest();
    const playing = {};
    this.playing = playing;
    byId("slider-play").textContent = "Pause";
    const match = this.match;
    while (this.playing === playing && this.at < match.decisions) {
      await this.go(this.at + 1);
      await wait(STEP);
    }
    if (this.playing === playing) this.rest();
  }

  rest() {
    this.playing = null;
    byId("slider-play").textContent = "Play";
  }

  leave() {
    this.rest();
    this.match = null;
    byId("slider").hidden = true;
    this.resolve?.();
  }
}
