// The proof of the dice of a game that was committed to.

import { guarded } from "./alert.js";
import { make } from "./dom.js";
import { download } from "./records.js";

const FAILS = "These dice are not proved";
const HOLDS = "the secret is the one of the commitment, and every die of the record comes from it";

/** What proves the dice, with what comes of checking it, and a button that saves it; or nothing. */
export function proof(match) {
  const { commit, entropy, secret } = match.how;
  if (!secret || !commit) return [];
  const parts = { commitment: commit, secret, "text of this page": entropy };
  const save = async () => {
    const lines = (await match.saved()).map((line) => JSON.parse(line));
    download(JSON.stringify({ commit, secret, entropy, lines }), "proof.json");
  };
  const items = Object.entries(parts).flatMap(([name, value]) => [
    make("dt", {}, name),
    make("dd", {}, make("code", {}, value)),
  ]);
  const checked = make("p", { id: "checked", role: "status" }, "The proof is being checked …");
  verdict(match.link, match.session, { commit, entropy, secret }).then((words) => {
    checked.textContent = words;
    checked.className = words.startsWith(FAILS) ? "bad" : "good";
  });
  return [
    checked,
    make("p", {}, "These and the saved record prove the dice anywhere, by commit.verify:"),
    make("dl", { class: "proof" }, ...items),
    make("button", { type: "button", id: "save-proof", click: () => guarded(save) }, "Save the proof, with the record"),
  ];
}

/**
 * Whether a proof holds, in words: the browser compares the secret with the commitment, and the service, which has the
 * rules, plays the record of a session again with the dice of the secret.
 */
export async function verdict(link, session, { commit, secret, entropy }) {
  try {
    const own = await commitmentOf(secret);
    if (own !== null && own !== commit) return `${FAILS}: the secret is not the one of the commitment.`;
    const { problem, decisions } = await link.ask("verify", { session, commit, secret, entropy });
    return problem ? `${FAILS}: ${problem}.` : `Verified, over ${decisions} decisions: ${HOLDS}.`;
  } catch (problem) {
    return `The proof could not be checked: ${problem.message}`;
  }
}

/** What is published of a secret; null where the browser does not let pages reckon it. */
async function commitmentOf(secret) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
