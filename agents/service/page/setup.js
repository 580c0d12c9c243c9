// The form for a new game.

import { byId, capital, make } from "./dom.js";
import { keep, recall } from "./keep.js";

export const COLOURS = ["yellow", "blue", "red", "green"];
export const PERSON = "a person";
const SEATED = { 2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3] };
const CLASSES = ["soldier", "archer", "wizard", "engineer", "rogue"];
const RULES_WORDS = {
  classic: "Plain Ludo, as the old rules have it.",
  modern: "Plain Ludo, as it is played on phones.",
  danish: "Plain Ludo with globes and stars, as in Denmark.",
  lke: "Plain Ludo of the ludo-king-engine.",
  ludicrous: "The full game: weapons, magic, structures, tanks, nights.",
  "ludicrous-core": "The full board without weapons, magic and machines.",
  "ludicrous-tabletop": "The full game as at a tournament table; dice may fall off it.",
  "ludicrous-short": "The full game, two pieces to win.",
};
const DICE_WORDS = {
  service: "thrown here",
  commit: "thrown here, and proved at the end",
  client: "my own dice, which I type in",
};
const LEVELS_FIRST = (one, other) => (one.level ?? 9) - (other.level ?? 9);
const KEPT = "setup";

export class Setup {
  /**
   * @param {object} hello what the service says of itself
   * @param {(game: object) => void} start told the `new` message, the players and the time to think
   */
  constructor(hello, start) {
    this.hello = hello;
    this.start = start;
    const kept = recall(KEPT) ?? {};
    radios(byId("rules"), "rules", hello.rulesets.map(({ name }) => [name, name]), kept.rules ?? "classic");
    radios(byId("players"), "players", [2, 3, 4].map((n) => [String(n), `${n} players`]), kept.players ?? "4");
    radios(byId("dice-modes"), "dice", Object.entries(DICE_WORDS).filter(([mode]) => hello.dice.includes(mode)), kept.dice ?? "service");
    this.seats = kept.seats ?? {};
    const form = byId("setup-form");
    form.addEventListener("change", () => this.follow());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.follow();
      this.start(this.game());
    });
    this.fill();
  }

  get rules() {
    return picked("rules");
  }

  get kind() {
    return this.hello.rulesets.find(({ name }) => name === this.rules).game;
  }

  get colours() {
    return SEATED[picked("players")].map((seat) => COLOURS[seat]);
  }

  /** Keep what is chosen, and ask what follows from it. */
  follow() {
    for (const select of byId("seats").querySelectorAll("[data-colour]")) {
      this.seats[select.dataset.colour] = { ...this.seats[select.dataset.colour], [select.dataset.of]: select.value };
    }
    keep(KEPT, {
      rules: this.rules, players: picked("players"), dice: picked("dice"), seats: this.seats,
    });
    this.fill();
  }

  fill() {
    byId("rules-words").textContent = RULES_WORDS[this.rules] ?? "";
    byId("setup").classList.toggle("full", this.kind === "full");
    const focused = document.activeElement?.id;
    byId("seats").replaceChildren(...this.colours.map((colour, n) => this.seat(colour, n)));
    if (focused) byId(focused)?.focus();
  }

  seat(colour, n) {
    const plays = ({ games, rules }) => games.includes(this.kind) && (rules?.includes(this.rules) ?? true);
    const bots = this.hello.bots.filter(plays).sort(LEVELS_FIRST);
    const names = [PERSON, ...bots.map(({ name }) => name)];
    const kept = this.seats[colour] ?? {};
    const usual = names.find((name) => ["normal", "sensible", "smart"].includes(name));
    const player = names.includes(kept.player) ? kept.player : n === 0 ? PERSON : usual;
    const bot = bots.find(({ name }) => name === player);
    return make(
      "div",
      { class: `seat ${colour}` },
      make("span", { class: "token", "aria-hidden": "true" }),
      make("b", {}, capital(colour)),
      choice(`player-${colour}`, `Who plays ${colour}`, names, player, { colour, of: "player" }),
      ...(bot?.options ?? []).filter(({ type, choices }) => type === "text" && choices).map((option) =>
        choice(
          `${option.name}-${colour}`, `${option.name} of ${colour}`, option.choices,
          kept[option.name] ?? option.default, { colour, of: option.name },
        )),
      this.kind === "full"
        ? choice(`class-${colour}`, `Class of ${colour}`, ["no class", ...CLASSES], kept.class ?? "soldier", { colour, of: "class" })
        : null,
      bot ? make("small", { class: "quiet" }, bot.summary) : null,
    );
  }

  /** The `new` message, who plays, and how long bots may think. */
  game() {
    const full = this.kind === "full";
    const changes = [];
    if (full && byId("pieces-to-win").value) changes.push(`pieces_to_win=${byId("pieces-to-win").value}`);
    if (byId("teams").value) changes.push(`teams=${byId("teams").value}`);
    if (byId("play-on").checked) changes.push("play_on=true");
    if (full && byId("off-table").checked) changes.push(`modules=${ALL_MODULES}`);
    const players = {};
    for (const colour of this.colours) {
      const kept = this.seats[colour] ?? {};
      const name = byId(`player-${colour}`).value;
      players[colour] = name === PERSON ? { name } : { name, options: this.options(name, kept) };
      const party = byId(`class-${colour}`)?.value;
      if (party && party !== "no class") changes.push(`${colour}=${party}`);
    }
    const more = byId("changes").value.trim();
    if (more) changes.push(more);
    return {
      message: {
        rules: this.rules + (changes.length > 0 ? `:${changes.join(",")}` : ""),
        players: this.colours.length,
        dice: picked("dice"),
      },
      players,
      ms: Number(byId("think").value),
    };
  }

  options(name, kept) {
    const bot = this.hello.bots.find((one) => one.name === name);
    const given = (bot.options ?? []).filter((option) => option.choices?.includes(kept[option.name]));
    return Object.fromEntries(given.map((option) => [option.name, kept[option.name]]));
  }
}

const ALL_MODULES = "combat+magic+structures+tanks+fishing+night+partner+dice_off_table+pivotal";

function picked(name) {
  return document.querySelector(`input[name="${name}"]:checked`).value;
}

function radios(box, name, choices, value) {
  const known = choices.some(([key]) => key === value) ? value : choices[0][0];
  box.replaceChildren(
    ...choices.map(([key, words]) =>
      make(
        "label",
        { class: "pick" },
        make("input", { type: "radio", name, value: key, checked: key === known }),
        make("span", {}, words),
      )),
  );
}

function choice(id, words, values, value, { colour, of }) {
  return make(
    "select",
    { id, "aria-label": words, "data-colour": colour, "data-of": of },
    ...values.map((one) => make("option", { selected: one === value }, one)),
  );
}
