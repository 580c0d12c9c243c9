// A frontend in twenty lines: two bots play a game that the service keeps, and we look on.
//   ludo serve &  node examples/frontend.mjs ws://127.0.0.1:8765/
import { connect } from "../agents/service/javascript/ludo.js"; // or from the service: /javascript/ludo.js

const ludo = await connect(process.argv[2] ?? "ws://127.0.0.1:8765/");
const game = await ludo.newGame({ rules: "danish", players: 2, dice: "service", words: true });
const bots = { yellow: "hard", red: "easy" };

while (!game.over) {
  const seat = game.awaiting.choice.seat;
  await game.letBotAct(bots[seat], { limit: { ms: 200 } });
  for (const event of game.awaiting.events ?? []) console.log(event.words);
}

console.log(game.awaiting.over.places);
await game.close();
ludo.close();
