// The correction editor: change a past move, remove it, or add a forgotten one; places are tapped on the board.

import { byId, element } from "./elements.js";
import { bodyFor, fieldsOf, labelled, picker, placesOf, withPlace } from "./fields.js";
import { signed } from "./scores.js";
import { send, Unanswered } from "./stream.js";
import { languageNow, word } from "./words.js";

let editing = null; // { how: "change" | "insert", move, body, players, forms }
let known = null; // the game's forms: { game, forms }
let before = null; // what had the focus
let asked = null; // the question whose way out this is

const LIKELY_MS = 1000; // so long the fields wait for the likely corrections above them

export const editorIsOpen = () => editing !== null;

/** Places that the move in the editor is about. */
export const chosenPlaces = () => new Set(editing ? placesOf(formOf(editing.body.do), editing.body) : []);

const formOf = (word) => editing?.forms.find((form) => form.do === word);

/** Open the editor on a move: `change` gives it another body, `insert` adds one after it (`n` 0: at the start). */
export async function openEditor(move, how, state, given = {}, question = null) {
  asked = question;
  const players = (state.players ?? []).map((player) => player.name);
  const body = how === "change" ? structuredClone(move.body) : { player: state.turn ?? players[0], do: usual(state), ...given };
  const mine = (editing = { how, move, body, players, forms: [] });
  before = document.activeElement?.dataset.place ?? document.activeElement;
  byId("editor-title").textContent = how === "change" ? `${word("move")} ${move.number}: ${move.player ?? ""} ${move.text}` : `${word("add")} ${word("after")} ${move.number}`;
  byId("editor-remove").hidden = how !== "change";
  byId("editor-error").textContent = "";
  byId("editor-likely").replaceChildren();
  byId("editor-fields").replaceChildren();
  byId("editor").show();
  const [forms, likely] = await Promise.all([formsOf(state.game), soon(likelyOnes(mine), LIKELY_MS)]);
  if (mine !== editing) return; // closed, or opened on another move, meanwhile
  editing.forms = forms;
  if (how === "insert") editing.body = bodyFor(formOf(body.do) ?? forms[0], body);
  showFields();
  offerLikely(likely);
  byId("editor").querySelector("select")?.focus();
  changed();
}

/** Open the editor for a move after the last one: where the game has entries that no camera sees, for such an entry. */
export async function addMove(state, question = null) {
  const forms = await formsOf(state.game);
  const given = forms.some((form) => form.do === "enter") ? { do: "enter" } : {};
  await openEditor((state.moves ?? []).at(-1) ?? { n: 0, number: 0 }, "insert", state, given, question);
}

/** What is done most often in this game. */
function usual(state) {
  const counts = {};
  for (const move of state.moves ?? []) counts[move.do] = (counts[move.do] ?? 0) + 1;
  return Object.keys(counts).sort((a, b) => counts[b] - counts[a])[0] ?? "build";
}

/** A place on the board was tapped: into the open editor, or open the move that put something there. */
export async function placeTapped(place, state) {
  if (editing) {
    if (!editing.forms.length) return; // it is only being opened
    editing.body = withPlace(formOf(editing.body.do), editing.body, place);
    showFields();
    return;
  }
  const moves = state.moves ?? [];
  const move = moves.findLast((candidate) => candidate.places.includes(place));
  if (move) await openEditor(move, "change", state);
  else {
    await openEditor(moves.at(-1) ?? { n: 0, number: 0 }, "insert", state);
    if (editing?.forms.length) placeTapped(place, state);
    changed();
  }
}

async function formsOf(game) {
  if (known?.game !== game) {
    const got = await fetch("/api/v1/forms").catch(() => null);
    if (!got?.ok) return [];
    known = { game, forms: (await got.json()).forms };
  }
  return known.forms;
}

/** The likeliest corrections of the move in the editor. */
async function likelyOnes(mine) {
  const query = mine.how === "change" ? `of=${mine.move.n}` : `after=${mine.move.n}`;
  const got = await fetch(`/api/v1/likely?${query}&lang=${languageNow()}`).catch(() => null);
  return got?.ok ? (await got.json()).moves : [];
}

/** Buttons with these corrections; one press carries it out. They come with the fields: what comes later moves them away under a finger. */
function offerLikely(moves) {
  if (moves.length === 0) return;
  const buttons = moves.map((move) => {
    const points = move.legal ? signed(move.points) : word("illegal");
    return element("button", { type: "button", onclick: () => tell(lineFor(move.body)) }, `${move.player ?? ""} ${move.text} (${points})`);
  });
  byId("editor-likely").replaceChildren(element("p", { class: "hint" }, word("likely")), ...buttons);
}

/** What is answered within so many milliseconds, else nothing. */
const soon = (answer, ms) => Promise.race([answer, new Promise((done) => setTimeout(done, ms, []))]);

/** Where the part of the move in the editor may lie, in words. */
async function spotsOf(key) {
  const { how, move, body } = editing;
  const about = { [how === "change" ? "of" : "after"]: move.n, move: JSON.stringify(body), key, lang: languageNow() };
  const got = await fetch(`/api/v1/spots?${new URLSearchParams(about)}`).catch(() => null);
  return got?.ok ? (await got.json()).spots : [];
}

const lineFor = (move) =>
  editing.how === "change" ? { do: "replace", of: editing.move.n, move } : { do: "insert", after: editing.move.n, move };

function showFields() {
  const { body, forms, players } = editing;
  const form = formOf(body.do);
  if (!form) return;
  const kinds = picker("field-do", forms.map((one) => one.do), body.do, (value) => (word(value) === value ? value.replaceAll("-", " ") : word(value)), (event) => {
    editing.body = bodyFor(formOf(event.target.value), { player: players[0], ...editing.body });
    showFields();
    byId("field-do").focus();
    changed();
  });
  const fields = [labelled({ key: "what" }, kinds)];
  if (form.player) {
    const names = players.includes(body.player) || !body.player ? players : [...players, body.player];
    fields.unshift(labelled({ key: "player" }, picker("field-player", names, body.player, (name) => name, (event) => {
      editing.body.player = event.target.value;
      changed();
    })));
  }
  fields.push(...fieldsOf(form, editing.body, changed, spotsOf));
  if (form.fields.some((field) => field.places)) fields.push(element("p", { class: "hint" }, word("tap")));
  byId("editor-fields").replaceChildren(...fields);
}

/** Let the board show which places are chosen. */
const changed = () => document.dispatchEvent(new CustomEvent("editor-changed"));

function close() {
  editing = null;
  byId("editor").close();
  changed();
  const place = typeof before === "string" ? document.querySelector(`[data-place="${CSS.escape(before)}"]`) : before;
  if (place?.isConnected) place.focus();
}

async function tell(body) {
  try {
    await send("corrections", asked ? { ...body, question: asked } : body);
    close();
  } catch (error) {
    byId("editor-error").textContent = error instanceof Unanswered ? word("unanswered") : error.message;
  }
}

const dialog = byId("editor");
if (dialog) {
  byId("editor-cancel").addEventListener("click", close);
  byId("editor-remove").addEventListener("click", () => tell({ do: "replace", of: editing.move.n, move: null }));
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    tell(lineFor(editing.body));
  });
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && close());
}
