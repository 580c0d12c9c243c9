// The list of what the party may choose: as many buttons as there are actions.

import { waits } from "./alert.js";
import { percent } from "./board.js";
import { byId, capital, make, meant } from "./dom.js";
import { common, families } from "./families.js";

const DECLINE = ["end", "yes"];
const CEDE = "cede";
/** So many choices are a long list, whose groups are closed at first where there is little room. */
const LONG = 9;
const MOST_DIGITS = 9;
const SENT = "your choice is on its way, and only one is taken.";
const SMALL = matchMedia("(max-width: 860px)");

/** Thrown into whoever waits for a choice that is not wanted any more. */
export class Interrupted extends Error {}

export class Options {
  /**
   * @param {HTMLElement} box
   * @param {(option: object|null) => void} point told which option is looked at
   * @param {Function} ask see question.js
   */
  constructor(box, point, ask) {
    this.box = box;
    this.detail = byId("detail");
    this.point = point;
    this.ask = ask;
    this.settle = null;
    this.options = [];
    this.shown = 0;
    /** Whether people want a group open, by its title. */
    this.wishes = new Map();
    document.addEventListener("keydown", (event) => this.press(event));
    // Whoever holds a key down takes one choice, not one after the other.
    box.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
  }

  /** Let people choose. Resolves with the number of the action. */
  choose(options) {
    // Who is at something else, such as the log, stays there.
    const free = document.activeElement === document.body || byId("now").contains(document.activeElement);
    this.options = options;
    this.fill(options);
    if (free) this.first()?.focus({ preventScroll: true });
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
  }

  /** Take an option; what ends the game for a party only if it is meant. */
  async take(option) {
    const settle = this.settle;
    if (settle === null) return;
    if (option.text === CEDE) {
      const answer = await this.ask("Give up?", "Your party leaves the game for good.", {
        stay: "Play on", leave: "Give up",
      });
      if (answer !== "leave" || this.settle !== settle) return;
    }
    this.settle = null;
    this.point(null);
    for (const button of this.box.querySelectorAll("button")) button.setAttribute("aria-disabled", "true");
    settle.resolve(option.index);
  }

  /** Nothing is to be chosen any more. */
  stop(reason) {
    const settle = this.settle;
    this.settle = null;
    this.clear();
    settle?.reject(reason);
  }

  clear() {
    this.options = [];
    this.detail.textContent = "";
    this.box.replaceChildren();
    this.point(null);
  }

  /** What was touched on the board: the only action of it is taken, of several the list is cut. */
  touch(actions, event) {
    if (this.settle === null && actions.length > 0) waits(SENT);
    if (this.settle === null || !meant(event, this.shown)) return;
    const touched = this.options.filter((option) => actions.includes(option.index));
    if (touched.length === 1) this.take(touched[0]);
    else if (touched.length > 1) {
      this.fill(touched, true);
      this.first()?.focus({ preventScroll: true });
      this.box.scrollIntoView({ block: "nearest" });
    } else if (this.box.querySelector(".all") !== null) this.fill(this.options);
  }

  /** What is pointed at on the board. */
  look(actions) {
    if (this.settle === null) return;
    const pointed = this.options.filter((option) => actions.includes(option.index));
    this.point(pointed.length === 1 ? pointed[0] : null);
    for (const button of this.box.querySelectorAll("button.option")) {
      button.classList.toggle("meant", pointed.some(({ index }) => String(index) === button.value));
    }
  }

  /** Show what an option does: on the board, and where there is no room in the list, below it. */
  see(option, button = null) {
    this.point(option);
    const words = button?.querySelector(".details")?.textContent ?? "";
    if (option !== null) this.detail.textContent = words;
  }

  first() {
    return this.box.querySelector("button.option");
  }

  /** The choices that are to be seen, in their order. */
  open() {
    return [...this.box.querySelectorAll("button.option")].filter((button) => button.closest("details").open);
  }

  /** The first choices that are to be seen have the digits. */
  number() {
    for (const kbd of this.box.querySelectorAll("kbd")) kbd.textContent = "";
    this.open().slice(0, MOST_DIGITS).forEach((button, n) => {
      button.querySelector("kbd").textContent = String(n + 1);
    });
  }

  fill(options, cut = false) {
    const groups = [...grouped(options)];
    const long = SMALL.matches && options.length > LONG && groups.length > 2;
    const parts = groups.map(([group, members], n) => this.group(group, members, !long || n === 0));
    if (cut) {
      const all = () => {
        this.fill(this.options);
        this.first()?.focus({ preventScroll: true });
      };
      parts.push(make("button", { type: "button", class: "all quiet", click: all }, "All choices"));
    }
    this.detail.textContent = "";
    this.box.replaceChildren(...parts);
    this.shown = performance.now();
    this.number();
  }

  /** The choices of a group, which can be folded away. */
  group(name, members, open) {
    const buttons = members.map((option) => this.button(option));
    const items = families(members).map((family) =>
      family.stem
        ? clan(family, members, buttons)
        : make("li", {}, buttons[members.indexOf(family.options[0])]));
    const box = make(
      "details",
      { open: this.wishes.get(name) ?? open },
      make("summary", {}, make("h3", {}, name), make("small", {}, ` ${members.length}`), odds(members.flatMap((option) => option.odds ?? []))),
      make("ul", { "aria-label": name }, ...items),
    );
    box.addEventListener("toggle", () => this.number());
    box.querySelector("summary").addEventListener("click", () => this.wishes.set(name, !box.open));
    return box;
  }

  button(option) {
    const look = (event) => this.see(option, event.currentTarget);
    const leave = () => this.see(null);
    return make(
      "button",
      {
        type: "button", class: "option", value: option.index,
        click: (event) => meant(event, this.shown) && this.take(option),
        focus: look, blur: leave, pointerenter: look, pointerleave: leave,
      },
      make("kbd", { "aria-hidden": "true" }),
      make("b", {}, title(option)),
      odds(option.odds ?? []),
      about(option),
      details(option),
    );
  }

  /** The digits choose, wherever the focus is, unless something is being written. */
  press(event) {
    const writing = event.target.closest?.("input, select, textarea, dialog");
    if (this.settle === null || writing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!/^[1-9]$/.test(event.key) || event.repeat || !byId("entry").hidden) return;
    this.open()[Number(event.key) - 1]?.click();
  }
}

function grouped(options) {
  const groups = new Map();
  for (const option of options) {
    groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  }
  return groups;
}

/** An action by its meaning; where that is a sentence of its own, it stands for the name. */
function title(option) {
  if (DECLINE.includes(option.text) && option.words) return capital(option.words);
  return capital(option.text);
}

/** What it is about, in a few words. */
function about(option) {
  const meaning = DECLINE.includes(option.text) ? "" : option.words;
  const words = [meaning, ...(option.follows ?? []).map(capital)].filter(Boolean).join(". ");
  return words ? make("small", { class: "about" }, words) : null;
}

/** What it does, and what must be thrown for it. */
function details(option) {
  const throws = (option.odds ?? []).map(
    (one) => `${one.colour}, ${one.reason}: ${one.words}, ${percent(one)}`,
  );
  const told = [option.effect, ...new Set(throws)].filter(Boolean);
  return told.length === 0 ? null : make("small", { class: "details" }, told.map(capital).join(". "));
}

/** A family: what it does is said once, and each member is a small button. */
function clan({ stem, effect, options }, members, buttons) {
  const told = [effect, ...common(options)].map(capital).join(". ");
  const own = options.map((option) => buttons[members.indexOf(option)]);
  for (const button of own) {
    const words = button.querySelector("b").textContent;
    const start = make("span", { class: "hidden" }, words.slice(0, stem.length + 1));
    button.querySelector("b").replaceChildren(start, words.slice(stem.length + 1));
    button.classList.add("member");
  }
  options.forEach((option, n) => {
    const button = own[n].querySelector(".about");
    const follows = (option.follows ?? []).map(capital).join(". ");
    button?.replaceChildren(option.words ?? "", make("span", { class: "hidden" }, `. ${follows}`));
  });
  return make(
    "li",
    { class: "family" },
    make("b", {}, capital(stem)),
    make("small", {}, told),
    make("div", { class: "members" }, ...own),
  );
}

function odds(throws) {
  if (throws.length === 0) return null;
  const chances = throws.map(({ chance }) => chance);
  const [low, high] = [Math.min(...chances), Math.max(...chances)];
  const told = Math.round(100 * low) === Math.round(100 * high)
    ? percent({ chance: high })
    : `${Math.round(100 * low)}–${percent({ chance: high })}`;
  return make("span", { class: "odds" }, told);
}
