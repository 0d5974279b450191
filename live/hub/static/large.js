// One table large: scores, board, questions, moves, what is wrong; and its addresses for OBS and the television.

import { byId, element } from "./elements.js";
import { drawBoard } from "./city.js";
import { SIGNS } from "./card.js";
import { hubWord, warningWords } from "./hub-words.js";
import { coloursOf, moveEntry, scoreCards } from "./scores.js";
import { send } from "./stream.js";
import { languageNow } from "./words.js";

let table = null;
let source = null;

/** Open a table; `data` is its card, where there is one yet. */
export function openLarge(name, data) {
  if (table === name) return;
  source?.close();
  table = name;
  byId("large-title").textContent = name;
  for (const id of ["scores", "moves", "questions"]) byId(id).replaceChildren();
  drawBoard(byId("city").querySelector("svg"), null);
  const query = `?table=${encodeURIComponent(name)}`;
  byId("large-links").replaceChildren(
    element("a", { href: `/tv${query}`, target: "_blank" }, hubWord("tv")),
    element("a", { href: `/overlay${query}`, target: "_blank" }, hubWord("overlay")),
    element("a", { href: `/api/v1/souvenir.pdf${query}&lang=${languageNow()}` }, hubWord("souvenir-of")),
    element("button", { type: "button", onclick: forget }, hubWord("forget")),
  );
  showHead(data);
  if (!byId("large").open) byId("large").showModal();
  source = new EventSource(`/api/v1/events${query}&lang=${languageNow()}`);
  source.addEventListener("state", (event) => showState(JSON.parse(event.data)));
}

/** Close it, and let its events go. */
export function closeLarge() {
  source?.close();
  source = null;
  table = null;
  if (byId("large").open) byId("large").close();
}

/** The head follows the wall. */
export function refreshLarge(tables, changed) {
  if (table && changed.has(table)) showHead(tables.get(table));
}

function showHead(data) {
  const pill = byId("large-stands");
  pill.textContent = data ? `${SIGNS[data.stands] ?? ""} ${hubWord(data.stands)}` : "";
  pill.dataset.stands = data?.stands ?? "";
  const sentences = [...(data?.warnings ?? []).map(warningWords), ...(data?.problems ?? [])];
  byId("large-warnings").replaceChildren(...sentences.map((text) => element("p", {}, text)));
}

function showState(state) {
  byId("scores").replaceChildren(...scoreCards(state));
  drawBoard(byId("city").querySelector("svg"), state.board, { marked: state.moves.at(-1)?.places ?? [] });
  byId("city").hidden = !state.board;
  const asked = state.questions.map((one) =>
    element("article", { class: "question" }, element("h2", {}, one.text), element("p", {}, one.choices.join(" · "))),
  );
  byId("questions").replaceChildren(...asked);
  byId("questions").hidden = asked.length === 0;
  const colours = coloursOf(state);
  const open = new Set([...document.querySelectorAll("#moves li:has(details[open])")].map((node) => node.dataset.n));
  const moves = [...state.moves].reverse().map((move) => moveEntry(move, colours, null));
  for (const node of moves) if (open.has(node.dataset.n)) node.querySelector("details").open = true;
  byId("moves").replaceChildren(...(moves.length ? moves : [element("li", {}, hubWord("nomoves"))]));
}

async function forget() {
  try {
    await send("forget", { table });
    leave();
  } catch (error) {
    byId("large-warnings").replaceChildren(element("p", {}, error.message));
  }
}

const leave = () => {
  history.replaceState(null, "", location.pathname + location.search);
  closeLarge();
};
byId("large-close").addEventListener("click", leave);
byId("large").addEventListener("cancel", (event) => {
  event.preventDefault();
  leave();
});
