// Records: as files of people, and as sessions of the service that go on where they end.

import { make } from "./dom.js";
import { bytes, MOST_BYTES } from "./link.js";

const MOST_FILE = 64 * MOST_BYTES;
/** Room in a message for what is told besides the lines. */
const FRAME = 4096;

/**
 * The lines of a file: of a record, or of a proof, which has one in it.
 * @param {File} file
 */
export async function linesOfFile(file) {
  if (file.size > MOST_FILE) throw new Error("This file is too long to be a record of a game.");
  const text = (await file.text()).trim();
  if (text === "") throw new Error("This file is empty.");
  return wholeOf(text) ?? text.split(/\r?\n/);
}

/** The lines of a text that is one JSON value: a proof, or a list of lines. */
function wholeOf(text) {
  try {
    const told = JSON.parse(text);
    const lines = Array.isArray(told) ? told : told.lines;
    return Array.isArray(lines) ? lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))) : null;
  } catch {
    return null;
  }
}

/** Whether a record tells a game that is not over; what is no record is left to the service. */
export function goesOn(lines) {
  try {
    const last = JSON.parse(lines.at(-1));
    return last.type === "result" ? last.over === false : last.type === "decision";
  } catch {
    return false;
  }
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
