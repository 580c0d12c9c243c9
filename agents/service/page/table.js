// Everything that shows a game and asks people.

import { complain } from "./alert.js";
import { Board } from "./board.js";
import { Dice, Entry } from "./dice.js";
import { byId, capital, make, still, wait } from "./dom.js";
import { Log } from "./log.js";
import { Options } from "./options.js";
import { proof } from "./proof.js";
import { question } from "./question.js";
import { Sheets } from "./sheets.js";

export class Table {
  constructor() {
    this.options = new Options(byId("options"), (option) => this.board.mark(option), question);
    this.board = new Board(byId("board"), {
      touch: (actions, event) => this.options.touch(actions, event),
      point: (actions) => this.options.look(actions),
    });
    this.dice = new Dice(byId("dice"));
    this.entry = new Entry(byId("entry"));
    this.sheets = new Sheets(byId("sheets"), byId("sky"));
    this.log = new Log(byId("log"), byId("told"));
    this.resting = null;
    this.warned = false;
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
    this.allow(match);
    byId("save").disabled = false;
  }

  /** Tell of something that is no part of the game, in its log. */
  note(words, colour) {
    const lines = [{ kind: "note", colour, words }];
    this.log.add(lines);
    this.log.say(lines, byId("heading").textContent);
  }

  /** Let people do what can be done with a game now. */
  allow(match) {
    byId("undo").disabled = !match.undoable;
    byId("replay").disabled = !match.decisions;
  }

  /** Show a position of a game that is looked back at. */
  looking(match, board) {
    byId("end").hidden = true;
    this.picture(match, board);
    this.log.clear();
    this.log.add(board.lines ?? []);
  }

  picture(match, board) {
    this.board.show(board.svg);
    byId("heading").textContent = capital(board.heading);
    byId("now").className = `card ${board.decider ?? ""}`;
    byId("unproved").hidden = !match.how.unproved;
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
    return this.entry.ask(die, { seat, advantage, off: match.board.off_table });
  }

  /** The screen goes to another person. */
  handOver(colour) {
    const dialog = byId("hand-over");
    byId("hand-over-title").textContent = `${capital(colour)} is asked`;
    byId("hand-over-words").textContent =
      "Hand the screen over. What only the others may see is hidden.";
    dialog.querySelector("button").textContent = `I am ${colour}`;
    dialog.className = colour;
    return this.rest((resolve, reject) => {
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
    return this.rest(() => {});
  }

  /** Something was refused, and the game cannot go on by itself: people may let it try again. */
  stuck(words) {
    this.waiting("");
    complain(words);
    return this.rest((resolve) => {
      const again = () => {
        this.calm();
        this.waiting("");
        resolve();
      };
      byId("waiting").replaceChildren(make("button", { type: "button", id: "again", click: again }, "Try again"));
      byId("waiting").hidden = false;
    });
  }

  /** Something was refused only now. */
  later(words, ms) {
    complain(words);
    return this.rest((resolve) => wait(ms).then(resolve)).finally(() => this.calm());
  }

  /** A bot cannot decide: who plays in its place? Nobody does before people have chosen. */
  substitute(colour, words, names) {
    const answers = Object.fromEntries(names.map((name) => [name, capital(name)]));
    this.waiting(`${capital(colour)} waits: choose who plays it.`);
    return this.rest(async (resolve, reject) => {
      let answer = null;
      // However it was closed, it stays open until it is answered, or something else is wanted.
      while (answer === null && this.resting === reject) {
        answer = await question(`Who plays ${colour}?`, words, answers);
      }
      if (this.resting !== reject) return;
      this.resting = null;
      this.waiting("");
      resolve(answer);
    });
  }

  /** The service has forgotten the secret of its dice. */
  unproved() {
    complain(byId("unproved").textContent);
  }

  /** Another window was ahead. */
  takenOver() {
    complain("Another window has played this game on: here it stands as it was kept there.");
  }

  /** The browser keeps nothing more; told once, for play goes on. */
  unkept() {
    if (this.warned) return;
    this.warned = true;
    complain(
      "The browser does not keep this game: its storage is full, or closed to pages. Play goes on; " +
        "to go on another day, Save it as a file.",
    );
  }

  /** What was complained of is over. */
  calm() {
    complain("");
  }

  /** A promise that is rejected as soon as people want something else. */
  rest(begin) {
    return new Promise((resolve, reject) => {
      this.resting = reject;
      begin(resolve, reject);
    });
  }

  /** Whoever waits for people waits no more. */
  stop(reason) {
    this.options.stop(reason);
    this.entry.stop(reason);
    const resting = this.resting;
    this.resting = null;
    resting?.(reason);
    for (const id of ["hand-over", "question"]) if (byId(id).open) byId(id).close();
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
