// "What would this place be worth now": asked from the game for a kind and a player, shown as a heat map on the board.

import { byId, element } from "./elements.js";
import { languageNow, named, word } from "./words.js";

let asked = ""; // what the shown answer belongs to
let answer = null;

/** Place -> points while a kind is chosen, else null. */
export const worthOfPlaces = () => (byId("worth-kind").value ? (answer?.places ?? {}) : null);

/** Offer the kinds and players of the game; ask anew where the game has gone on. `onNews()` draws the board. */
export function keepWorthFresh(state, onNews) {
  const kinds = byId("worth-kind");
  const players = byId("worth-player");
  fill(kinds, [["", word("nothing")], ...(state.worth_kinds ?? []).map((kind) => [kind, named(kind)])]);
  fill(players, [["", word("whoseturn")], ...(state.players ?? []).map((player) => [player.name, player.name])]);
  kinds.onchange = players.onchange = () => ask(state, onNews);
  byId("worth").onsubmit = (event) => event.preventDefault();
  if (kinds.value && question(state) !== asked) ask(state, onNews);
}

const question = (state) => JSON.stringify([byId("worth-kind").value, byId("worth-player").value, state.lines, state.turn]);

async function ask(state, onNews) {
  asked = question(state);
  const mine = asked;
  const kind = byId("worth-kind").value;
  const wish = new URLSearchParams({ kind, lang: languageNow() });
  if (byId("worth-player").value) wish.set("player", byId("worth-player").value);
  const got = kind ? await fetch(`/api/v1/worth?${wish}`).catch(() => null) : null;
  const value = got ? await got.json().catch(() => ({})) : {};
  if (mine !== asked) return; // somebody has chosen something else meanwhile
  answer = got?.ok ? value : null;
  byId("worth-words").textContent = words(kind, value);
  onNews();
}

function words(kind, value) {
  if (!kind) return "";
  if (value.error) return value.error;
  return value.ways ? `${word("best")}: ${value.best}` : word("nowhere");
}

function fill(select, choices) {
  const written = JSON.stringify(choices) + languageNow();
  if (select.dataset.written === written) return;
  const chosen = select.value;
  select.replaceChildren(...choices.map(([value, text]) => element("option", { value }, text)));
  select.value = choices.some(([value]) => value === chosen) ? chosen : "";
  select.dataset.written = written;
}
