// The parts as they are printed: fetched once each, kept in the page, drawn by reference.

import { drawn } from "./elements.js";

const ASKED = new URLSearchParams(location.search);
const known = new Map(); // "game part" -> whether its drawing is in the page; undefined while nobody has asked
let waiting = null;

/** Whether a part's drawing is here. */
export const hasArt = (game, part) => known.get(`${game} ${part}`) === true;

/** Fetch the drawings of a board's parts that are not here yet; `onArrival()` once those that there are have come. */
export async function fetchArt(board, onArrival) {
  const wanted = [...new Set(board.shapes.map((shape) => shape.art).filter(Boolean))];
  const missing = wanted.filter((part) => known.get(`${board.game} ${part}`) === undefined);
  if (missing.length === 0) return;
  for (const part of missing) known.set(`${board.game} ${part}`, false);
  await Promise.all(missing.map((part) => fetchOne(board.game, part)));
  onArrival();
}

/** Put drawings into the page that came with it: an SVG document's text of one game. */
export function keepArt(game, text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const drawing of parsed.querySelectorAll("defs > g")) {
    shelf().append(document.importNode(drawing, true));
    known.set(`${game} ${drawing.id.replace(/^art-/, "")}`, true);
  }
}

async function fetchOne(game, part) {
  const wish = new URLSearchParams({ game, part });
  for (const name of ["table", "record"]) if (ASKED.has(name)) wish.set(name, ASKED.get(name)); // of the hub, of evenings
  const got = await fetch(`/api/v1/art?${wish}`).catch(() => null);
  if (got?.ok) keepArt(game, await got.text());
  else if (!got || got.status >= 500) known.delete(`${game} ${part}`); // asked for again with the next drawing
}

function shelf() {
  if (!waiting) {
    waiting = drawn("defs");
    document.body.append(drawn("svg", { class: "shelf", width: 0, height: 0, "aria-hidden": "true" }, waiting));
  }
  return waiting;
}
