// What the service refuses, in words for people: it speaks to programs, of fields and codes.

import { capital } from "./dom.js";

const FIELDS = {
  lines: "This file is no record that can be played",
  rules: "These rules cannot be played",
  bot: "This bot cannot play here",
  options: "This bot cannot play like that",
};
const CODES = {
  busy: "The service has too much to do just now",
  internal: "The service has failed at this; its log tells more",
  too_large: "That is too long for the service",
  stale: "This game has gone on elsewhere",
};

/** A refusal as a sentence: what cannot be done, and then what the service says of it. */
export function wording({ code, field, msg }) {
  const start = CODES[code] ?? FIELDS[(field ?? "").split(".")[0]];
  return start === undefined ? `${capital(msg)}.` : `${start}: ${msg}.`;
}
