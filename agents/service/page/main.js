// The page: puts the parts together.

import { Board } from "./board.js";
import { Dice, Entry } from "./dice.js";
import { byId, capital, make, still } from "./dom.js";
import { Link, Lost } from "./link.js";
import { Log } from "./log.js";
import { keepChoice } from "./keep.js";
import { Match, reopen } from "./match.js";
import { Options } from "./options.js";
import { playersOf } from "./players.js";
import { question } from "./question.js";
import { Replay } from "./replay.js";
import { Setup } from "./setup.js";
import { Sheets } from "./sheets.js";
import { drop, kept } from "./shelf.js";

const MS = 1000;
const UNPROVED = "The service has forgotten its secret: the dice of this game are proved no more.";

/** Everything that shows a game and asks people. */
class Table {
  constructor() {
    this.options = new Options(byId("options"), (option) => this.board.mark(option), question);
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
    byId("undo").disabled = !match.undoable;
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

  throwDie(match, die, { after, seat, advantage }) {
    byId("heading").textContent = after ? `Dice after “${after.text}”` : "Dice for the set-up";
    byId("now").className = `card ${seat ?? ""}`;
    // An action that waits for its dice can be taken back as well.
    if (after) byId("undo").disabled = !match.board.casual;
    return this.entry.ask(die, { seat, advantage, again: !match.board.off_table });
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
      dialog.onkeydown = (event) => {
        if (event.key === "Escape") event.preventDefault();
      };
      dialog.onclose = () => {
        if (this.resting !== reject) return;
        // However it was closed: only the button opens a hand.
        if (dialog.returnValue !== "ready") return dialog.showModal();
        this.resting = null;
        resolve();
      };
      dialog.returnValue = "";
      dialog.showModal();
    });
  }

  /** Nothing is to be done until people want something. */
  idle() {
    return new Promise((_, reject) => {
      this.resting = reject;
    });
  }

  /** Something was refused, and the game cannot go on by itself. */
  stuck(words) {
    this.waiting("");
    complain(words);
  }

  /** What was complained of is over. */
  calm() {
    complain("");
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
  if (!secret || !match.commit) return [];
  const { commit, entropy } = match.how;
  const parts = { commitment: commit, secret, "text of this page": entropy };
  const save = async () => {
    const lines = (await match.record()).map((line) => JSON.parse(line));
    download(JSON.stringify({ commit, secret, entropy, lines }), "proof.json");
  };
  const items = Object.entries(parts).flatMap(([name, value]) => [
    make("dt", {}, name),
    make("dd", {}, make("code", {}, value)),
  ]);
  return [
    make("p", {}, "These and the saved record prove the dice:"),
    make("dl", { class: "proof" }, ...items),
    make("button", { type: "button", click: save }, "Save the proof, with the record"),
  ];
}

/** Hand a text to people as a file. */
function download(text, ending) {
  const link = make("a", {
    href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
    download: `ludo-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, "-")}.${ending}`,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Tell people what went wrong; without words, that it is over. */
function complain(words) {
  byId("alert").textContent = words;
  byId("alert").hidden = words === "";
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
    this.link = new Link(`${scheme}//${location.host}/ws`, () => this.cutOff());
    this.match = null;
  }

  async begin() {
    const hello = await this.link.ask("hello", { proto: 1, client: "page" });
    new Setup(hello, (game) => this.guard(() => this.start(game)));
    this.hello = hello;
    byId("new-game").addEventListener("click", () => this.setUp());
    byId("undo").addEventListener("click", () => this.undo());
    byId("save").addEventListener("click", () => this.guard(() => this.save()));
    byId("load").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", () => this.guard(() => this.load()));
    byId("replay").addEventListener("click", () => this.lookBack());
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
    this.offer();
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
    byId("kept").hidden = games.length === 0;
    byId("kept-games").replaceChildren(
      ...games.map((game, n) =>
        make(
          "li",
          { class: "buttons" },
          make(
            "button",
            { type: "button", id: n === 0 ? "resume" : null, click: () => this.guard(() => this.resume(game)) },
            `Go on: ${game.how.rules.split(":")[0]}, round ${game.round}`,
          ),
          make("small", {}, new Date(game.when).toLocaleString()),
          make(
            "button",
            {
              type: "button", class: "quiet",
              click: () => {
                drop(game.name);
                this.offer();
              },
            },
            "Forget",
          ),
        )),
    );
  }

  async start({ message, players, ms }) {
    let opened = await this.link.ask("new", { ...message, words: true, discreet: true });
    const { session, seq, rules, commit } = opened;
    const how = { players, ms, dice: message.dice, rules, commit };
    if (opened.entropy) {
      // Not before the commitment is there: the service could choose its secret by it.
      how.entropy = randomText();
      opened = await this.link.ask("apply", { session, seq, event: { entropy: how.entropy } });
    }
    this.run(opened, how);
  }

  /** Play a game that is open. */
  run(opened, how, place = null) {
    this.leave();
    byId("setup").hidden = true;
    byId("match").hidden = false;
    this.table.forget();
    const match = new Match(this.link, opened, how, this.table);
    match.place = place ?? match.place;
    this.match = match;
    match.play().catch((problem) => complain(problem.message));
    byId("now").focus({ preventScroll: true });
  }

  undo() {
    const match = this.match;
    if (match === null || this.replay.open) return;
    match.interrupt(() => this.guard(() => match.undo()));
  }

  async save() {
    const { match } = this;
    // Without the service there is what was kept last.
    const lines = await match.record().catch((problem) => {
      if (problem instanceof Lost && match.lines.length > 0) return match.lines;
      throw problem;
    });
    download(`${lines.join("\n")}\n`, "jsonl");
  }

  async load() {
    const [file] = byId("file").files;
    byId("file").value = "";
    if (file === undefined) return;
    const lines = (await file.text()).trimEnd().split("\n");
    const dice = goesOn(lines) ? await whoseDice() : "service";
    if (dice !== null) await this.open(lines, dice);
  }

  /** Go on with a game that was kept: in its session, or if that is gone from its record. */
  async resume({ name, session, how, lines }) {
    let opened = await this.link.ask("legal", { session }).catch((problem) => {
      if (problem instanceof Lost) throw problem;
      return null;
    });
    const proved = how.commit;
    opened ??= await reopen(this.link, lines, how);
    this.run(opened, how, name);
    if (proved && !how.commit) complain(UNPROVED);
  }

  /** Go on where a record ends. */
  async open(lines, dice) {
    const opened = await reopen(this.link, lines, { dice });
    const { players, left } = playersOf(opened, this.hello);
    this.run(opened, { players, ms: MS, dice, rules: opened.rules });
    if (left.length > 0) complain(`The record names what is not offered here: ${left.join("; ")}.`);
  }

  /** The connection is lost: it is opened again, and the game goes on. */
  cutOff() {
    complain("The connection to the service is lost. Trying again …");
    const { match } = this;
    if (this.replay.open) this.replay.leave();
    match?.interrupt(() => match.recover());
    if (match === null) this.link.again(() => this.match === null).then(() => complain(""));
  }

  lookBack() {
    const match = this.match;
    if (match === null || this.replay.open) return;
    match.interrupt(async () => {
      this.table.waiting("");
      byId("undo").disabled = true;
      await this.replay.begin(match, match.decisions);
      if (match.alive) await match.look(true);
    });
  }

  /** Do something that may be refused, and say so if it is. */
  async guard(what) {
    complain("");
    try {
      await what();
    } catch (problem) {
      complain(problem.message);
    }
  }
}

/** Whether a record tells a game that is not over; what is no record is left to the service. */
function goesOn(lines) {
  try {
    return JSON.parse(lines.at(-1)).over === false;
  } catch {
    return false;
  }
}

/** Ask how a game goes on: a record does not tell who threw the dice. */
function whoseDice() {
  return question("Whose dice from here on?", "A record does not tell who threw its dice.", {
    service: "Thrown here",
    client: "My own dice",
  });
}

const page = new Page();
page.begin().catch((problem) => complain(problem.message));
