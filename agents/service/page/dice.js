// Dice as they lie there, and the entry of dice that fell on a table of wood.

import { capital, make, meant } from "./dom.js";

const PIPS = [
  [],
  [[0, 0]],
  [[-1, -1], [1, 1]],
  [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
];
const MOST_SHOWN = 10;
const MOST_BUTTONS = 20;
const OFF_TABLE = "off table";
const TABLE_DICE = [4, 6, 8, 10, 12, 20, 100];
const LEANS = { 1: ", and of two dice the higher counts", "-1": ", and of two dice the lower counts" };
const FELL = 1;
const SURE = 100;

/** The dice that fell last, the newest last. */
export class Dice {
  constructor(list) {
    this.list = list;
  }

  show(dice) {
    const seen = dice.filter((die) => die.reason !== OFF_TABLE);
    if (seen.length > 0) this.list.replaceChildren(...seen.slice(-MOST_SHOWN).map(item));
  }

  clear() {
    this.list.replaceChildren();
  }
}

function item(die) {
  const whose = die.colour ? `${die.colour}, ` : "";
  const value = die.value ?? "hidden";
  return make(
    "li",
    {
      class: `die ${die.colour ?? ""}`,
      title: `${whose}${die.reason}: ${value} on a d${die.sides}`,
    },
    face(die),
    make("small", {}, die.reason),
  );
}

function face(die) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-20 -20 40 40");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${die.value ?? "hidden"} on a d${die.sides}`);
  svg.innerHTML = die.sides === 6 && die.value !== null ? cube(die.value) : polygon(die);
  return svg;
}

function cube(value) {
  const pips = PIPS[value].map(([x, y]) => `<circle class="pip" cx="${9 * x}" cy="${9 * y}" r="3.6"/>`);
  return `<rect class="side" x="-17" y="-17" width="34" height="34" rx="7"/>${pips.join("")}`;
}

function polygon(die) {
  const corners = { 4: 3, 6: 4, 8: 4, 20: 6 }[die.sides] ?? 5;
  const points = [];
  for (let n = 0; n < corners; n += 1) {
    const angle = (2 * Math.PI * n) / corners - Math.PI / 2;
    points.push(`${(18 * Math.cos(angle)).toFixed(1)},${(18 * Math.sin(angle)).toFixed(1)}`);
  }
  const y = corners === 3 ? 3 : 0;
  return (
    `<polygon class="side" points="${points.join(" ")}" stroke-linejoin="round"/>` +
    `<text class="number" y="${y}">${die.value ?? "?"}</text>`
  );
}

/** Whether people can throw such a die, or can say how it fell. */
export const atTable = ({ sides, reason }) => reason === OFF_TABLE || TABLE_DICE.includes(sides);

/** A fair die of the browser. */
export function throwDie(sides) {
  const limit = 2 ** 32 - (2 ** 32 % sides);
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while (word[0] >= limit);
  return (word[0] % sides) + 1;
}

/** Asks people what their dice show. */
export class Entry {
  constructor(box) {
    this.box = box;
    this.reject = null;
  }

  /**
   * Ask for one die.
   * @param {{sides: number, reason: string}} die
   * @param {{seat?: string, advantage?: number, off: number}} how who throws it; 1 if of two
   *   dice the higher counts, -1 if the lower; up to which number a d100 says that a die fell off
   *   the table, 0 if one that did is thrown again
   * @returns {Promise<number>} rejected when it is not wanted any more
   */
  ask(die, how) {
    return new Promise((resolve, reject) => {
      this.reject = reject;
      const since = performance.now();
      const done = (value) => {
        this.close();
        resolve(value);
      };
      const press = (value) => (event) => meant(event, since) && done(value);
      this.box.replaceChildren(...(die.reason === OFF_TABLE ? offTable(how, press) : number(die, how, press, done)));
      this.box.hidden = false;
      this.box.querySelector("button, input")?.focus({ preventScroll: true });
    });
  }

  close() {
    this.box.hidden = true;
    this.box.replaceChildren();
    this.reject = null;
  }

  /** Nobody is asked any more. */
  stop(reason) {
    const reject = this.reject;
    if (reject === null) return;
    this.close();
    reject(reason);
  }
}

function offTable({ off }, press) {
  return [
    make("p", {}, "Did the die stay on the table?"),
    make(
      "p",
      { class: "buttons" },
      off < SURE ? make("button", { type: "button", click: press(off + 1) }, "It stayed") : null,
      make("button", { type: "button", click: press(FELL) }, "It fell off the table"),
    ),
  ];
}

function number(die, { seat, advantage, off }, press, done) {
  const few = die.sides <= MOST_BUTTONS;
  const values = Array.from({ length: few ? die.sides : 0 }, (_, n) => n + 1);
  const buttons = values.map((value) =>
    make(
      "button",
      { type: "button", class: "face", "aria-label": `${value}`, click: press(value) },
      face({ sides: die.sides, value }),
    ),
  );
  const field = make("input", {
    type: "number", min: 1, max: die.sides, step: 1, required: true, inputmode: "numeric",
    "aria-label": `1 to ${die.sides}`,
  });
  const form = make(
    "form",
    {
      class: "buttons",
      submit: (event) => {
        event.preventDefault();
        done(Number(field.value));
      },
    },
    field,
    make("button", { type: "submit" }, "That fell"),
  );
  return [
    make(
      "p",
      {},
      `${capital(seat ? `${seat} throws` : "throw")} a d${die.sides} (${die.reason})` +
        `${LEANS[advantage] ?? ""}. What does it show?`,
    ),
    few ? make("div", { class: "faces" }, ...buttons) : form,
    make(
      "p",
      { class: "buttons" },
      make(
        "button",
        { type: "button", class: "quiet", click: press(throwDie(die.sides)) },
        "Throw it for me",
      ),
      off === 0 ? make("small", {}, "A die that fell on the floor is simply thrown again.") : null,
    ),
  ];
}
