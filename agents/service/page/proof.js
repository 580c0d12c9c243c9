// The proof of the dice of a game that was committed to.

import { guarded } from "./alert.js";
import { make } from "./dom.js";
import { download } from "./records.js";

/** What proves the dice, with a button that saves it together with the record; or nothing. */
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
  const checked = make("p", { id: "checked", role: "status" });
  check(secret, commit).then((words) => {
    checked.textContent = words;
  });
  return [
    checked,
    make("p", {}, "These and the saved record prove the dice, for instance by commit.verify:"),
    make("dl", { class: "proof" }, ...items),
    make("button", { type: "button", id: "save-proof", click: () => guarded(save) }, "Save the proof, with the record"),
  ];
}

/** Compare the secret with what was published of it, where the browser lets pages do that. */
async function check(secret, commit) {
  if (!globalThis.crypto?.subtle) return "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === commit
    ? "The secret is the one that the service committed itself to before the game."
    : "The secret is not the one that the service committed itself to: these dice are not proved.";
}
