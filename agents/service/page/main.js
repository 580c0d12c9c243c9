// The page: puts the parts together.

import { Board } from "./board.js";
import { Dice, Entry } from "./dice.js";
import { byId, capital, make, still } from "./dom.js";
import { Link } from "./link.js";
import { Log } from "./log.js";
import { keep, keepChoice, recall } from "./keep.js";
import { KEPT_GAME, Match, playerOf } from "./match.js";
import { Options } from "./options.js";
import { Replay } from "./replay.js";
import { COLOURS, Setup } from "./setup.js";
import { Sheets } from "./sheets.js";

/** Everything that shows a game and asks people. */
class Table {
  constructor() {
    this.options = new Options(byId("options"), (option) => this.board.mark(option));
    this.board = new Board(byId("board"), {
      touch: (actions) => this.options.touch(actions),
      point: (actions) => this.options.look(actions),
    });
    this.dice = new Dice(byId("dice"));
    this.entry = new Entry(byId("entry"));
    this.sheets = new Sheets(byId("sheets"), byId("sky"));
    this.log = new Log(byId("log"), byId("told"));
    this.resting = null;
  }

  pace() {
    const pace = Number(byId("pace").value);
    return still() && pace > 0 ? Math.max(pace, 300) : pace;
  }

  /** Show how a game stands. */
  show(match, board) {
    byId("end").hidden = true;
    this.picture(match, board);
    this.log.add(board.lines ?? []);
    this.log.say(board.lines ?? [], byId("heading").textContent);
    // What is taken back would show the dice that were committed to.
    byId("undo").disabled = !match.decisions || match.commit !== null;
    byId("replay").disabled = !match.decisions;
    byId("save").disabled = false;
  }

  /** Show a position of a game that is looked back at. */
  looking(match, board) {
    this.picture(match, board);
    this.log.clear();
    this.log.add(board.lines ?? []);
  }

  picture(match, board) {
    this.board.show(board.svg);
    byId("heading").textContent = capital(board.heading);
    byId("now").className = `card ${board.decider ?? ""}`;
    this.dice.show(board.dice ?? []);
    this.sheets.show(board, (colour) => match.name(colour));
  }

  forget() {
    this.log.clear();
    this.dice.clear();
  }

  waiting(words) {
    byId("waiting").textContent = words;
    byId("waiting").hidden = words === "";
  }

  choose(match, board) {
    return this.options.choose(board.options ?? []).finally(() => this.options.clear());
  }

  throwDie(die, { after, seat, advantage }) {
    byId("heading").textContent = after ? `Dice after “${after.text}”` : "Dice for the set-up";
    byId("now").className = `card ${seat ?? ""}`;
    // An action that waits for its dice can be taken back as well.
    if (after) byId("undo").disabled = false;
    return this.entry.ask(die, seat, advantage);
  }

  /** The screen goes to another person. */
  handOver(colour) {
    const dialog = byId("hand-over");
    byId("hand-over-title").textContent = `${capital(colour)} is asked`;
    byId("hand-over-words").textContent =
      "Hand the screen over. What only the others may see is hidden.";
    dialog.querySelector("button").textContent = `I am ${colour}`;
    dialog.className = colour;
    return new Promise((resolve, reject) => {
      this.resting = reject;
      dialog.oncancel = (event) => event.preventDefault();
      dialog.onclose = () => {
        this.resting = null;
        resolve();
      };
      dialog.showModal();
    });
  }

  /** Nothing is to be done until people want something. */
  idle() {
    return new Promise((_, reject) => {
      this.resting = reject;
    });
  }

  /** Whoever waits for people waits no more. */
  stop(reason) {
    this.options.stop(reason);
    this.entry.stop(reason);
    const resting = this.resting;
    this.resting = null;
    resting?.(reason);
    const dialog = byId("hand-over");
    if (dialog.open) dialog.close();
  }

  ended(match) {
    this.waiting("");
    const places = Object.entries(match.awaiting.over.places).sort(([, a], [, b]) => a - b);
    const items = places.map(([colour, place]) =>
      make("li", { class: colour }, `${place}. ${capital(colour)} (${match.name(colour)})`));
    byId("end").replaceChildren(make("ol", { class: "places" }, ...items), ...proof(match));
    byId("end").hidden = false;
  }
}

/** What proves the dice of a game that was committed to, with its record. */
function proof(match) {
  const { secret } = match.awaiting.over;
  if (!secret) return [];
  const parts = { commitment: match.commit, secret, "text of this page": match.how.entropy };
  const items = Object.entries(parts).flatMap(([name, value]) => [
    make("dt", {}, name),
    make("dd", {}, make("code", {}, value)),
  ]);
  return [
    make("p", {}, "These and the saved record prove the dice:"),
    make("dl", { class: "proof" }, ...items),
  ];
}

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
    this.link = new Link(`${scheme}//${location.host}/ws`, (reason) => this.complain(reason));
    this.match = null;
  }

  async begin() {
    const hello = await this.link.ask("hello", { proto: 1, client: "page" });
    new Setup(hello, (game) => this.guard(() => this.start(game)));
    this.bots = new Set(hello.bots.map(({ name }) => name));
    byId("new-game").addEventListener("click", () => this.setUp());
    byId("undo").addEventListener("click", () => this.undo());
    byId("save").addEventListener("click", () => this.guard(() => this.save()));
    byId("load").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", () => this.guard(() => this.load()));
    byId("replay").addEventListener("click", () => this.lookBack());
    byId("resume").addEventListener("click", () => this.guard(() => this.resume()));
    keepChoice(byId("pace"));
    keepChoice(byId("light"), (scheme) => {
      document.documentElement.style.colorScheme = scheme;
    });
    this.setUp();
  }

  setUp() {
    this.leave();
    byId("match").hidden = true;
    byId("setup").hidden = false;
    byId("resume").hidden = recall(KEPT_GAME) === null;
    for (const id of ["undo", "save", "replay"]) byId(id).disabled = true;
  }

  leave() {
    if (this.replay.open) this.replay.leave();
    this.match?.leave();
    this.match = null;
    this.quiet();
  }

  async start({ message, players, ms }) {
    const opened = await this.link.ask("new", { ...message, words: true });
    if (!opened.entropy) return this.run(opened, players, { ms });
    // Not before the commitment is there: the service could choose its secret by it.
    const entropy = randomText();
    const { session, seq, rules, seats, commit } = opened;
    const begun = await this.link.ask("apply", { session, seq, event: { entropy } });
    this.run({ ...begun, rules, seats, commit }, players, { ms, entropy });
  }

  /** Play a game that is open. */
  run(opened, players, how) {
    this.leave();
    byId("setup").hidden = true;
    byId("match").hidden = false;
    this.table.forget();
    const match = new Match(this.link, opened, players, how, this.table);
    this.match = match;
    match.play().catch((problem) => this.complain(problem.message));
    byId("now").focus({ preventScroll: true });
  }

  undo() {
    const match = this.match;
    match?.interrupt(() => this.guard(() => match.undo()));
  }

  async save() {
    const text = `${(await this.match.record()).join("\n")}\n`;
    const link = make("a", {
      href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
      download: `ludo-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, "-")}.jsonl`,
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async load() {
    const [file] = byId("file").files;
    byId("file").value = "";
    if (file === undefined) return;
    await this.open((await file.text()).trimEnd().split("\n"), 1000);
  }

  /** Go on with the game of the last visit. */
  async resume() {
    const { lines, ms } = recall(KEPT_GAME);
    try {
      await this.open(lines, ms);
    } catch (problem) {
      keep(KEPT_GAME, null);
      byId("resume").hidden = true;
      throw problem;
    }
  }

  /** Go on where a record ends. */
  async open(lines, ms) {
    const opened = await this.link.ask("load", { lines });
    const players = {};
    for (const colour of COLOURS.filter((one) => opened.seats.includes(one))) {
      players[colour] = playerOf(opened.names?.[colour], this.bots);
    }
    this.run(opened, players, { ms });
  }

  lookBack() {
    const match = this.match;
    if (match === null || this.replay.open) return;
    match.interrupt(async () => {
      this.table.waiting("");
      await this.replay.begin(match, match.decisions);
      if (match.alive) await match.look(true);
    });
  }

  /** Do something that may be refused, and say so if it is. */
  async guard(what) {
    this.quiet();
    try {
      await what();
    } catch (problem) {
      this.complain(problem.message);
    }
  }

  complain(words) {
    byId("alert").textContent = words;
    byId("alert").hidden = false;
  }

  quiet() {
    byId("alert").hidden = true;
  }
}

const page = new Page();
page.begin().catch((problem) => page.complain(problem.message));
