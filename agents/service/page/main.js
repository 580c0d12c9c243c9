// The page: games that begin, go on, are looked back at and left.

import { complain, guarded, patience, waits } from "./alert.js";
import { byId, make } from "./dom.js";
import { keepChoice, wasSpoiled } from "./keep.js";
import { showLegend } from "./legend.js";
import { Link, Lost } from "./link.js";
import { isGone, Match, reopen } from "./match.js";
import { playersOf } from "./players.js";
import { verdict } from "./proof.js";
import { question } from "./question.js";
import { download, goesOn, open, readFile } from "./records.js";
import { Replay } from "./replay.js";
import { Setup } from "./setup.js";
import { drop, find, kept, linesOf, unreadable } from "./shelf.js";
import { Table } from "./table.js";

const MS = 1000;
const CUT_OFF = "The connection to the service is lost. Trying again …";
const SPOILED = "What this browser kept was damaged: what cannot be read is left out.";
const NOT_KEPT = "this click is not kept. Click again when this message is gone.";

/** A text of the browser's own, so that nobody alone chooses the dice. */
function randomText() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

class Page {
  constructor() {
    this.table = new Table();
    this.replay = new Replay(this.table);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.link = new Link(`${scheme}//${location.host}/ws`, {
      lost: () => this.cutOff(), trying: complain, late: patience,
    });
    this.match = null;
    this.busy = false;
  }

  async begin() {
    keepChoice(byId("pace"));
    keepChoice(byId("light"), (scheme) => {
      document.documentElement.style.colorScheme = scheme;
    });
    this.hello = await this.greet();
    this.setup = new Setup(this.hello, (game) => this.guard(() => this.start(game)));
    byId("new-game").addEventListener("click", () => this.toSetUp());
    byId("undo").addEventListener("click", () => this.undo());
    byId("save").addEventListener("click", () => this.guard(() => this.save()));
    byId("load").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", ({ target }) => {
      const [file] = target.files;
      // Whatever comes of it, the same file can be chosen again.
      target.value = "";
      if (file) this.guard(() => this.load(file));
    });
    byId("replay").addEventListener("click", () => this.lookBack());
    byId("show-legend").addEventListener("click", () => this.guard(() => showLegend(this.link, this.game)));
    addEventListener("popstate", () => this.arrive());
    document.addEventListener("visibilitychange", () => this.hide());
    await this.arrive();
  }

  /** Who is there; asked again until somebody is. */
  async greet() {
    for (;;) {
      await this.link.again(() => true);
      try {
        return await this.link.ask("hello", { proto: 1, client: "page" });
      } catch (problem) {
        if (!(problem instanceof Lost)) throw problem;
      }
    }
  }

  /** The kind of game that is on the board, or about to be. */
  get game() {
    return this.match?.board?.game ?? this.setup.kind;
  }

  /** Be where the history of the browser says: in a game, or at the set-up. */
  async arrive() {
    const game = history.state?.game ? find(history.state.game) : null;
    if (game === null) this.setUp();
    else if (game.name !== this.match?.place) await this.guard(() => this.resume(game));
    if (game !== null && this.match === null) this.setUp(byId("alert-words").textContent);
  }

  toSetUp() {
    if (history.state?.game) history.pushState({}, "");
    this.setUp();
  }

  setUp(words = "") {
    this.leave();
    byId("match").hidden = true;
    byId("setup").hidden = false;
    this.offer();
    complain([words, wasSpoiled() ? SPOILED : ""].filter(Boolean).join(" "));
    for (const id of ["undo", "save", "replay"]) byId(id).disabled = true;
  }

  leave() {
    if (this.replay.open) this.replay.leave();
    this.match?.leave();
    this.match = null;
    complain("");
  }

  /** The games that are kept, to go on with. */
  offer() {
    const games = kept();
    const lost = unreadable();
    byId("kept").hidden = games.length + lost.length === 0;
    byId("kept-games").replaceChildren(
      ...games.map((game, n) => {
        const rules = game.how.rules.split(":")[0];
        const words = game.over ? `${rules}, over` : `${rules}, round ${game.round}`;
        return make(
          "li",
          { class: "buttons" },
          make(
            "button",
            { type: "button", id: n === 0 ? "resume" : null, click: () => this.guard(() => this.resume(game)) },
            `${game.over ? "Look at" : "Go on"}: ${words}`,
          ),
          make("small", {}, new Date(game.when).toLocaleString()),
          this.forgetting(game, words),
        );
      }),
      ...lost.map((name) =>
        make("li", { class: "buttons" }, "A game that cannot be read", this.forgetting({ name }, "a game that cannot be read"))),
    );
  }

  /** A button to keep a game no longer. */
  forgetting(game, words) {
    const click = () => this.guard(() => this.drop(game));
    return make("button", { type: "button", class: "quiet", "aria-label": `Forget ${words}`, click }, "Forget");
  }

  async drop({ name }) {
    if (!(await surely())) return;
    // As it is now: what is not over another window may play, in its session.
    const game = find(name);
    drop(name);
    if (game?.over) this.link.ask("close", { session: game.session }).catch(() => {});
    this.offer();
  }

  async start({ message, players, ms }) {
    let opened = await this.link.ask("new", { ...message, words: true, discreet: true });
    const { session, seq, rules, commit } = opened;
    const how = { players, ms, dice: message.dice, rules, commit, message };
    if (opened.entropy) {
      // Not before the commitment is there: the service could choose its secret by it.
      how.entropy = randomText();
      opened = await this.link.ask("apply", { session, seq, event: { entropy: how.entropy } });
    }
    this.run(opened, how);
  }

  /** Play a game that is open. */
  run(opened, how, kept = {}) {
    this.leave();
    byId("setup").hidden = true;
    byId("match").hidden = false;
    this.table.forget();
    const match = new Match(this.link, opened, how, this.table);
    Object.assign(match, kept);
    this.match = match;
    if (history.state?.game !== match.place) history.pushState({ game: match.place }, "");
    byId("now").focus({ preventScroll: true });
    scrollTo(0, 0);
    match.play().catch((problem) => complain(problem.message));
  }

  undo() {
    const match = this.match;
    if (match === null || this.replay.open) return;
    byId("undo").disabled = true;
    match.interrupt("undo", async () => {
      await guarded(() => match.undo());
      this.table.allow(match);
    });
    waits("then the last decision is taken back.");
  }

  async save() {
    download(`${(await this.match.saved()).join("\n")}\n`, "jsonl");
  }

  async load(file) {
    const { lines, proof, cut } = await readFile(file);
    const dice = goesOn(lines) ? await whoseDice() : "service";
    if (dice !== null) await this.open(lines, dice, proof, cut);
  }

  /** Go on with a game that was kept: in its session, or if that is gone from its record. */
  async resume({ name }) {
    // As it is now: another window may have played on.
    const game = find(name);
    if (game === null) throw new Error("The browser keeps this game no more.");
    const { session, how, when } = game;
    let opened = await this.link.ask("legal", { session }).catch((problem) => {
      if (!isGone(problem)) throw problem;
      return null;
    });
    const before = how.unproved;
    opened ??= await reopen(this.link, linesOf(game), how);
    this.run(opened, how, { place: name, when });
    if (how.unproved && !before) this.table.unproved();
  }

  /** Go on where a record ends; with a proof, say whether it holds. */
  async open(lines, dice, proof, cut) {
    const opened = await open(this.link, lines, dice);
    const { players, left } = playersOf(opened, this.hello);
    const how = { players, ms: MS, dice, rules: opened.rules };
    // What follows on a game that goes on has other dice.
    const words = proof && !opened.over ? await verdict(this.link, opened.session, proof) : "";
    this.run(opened, opened.over ? { ...how, ...proof } : how);
    const unknown = left.length > 0 ? `The record names what is not offered here: ${left.join("; ")}.` : "";
    const less = cut ? `The file was cut off in line ${lines.length + 1}, which is left out.` : "";
    complain([less, words, unknown].filter(Boolean).join(" "));
  }

  /** The page goes out of sight, perhaps for good: what has come since is kept. */
  hide() {
    if (document.visibilityState === "hidden") this.match?.remember().catch(() => {});
  }

  /** The connection is lost: it is opened again, and the game goes on. */
  cutOff() {
    complain(CUT_OFF);
    const { match } = this;
    if (this.replay.open) this.replay.leave();
    match?.recoverNext();
    if (match === null) this.link.again(() => this.match === null).then(() => complain(""));
  }

  lookBack() {
    const match = this.match;
    if (match === null || this.replay.open) return;
    match.interrupt("replay", async () => {
      this.table.waiting("");
      byId("undo").disabled = true;
      await this.replay.begin(match, match.decisions);
      if (match.alive) await match.look(true);
    });
    waits("then the game is looked back at.");
  }

  /** Do something that may be refused, and say so if it is; one thing at a time. */
  async guard(what) {
    if (this.busy) return waits(NOT_KEPT);
    this.busy = true;
    await guarded(what);
    this.busy = false;
    if (!this.link.connected) complain(CUT_OFF);
  }
}

/** Ask how a game goes on: a record does not tell who threw the dice. */
function whoseDice() {
  return question("Whose dice from here on?", "A record does not tell who threw its dice.", {
    service: "Thrown here",
    client: "My own dice",
  });
}

/** Ask whether a game is to be kept no more. */
async function surely() {
  const words = "This browser keeps it no more. A window that plays it now goes on, and keeps it again.";
  return (await question("Forget this game?", words, { forget: "Forget it", keep: "Keep it" })) === "forget";
}

const page = new Page();
page.begin().catch((problem) => complain(problem.message));
