// The board: the picture of the service, what is highlighted on it, and what is touched.

import { still } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const SLIDE = 320;
const CAPTION_RIM = 4;
/** What a piece with its ring takes up, and a plate with a chance. */
const RING = 40;
const PLATE = { width: 60, height: 28 };
/** Where a plate may be, from the middle of what it tells of: near it first. */
const BESIDE = [
  [0, -38], [0, 38], [54, 0], [-54, 0], [54, -32], [-54, -32], [54, 32], [-54, 32],
  [0, -68], [0, 68], [62, -60], [-62, -60], [62, 60], [-62, 60],
];

export class Board {
  /**
   * @param {HTMLElement} box
   * @param {{touch: (actions: number[], event: Event) => void, point: (actions: number[]) => void}} listener
   *   told which actions belong to what is touched, with the click, and to what is pointed at
   */
  constructor(box, listener) {
    this.box = box;
    this.listener = listener;
    box.addEventListener("click", (event) => listener.touch(actionsAt(event.target), event));
    box.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") listener.point(actionsAt(event.target));
    });
    box.addEventListener("pointerleave", () => listener.point([]));
  }

  /** Show a picture; pieces glide from where they were. */
  show(svg) {
    const before = still() ? new Map() : this.places();
    this.box.innerHTML = svg;
    this.crop();
    const overlay = document.createElementNS(SVG, "g");
    overlay.setAttribute("class", "overlay");
    this.picture?.append(overlay);
    for (const [piece, here] of this.places()) {
      const there = before.get(piece);
      if (there === undefined) continue;
      const [x, y] = [there.x - here.x, there.y - here.y];
      if (Math.hypot(x, y) < 2) continue;
      this.piece(piece).animate(
        [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }],
        { duration: SLIDE, easing: "ease-out" },
      );
    }
  }

  /** Only the board: the page says in words of its own what is written below it. */
  crop() {
    const frame = this.picture?.viewBox.baseVal;
    if (frame) frame.height = frame.width - CAPTION_RIM;
  }

  get picture() {
    return this.box.querySelector("svg");
  }

  piece(number) {
    return this.box.querySelector(`g[data-piece="${number}"]`);
  }

  /** The middle of every piece, by its number. */
  places() {
    const places = new Map();
    for (const piece of this.box.querySelectorAll("g[data-piece]")) {
      places.set(piece.dataset.piece, middle(piece));
    }
    return places;
  }

  /** Mark what an action is about: who acts, on what, and how likely it succeeds. */
  mark(option) {
    const overlay = this.box.querySelector(".overlay");
    if (overlay === null) return;
    overlay.replaceChildren();
    if (option === null) return;
    const actors = (option.pieces ?? []).map((n) => this.piece(n)).filter(Boolean);
    const aims = [
      ...(option.targets ?? []).map((n) => this.piece(n)),
      ...(option.spaces ?? []).map((n) => this.space(n)),
    ].filter(Boolean);
    const thrown = this.thrown(option.odds ?? []);
    for (const aim of thrown.keys()) if (!aims.includes(aim)) aims.push(aim);
    for (const actor of actors) ring(overlay, middle(actor), "actor");
    aims.forEach((aim, n) => {
      const at = middle(aim);
      const from = actors[n] ?? actors[0];
      if (from !== undefined) arrow(overlay, middle(from), at);
      ring(overlay, at, "aim");
    });
    const last = aims.at(-1) ?? actors.at(-1);
    if (thrown.size === 0 && option.odds?.length === 1 && last) thrown.set(last, option.odds[0]);
    const shown = [...this.places().values(), ...aims.map(middle)];
    const taken = shown.map((at) => ({ ...at, width: RING, height: RING }));
    for (const [aim, throw_] of thrown) label(overlay, middle(aim), percent(throw_), taken);
  }

  /** The throws by what they are at: an action may still have several targets. */
  thrown(odds) {
    const found = new Map();
    for (const one of odds) {
      const aim = one.target === undefined ? this.space(one.space) : this.piece(one.target);
      if (aim && !found.has(aim)) found.set(aim, one);
    }
    return found;
  }

  space(number) {
    return this.box.querySelector(`g[data-space="${number}"]`);
  }
}

/** A chance in percent. */
export const percent = (throw_) => `${Math.round(100 * throw_.chance)}\u00a0%`;

function actionsAt(target) {
  const told = target instanceof Element ? target.closest("[data-actions]") : null;
  return told === null ? [] : told.dataset.actions.split(" ").map(Number);
}

function middle(element) {
  const box = element.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function draw(parent, name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  parent.append(element);
}

function ring(overlay, { x, y }, kind) {
  draw(overlay, "circle", { cx: x, cy: y, r: 21, class: kind });
}

function arrow(overlay, from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 50) return;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const path =
    `M${from.x + 22 * x} ${from.y + 22 * y}L${to.x - 26 * x} ${to.y - 26 * y}` +
    `M${to.x - 36 * x - 8 * y} ${to.y - 36 * y + 8 * x}L${to.x - 26 * x} ${to.y - 26 * y}` +
    `L${to.x - 36 * x + 8 * y} ${to.y - 36 * y - 8 * x}`;
  draw(overlay, "path", { d: path, class: "casing" });
  draw(overlay, "path", { d: path, class: "arrow" });
}

/** Write a text beside a place, where it covers least of what is taken, and take that. */
function label(overlay, at, text, taken) {
  const board = overlay.ownerSVGElement.viewBox.baseVal;
  const plates = BESIDE.map(([x, y]) => ({ ...PLATE, x: at.x + x, y: at.y + y }));
  const hidden = (plate) =>
    taken.reduce((sum, one) => sum + overlap(plate, one), 0) + PLATE.width * PLATE.height - inside(plate, board);
  const best = plates.reduce((one, other) => (hidden(other) < hidden(one) - 1 ? other : one));
  taken.push(best);
  const { x, y, width, height } = best;
  draw(overlay, "rect", { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2, class: "plate" });
  draw(overlay, "text", { x, y, class: "chance" }, text);
}

/** The area that two boxes, told by their middles, have in common. */
function overlap(one, other) {
  const common = (at, size) =>
    Math.max(0, Math.min(one[size], other[size], (one[size] + other[size]) / 2 - Math.abs(one[at] - other[at])));
  return common("x", "width") * common("y", "height");
}

/** The area of a box that is on the board. */
function inside(box, { x, y, width, height }) {
  return overlap(box, { x: x + width / 2, y: y + height / 2, width, height });
}
