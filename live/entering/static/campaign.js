// My City's campaign on a page: points and symbols so far, the next episode's points, stickers, and the last entry taken back.

import { byId, element } from "./elements.js";
import "./ledger-words.js";
import { languageNow, otherLanguage, switchLanguage, translatePage, word } from "./words.js";

const STICKERS = ["one-tree", "two-trees", "one-rock", "two-rocks", "well", "gold", "mountain", "forest"];
let ledger = null;

async function ask(method, path, body) {
  byId("trouble").hidden = true;
  let said, well = false;
  try {
    const answer = await fetch(`${path}?lang=${languageNow()}`, { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) });
    said = await answer.json();
    well = answer.ok;
  } catch { said = { error: word("away") }; }
  if (well) { ledger = said; show(); return true; }
  byId("trouble").textContent = said.error ?? JSON.stringify(said.detail);
  byId("trouble").hidden = false;
  return false;
}

function show() {
  translatePage();
  byId("language").textContent = otherLanguage().toUpperCase();
  if (!ledger) return;
  const carried = Object.entries(ledger.carried).filter(([, points]) => points).map(([player, points]) => word("carried", { player, n: -points }));
  byId("hint").textContent = [ledger.next_episode ? word("next", { n: ledger.next_episode }) : word("all"), ...carried].join(" ");
  const head = element("tr", {}, element("th", { scope: "col" }, word("number")), ...ledger.players.map((player) => element("th", { scope: "col" }, player)));
  const rows = ledger.episodes.map((results, index) => element("tr", {}, element("th", { scope: "row" }, String(index + 1)), ...ledger.players.map((player) => {
    const result = results.find((one) => one.player === player);
    return element("td", {}, `${result.points} ${"●".repeat(result.symbols)}`);
  })));
  const sums = element("tr", {}, element("th", { scope: "row" }, word("symbols")), ...ledger.players.map((player) => element("td", { id: `symbols-${player}` }, String(ledger.symbols[player]))));
  byId("ledger").replaceChildren(head, ...rows, sums);
  byId("stickers").replaceChildren(...ledger.stickers.map((one) => element("li", {}, `${one.player}: ${word(one.terrain)}, ${one.cell} (${word("after")} ${one.after_episode})`)));
  byId("players").replaceChildren(...ledger.players.map((player, index) => element("p", {},
    element("label", {}, `${player}, ${word("points")} `, element("input", { type: "number", id: `points-${index}`, max: 50, required: true })),
    element("label", {}, ` ${word("empty")} `, element("input", { id: `empty-${index}` })))));
  byId("successions").replaceChildren(...ledger.successions.map((one) => element("li", {}, word("plays-on", { player: one.player, predecessor: one.predecessor, n: one.after_episode }))));
  for (const choice of ["whose", "predecessor"])
    byId(choice).replaceChildren(...ledger.players.map((player) => element("option", { value: player }, player)));
  byId("terrain").replaceChildren(...STICKERS.map((name) => element("option", { value: name }, word(name))));
}

byId("episode").addEventListener("submit", (event) => {
  event.preventDefault();
  const points = {}, empty = {};
  ledger.players.forEach((player, index) => {
    points[player] = Number(byId(`points-${index}`).value);
    const rows = byId(`empty-${index}`).value.split("/").filter(Boolean).map(Number);
    if (rows.length) empty[player] = rows;
  });
  ask("POST", "/api/v1/episodes", { episode: ledger.next_episode, points, empty });
});
byId("sticker").addEventListener("submit", (event) => {
  event.preventDefault();
  ask("POST", "/api/v1/stickers", { player: byId("whose").value, cell: byId("cell").value.trim().toUpperCase(), terrain: byId("terrain").value });
});
byId("successor").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await ask("POST", "/api/v1/successors", { player: byId("predecessor").value, by: byId("by").value })) byId("by").value = "";
});
byId("undo").addEventListener("click", () => ask("POST", "/api/v1/undo"));
byId("language").addEventListener("click", () => { switchLanguage(); show(); });
await ask("GET", "/api/v1/campaign");
show();
