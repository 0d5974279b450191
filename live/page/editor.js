// The correction editor: change a past move, remove it, or add a forgotten one; places are tapped on the board.

import { byId, element } from "./elements.js";
import { signed } from "./scores.js";
import { send } from "./stream.js";
import { word } from "./words.js";

let editing = null; // { how: "change" | "insert", move, fields }
const chosen = new Set();

export const editorIsOpen = () => editing !== null;
export const chosenPlaces = () => chosen;

/** Open the editor on a move: `change` gives it another body, `insert` adds one after it. */
export function openEditor(move, how, state) {
  const body = how === "change" ? { ...move.body } : { player: state.turn, do: "build", kind: state.kinds?.[0], on: [] };
  editing = { how, move, game: state };
  chosen.clear();
  for (const place of placesOf(body)) chosen.add(place);
  byId("editor-title").textContent = how === "change" ? `${word("move")} ${move.n}: ${move.player ?? ""} ${move.text}` : `${word("insert")} ${move.n}`;
  byId("editor-remove").hidden = how !== "change";
  byId("editor-error").textContent = "";
  byId("editor-fields").replaceChildren(...fieldsFor(body, state));
  offerLikely();
  byId("editor").show();
  byId("editor").querySelector("select")?.focus();
}

/** A place on the board was tapped: into the open editor, or open the move that put something there. */
export function placeTapped(place, state) {
  if (!editing) {
    const move = [...(state.moves ?? [])].reverse().find((candidate) => candidate.places.includes(place));
    const last = (state.moves ?? []).at(-1);
    if (move) openEditor(move, "change", state);
    else if (last) {
      openEditor(last, "insert", state);
      chosen.add(place);
    }
  } else if (chosen.has(place)) chosen.delete(place);
  else chosen.add(place);
  writePlaces();
}

/** Buttons with the likeliest corrections; one press carries it out. */
async function offerLikely() {
  const box = byId("editor-likely");
  box.replaceChildren();
  const mine = editing;
  const query = mine.how === "change" ? `of=${mine.move.n}` : `after=${mine.move.n}`;
  const got = await fetch(`/api/v1/likely?${query}`).catch(() => null);
  const moves = got?.ok ? (await got.json()).moves : [];
  if (mine !== editing || moves.length === 0) return; // closed, or opened on another move, meanwhile
  const buttons = moves.map((move) => {
    const points = move.legal ? signed(move.points) : word("illegal");
    return element("button", { type: "button", onclick: () => tell(lineFor(move.body)) }, `${move.player ?? ""} ${move.text} (${points})`);
  });
  box.replaceChildren(element("p", { class: "hint" }, word("likely")), ...buttons);
}

const lineFor = (move) =>
  editing.how === "change" ? { do: "replace", of: editing.move.n, move } : { do: "insert", after: editing.move.n, move };

function writePlaces() {
  const on = byId("field-on");
  if (on) on.value = numbers().join(" ");
  const segments = byId("field-segments");
  if (segments) segments.value = streets().map((street) => `${street.beside} ${street.side}`).join(", ");
}

const numbers = () =>
  [...chosen].filter((place) => place.startsWith("property:")).map((place) => Number(place.slice(9))).sort((a, b) => a - b);

const streets = () =>
  [...chosen]
    .filter((place) => place.startsWith("street:"))
    .map((place) => ({ beside: Number(place.split(":")[1]), side: place.split(":")[2] }));

function placesOf(body) {
  const places = (body.on ?? []).map?.((number) => `property:${number}`) ?? [];
  return [...places, ...(body.segments ?? []).map((street) => `street:${street.beside}:${street.side}`)];
}

const KINDS_OF_MOVES = ["build", "streetcars", "place-tile", "exchange", "pass", "quiet"];

function fieldsFor(body, state) {
  const players = (state.players ?? []).map((player) => player.name);
  const what = picker("field-do", KINDS_OF_MOVES, body.do, word);
  what.addEventListener("change", () => byId("editor-fields").replaceChildren(...fieldsFor({ ...read(), do: what.value }, state)));
  const fields = [labelled(word("player"), picker("field-player", players, body.player)), labelled(word("what"), what)];
  if (body.do === "build") {
    fields.push(labelled(word("kind"), picker("field-kind", state.kinds ?? [], body.kind)));
    fields.push(labelled(word("places"), textField("field-on", (body.on ?? []).join(" "))));
  }
  if (body.do === "streetcars") {
    const written = (body.segments ?? []).map((street) => `${street.beside} ${street.side}`).join(", ");
    fields.push(labelled(word("streets"), textField("field-segments", written)));
  }
  if (body.do === "place-tile") {
    fields.push(labelled(word("tile"), textField("field-number", body.number ?? "")));
    fields.push(labelled(word("at"), textField("field-at", (body.at ?? []).join(" "))));
    fields.push(labelled(word("quarter"), textField("field-turn", body.turn ?? 0)));
  }
  if (body.do === "build" || body.do === "streetcars") fields.push(element("p", { class: "hint" }, word("tap")));
  return fields;
}

function read() {
  const value = (id) => byId(id)?.value.trim();
  const integers = (text) => (text ?? "").split(/[\s,]+/).filter(Boolean).map(Number);
  const body = { player: value("field-player"), do: value("field-do") };
  if (body.do === "build") Object.assign(body, { kind: value("field-kind") ?? editing.game.kinds?.[0], on: integers(value("field-on")) });
  if (body.do === "streetcars") {
    const pairs = (value("field-segments") ?? "").split(",").map((pair) => pair.trim().split(/\s+/)).filter((pair) => pair.length === 2);
    body.segments = pairs.map(([beside, side]) => ({ beside: Number(beside), side }));
  }
  if (body.do === "place-tile") {
    Object.assign(body, { number: Number(value("field-number")), at: integers(value("field-at")), turn: Number(value("field-turn") ?? 0) });
  }
  return body;
}

function picker(id, values, chosenValue, words = (value) => value) {
  return element("select", { id }, ...values.map((value) => element("option", { value, selected: value === chosenValue }, words(value))));
}

const textField = (id, value) => element("input", { id, value, autocomplete: "off" });
const labelled = (text, field) => element("label", {}, element("span", {}, text), field);

function close() {
  editing = null;
  chosen.clear();
  byId("editor").close();
  document.dispatchEvent(new CustomEvent("editor-closed"));
}

async function tell(body) {
  try {
    await send("corrections", body);
    close();
  } catch (error) {
    byId("editor-error").textContent = error.message;
  }
}

const dialog = byId("editor");
if (dialog) {
  byId("editor-cancel").addEventListener("click", close);
  byId("editor-remove").addEventListener("click", () => tell({ do: "replace", of: editing.move.n, move: null }));
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    tell(lineFor(read()));
  });
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && close());
}
