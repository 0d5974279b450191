// My City's campaign on a page: points and symbols so far, the next episode's points, stickers, and the last entry taken back.

const WORDS = {
  en: {
    title: "My City: the campaign", episode: "The next episode", enter: "Enter", sticker: "A sticker", player: "Player", cell: "Space",
    what: "What", stick: "Put it there", undo: "Take back the last entry", symbols: "Symbols", number: "Episode", points: "points",
    empty: "empty spaces row by row (equal points: 0/2/1)", next: "Episode {n} comes next.", all: "All 24 episodes have been played.",
    carried: "{player}: {n} points below zero are deducted from the next positive ones.", after: "after episode",
    "one-tree": "one tree", "two-trees": "two trees", "one-rock": "one rock", "two-rocks": "two rocks", well: "well", gold: "gold",
    mountain: "mountain", forest: "forest", away: "This page's program has ended; start it again, the ledger is on the disk.",
  },
  de: {
    title: "My City: die Kampagne", episode: "Die nächste Episode", enter: "Eintragen", sticker: "Ein Aufkleber", player: "Wer", cell: "Feld",
    what: "Was", stick: "Aufkleben", undo: "Den letzten Eintrag zurücknehmen", symbols: "Symbole", number: "Episode", points: "Punkte",
    empty: "leere Felder Reihe für Reihe (bei Gleichstand: 0/2/1)", next: "Als Nächstes kommt Episode {n}.", all: "Alle 24 Episoden sind gespielt.",
    carried: "{player}: {n} Minuspunkte gehen von den nächsten Pluspunkten ab.", after: "nach Episode",
    "one-tree": "ein Baum", "two-trees": "zwei Bäume", "one-rock": "ein Fels", "two-rocks": "zwei Felsen", well: "Brunnen", gold: "Gold",
    mountain: "Berg", forest: "Wald", away: "Das Programm zu dieser Seite ist zu Ende; neu starten, das Buch liegt auf der Platte.",
  },
};
const STICKERS = ["one-tree", "two-trees", "one-rock", "two-rocks", "well", "gold", "mountain", "forest"];
const byId = (id) => document.getElementById(id);
let language = navigator.language.startsWith("de") ? "de" : "en";
let ledger = null;
const word = (key, gaps = {}) => Object.entries(gaps).reduce((text, [gap, value]) => text.replace(`{${gap}}`, value), WORDS[language][key] ?? key);

function made(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

async function ask(method, path, body) {
  byId("trouble").hidden = true;
  let said, well = false;
  try {
    const answer = await fetch(`${path}?lang=${language}`, { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) });
    said = await answer.json();
    well = answer.ok;
  } catch { said = { error: word("away") }; }
  if (well) { ledger = said; show(); return true; }
  byId("trouble").textContent = said.error ?? JSON.stringify(said.detail);
  byId("trouble").hidden = false;
  return false;
}

function show() {
  document.documentElement.lang = language;
  document.querySelectorAll("[data-word]").forEach((node) => { node.textContent = word(node.dataset.word); });
  byId("language").textContent = language === "de" ? "EN" : "DE";
  if (!ledger) return;
  const carried = Object.entries(ledger.carried).filter(([, points]) => points).map(([player, points]) => word("carried", { player, n: -points }));
  byId("hint").textContent = [ledger.next_episode ? word("next", { n: ledger.next_episode }) : word("all"), ...carried].join(" ");
  const head = made("tr", {}, made("th", { scope: "col" }, word("number")), ...ledger.players.map((player) => made("th", { scope: "col" }, player)));
  const rows = ledger.episodes.map((results, index) => made("tr", {}, made("th", { scope: "row" }, String(index + 1)), ...ledger.players.map((player) => {
    const result = results.find((one) => one.player === player);
    return made("td", {}, `${result.points} ${"●".repeat(result.symbols)}`);
  })));
  const sums = made("tr", {}, made("th", { scope: "row" }, word("symbols")), ...ledger.players.map((player) => made("td", { id: `symbols-${player}` }, String(ledger.symbols[player]))));
  byId("ledger").replaceChildren(head, ...rows, sums);
  byId("stickers").replaceChildren(...ledger.stickers.map((one) => made("li", {}, `${one.player}: ${word(one.terrain)}, ${one.cell} (${word("after")} ${one.after_episode})`)));
  byId("players").replaceChildren(...ledger.players.map((player, index) => made("p", {},
    made("label", {}, `${player}, ${word("points")} `, made("input", { type: "number", id: `points-${index}`, max: 50, required: "" })),
    made("label", {}, ` ${word("empty")} `, made("input", { id: `empty-${index}` })))));
  byId("whose").replaceChildren(...ledger.players.map((player) => made("option", { value: player }, player)));
  byId("terrain").replaceChildren(...STICKERS.map((name) => made("option", { value: name }, word(name))));
}

byId("episode").addEventListener("submit", (event) => {
  event.preventDefault();
  const points = {}, empty = {};
  ledger.players.forEach((player, index) => {
    points[player] = Number(byId(`points-${index}`).value);
    const rows = byId(`empty-${index}`).value.split("/").filter(Boolean).map(Number);
    if (rows.length) empty[player] = rows;
  });
  ask("POST", "/api/v1/episodes", { points, empty });
});
byId("sticker").addEventListener("submit", (event) => {
  event.preventDefault();
  ask("POST", "/api/v1/stickers", { player: byId("whose").value, cell: byId("cell").value.trim().toUpperCase(), terrain: byId("terrain").value });
});
byId("undo").addEventListener("click", () => ask("POST", "/api/v1/undo"));
byId("language").addEventListener("click", () => { language = language === "de" ? "en" : "de"; show(); });
await ask("GET", "/api/v1/campaign");
show();
