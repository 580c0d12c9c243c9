// Records: as files of people, and as sessions of the service that go on where they end.

import { make } from "./dom.js";
import { bytes, MOST_BYTES } from "./link.js";

const MOST_FILE = 64 * MOST_BYTES;
/** Room in a message for what is told besides the lines. */
const FRAME = 4096;

const PROOF = ["commit", "secret", "entropy"];

/**
 * What is in a file: a record, or a proof, which has one in it.
 * @param {File} file
 * @returns {Promise<{lines: string[], proof: object|null, cut: boolean}>} the lines of the record, what proves its
 *   dice (`commit`, `secret` and `entropy`), and whether a last line that is cut off is left out
 */
export async function readFile(file) {
  if (file.size > MOST_FILE) throw new Error("This file is too long to be a record of a game.");
  const text = await file.text();
  if (text.trim() === "") throw new Error("This file is empty.");
  const told = valueOf(text);
  if (Array.isArray(told?.lines ?? told)) return { lines: linesIn(told), proof: proofIn(told), cut: false };
  const lines = text.trim().split(/\r?\n/);
  const cut = lines.length > 1 && !text.endsWith("\n") && valueOf(lines.at(-1)) === undefined;
  return { lines: cut ? lines.slice(0, -1) : lines, proof: null, cut };
}

/** What a text of JSON tells; undefined if it is none, as a line that is cut off. */
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const linesIn = (told) => (told.lines ?? told).map((line) => (typeof line === "string" ? line : JSON.stringify(line)));

function proofIn(told) {
  const there = PROOF.filter((name) => name in told);
  if (there.length === 0) return null;
  const wrong = PROOF.find((name) => typeof told[name] !== "string");
  if (wrong !== undefined) throw new Error(`This proof is damaged: its ${wrong} is missing, or no text.`);
  return Object.fromEntries(PROOF.map((name) => [name, told[name]]));
}

/** Whether a record tells a game that is not over; what is no record is left to the service. */
export function goesOn(lines) {
  const last = valueOf(lines.at(-1)) ?? {};
  return last.type === "result" ? last.over === false : ["header", "decision"].includes(last.type);
}

/** The lines in parts, each of which fits into a message. */
function parts(lines) {
  const found = [[]];
  let room = MOST_BYTES - FRAME;
  for (const line of lines) {
    const size = bytes(JSON.stringify(line)) + 1;
    if (size > room && found.at(-1).length > 0) {
      found.push([]);
      room = MOST_BYTES - FRAME;
    }
    found.at(-1).push(line);
    room -= size;
  }
  return found;
}

/** A session that goes on where a record ends; a long record goes there in parts. */
export async function open(link, lines, dice) {
  const [first, ...others] = parts(lines);
  let opened = await link.ask("load", { lines: first, dice, discreet: true });
  const { session } = opened;
  try {
    for (const more of others) opened = await link.ask("more", { session, lines: more });
  } catch (problem) {
    link.ask("close", { session }).catch(() => {});
    throw problem;
  }
  return opened;
}

/** Hand a text to people as a file. */
export function download(text, ending) {
  const link = make("a", {
    href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
    download: `ludo-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, "-")}.${ending}`,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}
