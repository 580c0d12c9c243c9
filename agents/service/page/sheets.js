// The party sheets, and the sky above them.

import { capital, make } from "./dom.js";

const PARTS = [
  ["conditions", "Condition"],
  ["pieces", "Pieces"],
  ["belongings", "Has"],
  ["structures", "Structures"],
  ["hand", "Hand"],
];

export class Sheets {
  constructor(box, sky) {
    this.box = box;
    this.sky = sky;
  }

  /**
   * @param {object} board what the service tells
   * @param {(colour: string) => string} name who plays a colour
   */
  show(board, name) {
    const open = new Map(
      [...this.box.querySelectorAll("details")].map((sheet) => [sheet.dataset.colour, sheet.open]),
    );
    this.box.replaceChildren(
      ...board.sheets.map((sheet) => {
        const who = name(sheet.colour);
        return party(sheet, board, who, open.get(sheet.colour) ?? (wide() || who === "you"));
      }),
    );
    this.sky.replaceChildren(...chips(board).map((chip) => make("li", chip.mood ? { class: chip.mood } : {}, chip.words)));
  }
}

const wide = () => matchMedia("(min-width: 861px)").matches;

function chips(board) {
  if (!board.sky) return [{ words: `round ${board.round}` }, { words: board.rules }];
  const chips = board.sky.words.map((words) => ({ words, mood: words.startsWith(board.sky.weather) ? board.sky.weather : null }));
  return [{ words: board.sky.night ? "night" : "day", mood: board.sky.night ? "moon" : "sun" }, ...chips];
}

function party(sheet, board, name, open) {
  const now = board.turn === sheet.colour && !board.over;
  const parts = PARTS.filter(([key]) => (sheet[key] ?? []).length > 0);
  const head = make(
    "summary",
    {},
    make("span", { class: "token", "aria-hidden": "true" }),
    make("b", {}, capital(sheet.colour)),
    make("span", { class: "who" }, [name, sheet.title].filter(Boolean).join(", ")),
    result(sheet),
    sheet.hp === undefined ? null : health(sheet),
  );
  const lines = parts.map(([key, title]) =>
    make(
      "div",
      {},
      make("dt", {}, title),
      make("dd", {}, sheet[key].map((words) => words.replace(/^cards: /, "")).join(", ")),
    ));
  return make(
    "details",
    {
      class: `card sheet ${sheet.colour}${now ? " turn" : ""}${sheet.out ? " out" : ""}`,
      "data-colour": sheet.colour,
      open,
      "aria-current": now ? "true" : null,
    },
    head,
    make("p", { class: "quiet" }, where(sheet)),
    lines.length > 0 ? make("dl", {}, ...lines) : null,
  );
}

function where(sheet) {
  if (sheet.out && sheet.place === undefined) return "out of the game";
  const told = [`${sheet.home} home`, `${sheet.yard} in the yard`];
  return told.join(", ");
}

function result(sheet) {
  return sheet.place === undefined ? null : make("span", { class: "place" }, `place ${sheet.place}`);
}

function health(sheet) {
  const words = `${sheet.hp} of ${sheet.most_hp} hit points`;
  return make(
    "span",
    { class: "health" },
    make("meter", {
      min: 0, max: sheet.most_hp, low: Math.floor(sheet.most_hp / 2) + 0.5, optimum: sheet.most_hp,
      value: sheet.hp, "aria-label": words,
    }),
    make("span", { "aria-hidden": "true" }, `${sheet.hp}/${sheet.most_hp}`),
  );
}
