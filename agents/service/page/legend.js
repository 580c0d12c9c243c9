// What the marks on the board mean, as the service draws and tells it.

import { byId, capital, make } from "./dom.js";

/** Show the legend of the game that is on the board. */
export async function showLegend(link, game) {
  const { parts } = await link.ask("legend", { game });
  byId("legend-parts").replaceChildren(
    ...parts.map(({ title, entries }) =>
      make("section", {}, make("h3", {}, title), make("ul", {}, ...entries.map(item)))),
  );
  byId("legend").showModal();
}

function item({ svg, words }) {
  const picture = make("span", {});
  picture.innerHTML = svg;
  return make("li", {}, picture, make("span", {}, `${capital(words)}.`));
}
