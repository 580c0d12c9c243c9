// A frontend in twenty lines: two bots play a game that the service keeps, and we look on.
//   node examples/frontend.mjs                       Node 18 or newer: starts `ludo bot`
//   node examples/frontend.mjs ws://127.0.0.1:8765/  Node 22 or newer: asks `ludo serve`
import { connect, start } from "../agents/service/javascript/ludo.js"; // browsers: /javascript/ludo.js

const leave = ({ message }) => process.exit(console.error(message) ?? 1);
process.stdout.on("error", () => process.exit(141)); // nobody reads any more
const [address] = process.argv.slice(2);
const ludo = await (address ? connect(address) : start("ludo", "bot")).catch(leave);
const game = await ludo.newGame({ rules: "danish", players: 2, dice: "service", words: true });
const bots = { yellow: "hard", red: "easy" };

while (!game.over) {
  await game.letBotAct(bots[game.awaiting.choice.seat], { limit: { ms: 200 } });
  for (const event of game.awaiting.events ?? []) console.log(event.words);
}
console.log(game.awaiting.over.places);
await game.close();
ludo.close();
