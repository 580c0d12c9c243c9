// The form for a new game.

import { byId, capital, make } from "./dom.js";
import { keep, recallOrDrop } from "./keep.js";
import { COLOURS, PERSON, valueOf } from "./players.js";
import { either, isFlag, isText, mapOf, maybe, withFields } from "./shapes.js";

const SEATED = { 2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3] };
const NO_CLASS = "no class";
const USUAL_CLASS = "soldier";
const USUAL = ["normal", "sensible", "smart"];
const DICE_WORDS = {
  service: ["thrown here", "the service throws them"],
  commit: ["proved at the end", "thrown here; the service binds itself before, and shows its secret after"],
  client: ["my own", "for a board of wood: I type in what falls"],
};
const GAMES = { plain: "Plain Ludo", full: "The full game" };
const OFF_TABLE = "dice_off_table";
const KEPT = "setup";
/** The other fields of the form, as they are kept. */
const FIELDS = ["think", "pieces-to-win", "play-on", "teams", "changes"];
const isForm = withFields({
  rules: maybe(isText),
  players: maybe(isText),
  dice: maybe(isText),
  seats: maybe(mapOf(withFields({ player: maybe(isText), class: maybe(isText), options: maybe(mapOf(mapOf(isText))) }))),
  offTable: maybe(isFlag),
  more: maybe(mapOf(either(isText, isFlag))),
});
/** What decides what else is asked. */
const DECISIVE = "[type=radio], [data-of=player], [data-of=class]";

export class Setup {
  /**
   * @param {object} hello what the service says of itself
   * @param {(game: object) => void} start told the `new` message, the players and the time to think
   */
  constructor(hello, start) {
    this.hello = hello;
    this.start = start;
    const kept = recallOrDrop(KEPT, isForm) ?? {};
    const rules = among(hello.rulesets.map(({ name }) => name), kept.rules, "classic");
    for (const [game, words] of Object.entries(GAMES)) {
      const those = hello.rulesets.filter((rules) => rules.game === game);
      byId("rules").append(
        make("div", { role: "group", "aria-label": words }, make("h3", {}, words), make("div", { id: `rules-${game}` })),
      );
      radios(byId(`rules-${game}`), "rules", those.map(({ name, summary }) => [name, name, summary]), rules);
    }
    const numbers = Object.keys(SEATED);
    radios(byId("players"), "players", numbers.map((n) => [n, `${n} players`]), among(numbers, kept.players, "4"));
    const modes = Object.entries(DICE_WORDS).filter(([mode]) => hello.dice.includes(mode));
    radios(byId("dice-modes"), "dice", modes.map(([mode, words]) => [mode, ...words]), among(modes.map(([mode]) => mode), kept.dice, "service"));
    this.seats = kept.seats ?? {};
    for (const id of FIELDS) putIn(byId(id), kept.more?.[id]);
    /** Whether people want dice that fall off the table, where the rules leave that to them. */
    this.offTable = kept.offTable === true;
    byId("more").open = this.offTable || FIELDS.slice(1).some((id) => valueIn(byId(id)));
    const form = byId("setup-form");
    form.addEventListener("change", ({ target }) => {
      if (target.id === "off-table") this.offTable = target.checked;
      this.note();
      if (target.matches(DECISIVE)) this.fill();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.note();
      if (this.valid(form)) this.start(this.game());
    });
    this.fill();
  }

  /** Show what does not fit, also where it is folded away. */
  valid(form) {
    const wrong = form.querySelector("input:invalid");
    if (wrong === null) return true;
    for (let box = wrong.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    wrong.reportValidity();
    return false;
  }

  get rules() {
    return picked("rules");
  }

  get ruleset() {
    return this.hello.rulesets.find(({ name }) => name === this.rules);
  }

  get kind() {
    return this.ruleset.game;
  }

  get colours() {
    return SEATED[picked("players")].map((seat) => COLOURS[seat]);
  }

  /** Keep what is chosen. */
  note() {
    for (const field of byId("seats").querySelectorAll("[data-of]")) {
      const { colour, of, bot } = field.dataset;
      const seat = (this.seats[colour] ??= {});
      if (bot) ((seat.options ??= {})[bot] ??= {})[of] = field.value;
      else seat[of] = field.value;
    }
    keep(KEPT, {
      rules: this.rules, players: picked("players"), dice: picked("dice"), seats: this.seats,
      offTable: this.offTable,
      more: Object.fromEntries(FIELDS.map((id) => [id, valueIn(byId(id))])),
    });
  }

  /** Ask what follows from what is chosen. */
  fill() {
    byId("setup").classList.toggle("full", this.kind === "full");
    const offTable = this.ruleset.modules?.includes(OFF_TABLE) ?? false;
    byId("off-table").disabled = offTable;
    byId("off-table").checked = offTable || this.offTable;
    const focused = document.activeElement?.id;
    const open = [...byId("seats").querySelectorAll("details[open]")].map(({ id }) => id);
    byId("seats").replaceChildren(...this.colours.map((colour, n) => this.seat(colour, n)));
    for (const id of open) if (byId(id)) byId(id).open = true;
    if (focused) byId(focused)?.focus();
  }

  /** The bots that play the chosen game, levels first. */
  get bots() {
    const plays = ({ games, rules }) => games.includes(this.kind) && (rules?.includes(this.rules) ?? true);
    return this.hello.bots.filter(plays).sort((one, other) => (one.level ?? 9) - (other.level ?? 9));
  }

  seat(colour, n) {
    const { bots } = this;
    const names = [PERSON, ...bots.map(({ name }) => name)];
    const kept = this.seats[colour] ?? {};
    const usual = USUAL.find((name) => names.includes(name));
    const player = names.includes(kept.player) ? kept.player : n === 0 ? PERSON : usual;
    const bot = bots.find(({ name }) => name === player);
    const classes = [NO_CLASS, ...this.hello.classes.map(({ name }) => name)];
    const party = classes.includes(kept.class) ? kept.class : USUAL_CLASS;
    const about = this.hello.classes.find(({ name }) => name === party)?.summary ?? "all scores 0";
    const words = [bot?.summary, this.kind === "full" ? `${party}: ${about}` : null].filter(Boolean);
    return make(
      "div",
      { class: `seat ${colour}`, role: "group", "aria-label": capital(colour) },
      make("span", { class: "token", "aria-hidden": "true" }),
      make("b", {}, capital(colour)),
      choice(`player-${colour}`, `Who plays ${colour}`, names, player, { "data-colour": colour, "data-of": "player" }),
      this.kind === "full"
        ? choice(`class-${colour}`, `Class of ${colour}`, classes, party, { "data-colour": colour, "data-of": "class" })
        : null,
      bot?.options?.length ? options(bot, colour, kept.options?.[player] ?? {}) : null,
      words.length > 0 ? make("small", { class: "quiet" }, words.join(" · ")) : null,
    );
  }

  /** The `new` message, who plays, and how long bots may think. */
  game() {
    const full = this.kind === "full";
    const changes = [];
    if (full && byId("pieces-to-win").value) changes.push(`pieces_to_win=${byId("pieces-to-win").value}`);
    if (byId("teams").value) changes.push(`teams=${byId("teams").value}`);
    if (byId("play-on").checked) changes.push("play_on=true");
    const { modules = [] } = this.ruleset;
    if (full && byId("off-table").checked && !modules.includes(OFF_TABLE)) {
      changes.push(`modules=${[...modules, OFF_TABLE].join("+")}`);
    }
    const players = {};
    for (const colour of this.colours) {
      const name = byId(`player-${colour}`).value;
      players[colour] = name === PERSON ? { name } : { name, options: this.options(colour, name) };
      const party = byId(`class-${colour}`)?.value;
      if (party && party !== NO_CLASS) changes.push(`${colour}=${party}`);
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

  /** The options of a bot that people have set. */
  options(colour, name) {
    const { options = [] } = this.hello.bots.find((bot) => bot.name === name);
    const kept = this.seats[colour]?.options?.[name] ?? {};
    const set = options.map((option) => [option.name, valueOf(option, kept[option.name] ?? "")]);
    return Object.fromEntries(set.filter(([, value]) => value !== null));
  }
}

/** What is in a field: a text, or whether it is checked. */
const valueIn = (field) => (field.type === "checkbox" ? field.checked : field.value);

/** Fill in a field as it was kept. */
function putIn(field, value) {
  if (field.type === "checkbox") field.checked = value === true;
  else if (typeof value === "string" && fits(field, value)) field.value = value;
}

const fits = (field, value) => !field.options || [...field.options].some((option) => option.value === value);

function picked(name) {
  return document.querySelector(`input[name="${name}"]:checked`).value;
}

/** What was kept, if it is among the choices; else the usual one. */
const among = (choices, kept, usual) => (choices.includes(kept) ? kept : usual);

/** Choices as round buttons; those with a sentence each are a list. */
function radios(box, name, choices, value) {
  box.replaceChildren(
    ...choices.map(([key, words, about]) =>
      make(
        "label",
        { class: about ? "pick explained" : "pick" },
        make("input", { type: "radio", name, value: key, checked: key === value }),
        make("span", {}, make("b", {}, words), about ? make("small", {}, about) : null),
      )),
  );
}

function choice(id, words, values, value, data) {
  return make(
    "select",
    { id, "aria-label": words, ...data },
    ...values.map((one) => make("option", { selected: one === value }, one)),
  );
}

/** What can be set of a bot; what is left empty is as it always is. */
function options(bot, colour, kept) {
  return make(
    "details",
    { class: "bot-options", id: `options-${colour}` },
    make("summary", {}, `How ${bot.name} plays`),
    ...bot.options.map((option) =>
      make("label", {}, make("span", {}, make("b", {}, option.name), ` ${option.help}`), field(bot, option, colour, kept[option.name]))),
  );
}

function field(bot, option, colour, kept) {
  const id = `${option.name}-${colour}`;
  const data = { "data-colour": colour, "data-of": option.name, "data-bot": bot.name };
  const words = `${option.name} of ${colour}`;
  const choices = option.type === "flag" ? ["true", "false"] : option.choices;
  if (choices) return choice(id, words, choices, kept ?? String(option.default), data);
  return make("input", {
    id, ...data, type: "number", "aria-label": words, placeholder: option.default, value: kept ?? "",
    min: option.low, max: option.high, step: option.type === "whole" ? 1 : "any",
  });
}
