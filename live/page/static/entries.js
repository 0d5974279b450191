// What no camera sees: turns without a trace as buttons, and what players type in (votes, money, promises).

import { byId, element } from "./elements.js";
import { named, word } from "./words.js";

const PROMISE = "promise:"; // wants a card's number behind it

let written = "";
let send = null;

/** Show what may be entered now; `tell(path, body)` sends it. */
export function showEntries(state, tell) {
  const { turns = [], keys = [], values = {}, beside = [] } = state.entries ?? {};
  const shown = state.over && !keys.length ? [] : turns;
  send = tell;
  byId("entries").hidden = shown.length === 0 && keys.length === 0 && beside.length === 0;
  const [card, ...waiting] = beside;
  const acting = waiting.length ? `${word("still")}: ${waiting.join(", ")}` : word("nextcard");
  byId("entry-card").textContent = card ? `${word("opencard")}: ${named(card)} · ${acting}` : "";
  byId("entry").hidden = keys.length === 0;
  const now = JSON.stringify([state.players.map((player) => player.name), shown, keys, word("value")]);
  if (now !== written) {
    written = now;
    byId("entry-turns").replaceChildren(
      ...shown.map((turn) => element("button", { type: "button", onclick: () => tell("turn", turn.body, turn.words) }, turn.words)),
    );
    choices(byId("entry-player"), state.players.map((player) => player.name));
    choices(byId("entry-key"), keys);
    showNumber();
  }
  byId("entry-values").textContent = Object.entries(values)
    .filter(([, entered]) => Object.keys(entered).length)
    .map(([player, entered]) => `${player}: ${Object.entries(entered).map(([key, value]) => `${keyWords(key)} ${value}`).join(", ")}`)
    .join(" · ");
}

function choices(select, names) {
  const before = select.value;
  select.replaceChildren(...names.map((name) => element("option", { value: name }, named(name === PROMISE ? "promise" : name))));
  if (names.includes(before)) select.value = before;
}

/** `votes`, `promise:34` as people read them. */
const keyWords = (key) => key.split(":").map((part, at) => (at ? part : named(part))).join(" ");

function showNumber() {
  byId("entry-number-label").hidden = byId("entry-key").value !== PROMISE;
}

/** Numbers as numbers, true and false as such, everything else as text. */
function valueOf(text) {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  return { true: true, false: false }[text] ?? text;
}

byId("entry-key").addEventListener("change", showNumber);
byId("entry").addEventListener("submit", async (event) => {
  event.preventDefault();
  const key = byId("entry-key").value;
  const number = key === PROMISE ? byId("entry-number").value.trim() : "";
  const value = byId("entry-value").value.trim();
  if (!value) return;
  byId("entry-value").value = ""; // at once: when the answer comes the next number may stand there already
  const done = await send("turn", { do: "enter", player: byId("entry-player").value, key: key + number, value: valueOf(value) });
  if (!done && !byId("entry-value").value) byId("entry-value").value = value;
});
