// A board entered over a photograph: four corners tapped, then every cell that was guessed wrongly, and the river's sides.

import "./board-words.js";
import { byId, drawn } from "./elements.js";
import { otherLanguage, switchLanguage, translatePage, word } from "./words.js";

const TERRAINS = ["plain", "two-trees", "one-tree", "two-rocks", "one-rock", "well", "gold", "mountain", "forest"];
const SIGNS = { "one-tree": "♣", "two-trees": "♣♣", "one-rock": "▲", "two-rocks": "▲▲", well: "◎", gold: "★", mountain: "M", forest: "F" };
const COLOURS = { mountain: "#a9a7a2", forest: "#3f7a45" };

let tapped = { corners: [], rows: 11, columns: 11, terrain: [], river: [], sticker_cells: [], unsure: [], told: {}, river_told: false, taps: 0 };
let codes = { ids: [], seat: null, trouble: "" };
let tool = "plain";
let history = [];
let mark = null; // of the draft that this page shows: what another browser taps has another one
const token = new URLSearchParams(location.hash.slice(1)).get("token");

const nameOf = (row, column) => String.fromCharCode(65 + column) + (row + 1);

async function ask(method, path, body) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  if (mark) headers["if-match"] = mark;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw { code: "away", cells: [] };
  }
  const said = await answer.json();
  mark = answer.headers.get("etag") ?? mark;
  if (!answer.ok) throw { code: said.code ?? "", cells: said.cells ?? [], error: said.error };
  return said;
}

function tell(trouble) {
  byId("trouble").hidden = !trouble;
  if (!trouble) return;
  const sentence = trouble.code && word(trouble.code) !== trouble.code ? word(trouble.code) : trouble.error ?? String(trouble);
  byId("trouble").textContent = [sentence, (trouble.cells ?? []).join(", ")].filter(Boolean).join(" ");
}

let keeping = Promise.resolve();
function keep() {
  keeping = keeping.then(() => ask("PUT", "/api/v1/draft", tapped)).catch(refused);
}

/** Another browser was sooner: what it tapped is shown, and said. */
async function refused(trouble) {
  if (trouble.code === "changed") await begin();
  tell(trouble);
}

function tap(change) {
  history.push(JSON.stringify(tapped));
  tapped.taps += 1;
  change();
  tell(null);
  keep();
  show();
}

function show() {
  translatePage();
  byId("language").textContent = otherLanguage().toUpperCase();
  byId("taps").textContent = tapped.taps;
  byId("photo").alt = word("photo");
  byId("rows").value = tapped.rows;
  byId("columns").value = tapped.columns;
  const cells = tapped.terrain.length > 0;
  byId("corners").hidden = cells;
  stand(cells ? 1 : 0);
  byId("cells").hidden = !cells;
  byId("hint").textContent = cells ? word(tool === "river" ? "river" : "cells") : word(`corner-${Math.min(3, tapped.corners.length)}`);
  byId("taped").textContent = !cells ? "" : codes.trouble ? word(codes.trouble) : codes.ids.length ? word("taped", { n: codes.ids.length, seat: codes.seat }) : word("untaped");
  if (cells) { showTools(); showGrid(); } else showMarks();
}

/** Say at which of the steps people are. */
function stand(step) {
  [...byId("steps").children].forEach((one, index) => (index === step ? one.setAttribute("aria-current", "step") : one.removeAttribute("aria-current")));
}

function showMarks() {
  const photo = byId("photo"), marks = byId("marks");
  if (!photo.naturalWidth) return;
  marks.setAttribute("viewBox", `0 0 ${photo.naturalWidth} ${photo.naturalHeight}`);
  const dots = tapped.corners.map(([x, y]) => drawn("circle", { cx: x, cy: y, r: photo.naturalWidth / 130 }));
  marks.replaceChildren(drawn("polyline", { points: tapped.corners.map((one) => one.join(",")).join(" ") }), ...dots);
}

function showTools() {
  const tools = [...TERRAINS, "river", "sticker"];
  byId("tools").replaceChildren(...tools.map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.id = `tool-${name}`;
    button.textContent = `${SIGNS[name] ?? ""} ${word(name === "river" ? "river-tool" : name)}`.trim();
    button.setAttribute("aria-pressed", String(tool === name));
    button.addEventListener("click", () => tap(() => { tool = name; }));
    return button;
  }));
}

function showGrid() {
  const grid = byId("grid"), { rows, columns } = tapped;
  grid.setAttribute("viewBox", `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`);
  grid.setAttribute("aria-label", word("grid"));
  const focused = document.activeElement?.id;
  let picture = grid.querySelector("image");
  if (!picture || picture.dataset.corners !== String(tapped.corners)) {
    picture = drawn("image", { href: `/api/v1/flat?${Date.now()}`, width: columns, height: rows, preserveAspectRatio: "none" });
    picture.dataset.corners = String(tapped.corners);
  }
  const nodes = [picture];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const name = nameOf(row, column), terrain = tapped.terrain[row][column];
      if (COLOURS[terrain]) nodes.push(drawn("rect", { class: "ground", x: column, y: row, width: 1, height: 1, fill: COLOURS[terrain] }));
      const unsure = tapped.unsure.includes(name);
      const cell = drawn("rect", { class: unsure ? "cell unsure" : "cell", id: `cell-${name}`, x: column, y: row, width: 1, height: 1, tabindex: 0, role: "button", "aria-label": `${name}: ${word(terrain)}${unsure ? " ?" : ""}` });
      cell.addEventListener("pointerdown", (event) => touched(event, row, column));
      cell.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); setCell(row, column); } });
      nodes.push(cell);
      if (SIGNS[terrain]) nodes.push(drawn("text", { x: column + 0.5, y: row + 0.5 }, SIGNS[terrain]));
      if (tapped.sticker_cells.includes(name)) nodes.push(drawn("rect", { class: "sticker", x: column + 0.38, y: row + 0.38, width: 0.24, height: 0.24 }));
    }
  }
  for (const [one, other] of tapped.river) nodes.push(river(one, other));
  grid.replaceChildren(...nodes);
  if (focused?.startsWith("cell-")) byId(focused)?.focus();
}

const placeOf = (name) => [Number(name.slice(1)) - 1, name.charCodeAt(0) - 65];

function river(one, other) {
  const [row, column] = placeOf(one), [row2, column2] = placeOf(other);
  const line = row === row2
    ? { x1: Math.max(column, column2), x2: Math.max(column, column2), y1: row, y2: row + 1 }
    : { x1: column, x2: column + 1, y1: Math.max(row, row2), y2: Math.max(row, row2) };
  return drawn("line", { class: "river", ...line });
}

function touched(event, row, column) {
  event.preventDefault();
  if (tool !== "river") { setCell(row, column); return; }
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(byId("grid").getScreenCTM().inverse());
  const x = at.x - column, y = at.y - row;
  const sides = [[x, row, column - 1], [1 - x, row, column + 1], [y, row - 1, column], [1 - y, row + 1, column]];
  const [, row2, column2] = sides.reduce((best, side) => (side[0] < best[0] ? side : best));
  if (row2 < 0 || column2 < 0 || row2 >= tapped.rows || column2 >= tapped.columns) return;
  const pair = [nameOf(Math.min(row, row2), Math.min(column, column2)), nameOf(Math.max(row, row2), Math.max(column, column2))];
  tap(() => {
    const there = tapped.river.some((edge) => String(edge) === String(pair));
    tapped.river_told = true;
    tapped.river = there ? tapped.river.filter((edge) => String(edge) !== String(pair)) : [...tapped.river, pair];
  });
}

function setCell(row, column) {
  const name = nameOf(row, column);
  if (tool === "river") return;
  tap(() => {
    if (tool === "sticker") {
      const there = tapped.sticker_cells.includes(name);
      tapped.sticker_cells = there ? tapped.sticker_cells.filter((one) => one !== name) : [...tapped.sticker_cells, name];
    } else {
      tapped.terrain[row][column] = tool;
      tapped.told = { ...tapped.told, [name]: tool };
    }
    tapped.unsure = tapped.unsure.filter((one) => one !== name);
  });
}

// What was guessed, in its place what people said of a cell or the river already.
function lay(found) {
  tapped.terrain = found.terrain.map((cells, row) => cells.map((guess, column) => tapped.told[nameOf(row, column)] ?? guess));
  tapped.unsure = found.unsure.filter((name) => !(name in tapped.told));
  if (!tapped.river_told) tapped.river = found.river;
  codes = found.codes;
}

async function fit() {
  try {
    const found = await ask("POST", "/api/v1/fit", { corners: tapped.corners, rows: tapped.rows, columns: tapped.columns });
    lay(found);
    keep();
    show();
    if (!found.fits) tell({ code: "no-grid" });
  } catch (trouble) {
    tapped.corners = [];
    show();
    tell(trouble);
  }
}

byId("photo").addEventListener("load", show);
byId("photo").addEventListener("click", (event) => {
  if (tapped.corners.length > 3) return;
  const box = byId("photo").getBoundingClientRect(), scale = byId("photo").naturalWidth / box.width;
  tap(() => { tapped.corners = [...tapped.corners, [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale]]; });
  if (tapped.corners.length === 4) fit();
});
for (const name of ["rows", "columns"]) {
  byId(name).addEventListener("change", (event) => {
    const count = Number(event.target.value);
    if (Number.isInteger(count) && count >= 2 && count <= (name === "rows" ? 30 : 26)) tap(() => { tapped[name] = count; });
    else show();
  });
}
for (const id of ["again", "anew"]) {
  byId(id).addEventListener("click", () => tap(() => Object.assign(tapped, { corners: [], terrain: [], unsure: [] })));
}
byId("right").addEventListener("click", () => tap(() => { tapped.unsure = []; }));
byId("undo").addEventListener("click", () => {
  const before = history.pop();
  if (before === undefined) return;
  tapped = { ...JSON.parse(before), taps: tapped.taps + 1 };
  keep();
  show();
});
byId("language").addEventListener("click", () => { switchLanguage(); show(); });
byId("save").addEventListener("click", async () => {
  tapped.taps += 1;
  byId("taps").textContent = tapped.taps;
  try {
    await keeping;
    const saved = await ask("POST", "/api/v1/board", tapped);
    byId("cells").hidden = true;
    stand(2);
    byId("hint").textContent = `${word("saved")} ${saved.path}${saved.codes ? `, ${word("saved-codes")}` : ""}. ${word("taps")}: ${saved.taps}. ${word("done")}`;
    tell(null);
  } catch (trouble) { await refused(trouble); }
});

/** Show what was tapped so far, in this browser or another. */
async function begin() {
  const begun = await ask("GET", "/api/v1/board").catch((trouble) => { tell(trouble); return { name: "Boardsight", draft: null }; });
  byId("title").textContent = begun.name;
  history = [];
  if (begun.draft) {
    tapped = { ...tapped, ...begun.draft };
    if (tapped.terrain.length) {
      const found = await ask("POST", "/api/v1/fit", { corners: tapped.corners, rows: tapped.rows, columns: tapped.columns }).catch(tell);
      if (found) codes = found.codes;
    }
  }
  show();
}

await begin();
