// Looking back: the game decision by decision, with a slider.

import { byId, wait } from "./dom.js";

const STEP = 700;

export class Replay {
  /** @param {object} table what shows a board: see main.js */
  constructor(table) {
    this.table = table;
    this.match = null;
    this.at = 0;
    this.running = false;
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

  /** Look back at a game. Resolves when people come back to it. */
  async begin(match, at) {
    this.match = match;
    byId("slider").hidden = false;
    byId("slider-range").max = match.decisions;
    byId("slider-range").focus();
    const left = new Promise((resolve) => {
      this.resolve = resolve;
    });
    await this.go(at);
    await left;
  }

  /** Show the game after so many decisions; of several wishes the last one counts. */
  async go(at) {
    const match = this.match;
    this.at = Math.max(0, Math.min(at, match.decisions));
    byId("slider-range").value = this.at;
    byId("slider-at").textContent = `${this.at} of ${match.decisions}`;
    if (this.busy) return;
    this.busy = true;
    let shown = -1;
    while (this.match === match && shown !== this.at) {
      shown = this.at;
      // When all is over nothing is hidden any more.
      const seat = match.awaiting.over ? "all" : (match.viewer ?? undefined);
      const { board } = await match.ask("board", { seat, at: shown });
      if (this.match === match) this.table.looking(match, board);
    }
    this.busy = false;
  }

  async run() {
    this.running = !this.running;
    byId("slider-play").textContent = this.running ? "Pause" : "Play";
    const match = this.match;
    while (this.running && this.match === match && this.at < match.decisions) {
      await this.go(this.at + 1);
      await wait(STEP);
    }
    this.rest();
  }

  rest() {
    this.running = false;
    byId("slider-play").textContent = "Play";
  }

  leave() {
    this.rest();
    this.match = null;
    byId("slider").hidden = true;
    this.resolve?.();
  }
}
