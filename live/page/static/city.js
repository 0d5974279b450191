// The board as it is printed: drawings and shapes in millimetres become SVG. Places can be tapped, or reached with the
// arrow keys: the whole board is one stop for Tab. What stays is left alone, so that only what is new moves.

import { fetchArt, hasArt } from "./art.js";
import { element, drawn } from "./elements.js";

const known = new WeakMap(); // svg -> { nodes: shape as text -> node, texts: the shapes' own, places: [{ place, node, middle }], stop, board }
const STATES = ["marked", "chosen", "ask"];

/**
 * Draw `board` into the svg; `marked` are places to point out, `asked` those that people are asked about, `worth` maps
 * places to points for a heat map.
 */
export function drawBoard(svg, board, options = {}) {
  if (!board) {
    svg.replaceChildren();
    known.delete(svg);
    return;
  }
  const { marked = [], asked = [], chosen = new Set(), onPlace = null, worth = null } = options;
  const here = known.get(svg) ?? begin(svg);
  here.onPlace = onPlace;
  const [left, top, width, height] = board.view_mm;
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  svg.setAttribute("aria-label", board.title);
  if (here.board !== board || here.arrived) {
    fetchArt(board, () => {
      if (known.get(svg)?.board !== board) return;
      here.arrived = true;
      drawBoard(svg, board, options);
    });
    build(svg, here, board);
  }
  const pointed = new Set(marked);
  for (const { shape, node } of here.drawn) {
    const states = {
      marked: Boolean(shape.places?.some((place) => pointed.has(place))),
      chosen: Boolean(shape.place && chosen.has(shape.place)),
      ask: Boolean(shape.place) && asked.includes(shape.place),
    };
    for (const state of STATES) node.classList.toggle(state, states[state]);
  }
  here.above.replaceChildren(...outlinesOf(board.shapes, pointed, chosen), ...(worth ? heatOf(board.shapes, worth) : []));
}

/** Where a place lies on the screen, null where the drawing has no such place. */
export function whereIs(svg, places) {
  const found = known.get(svg)?.places.find((one) => places.includes(one.place));
  return found ? found.node.getBoundingClientRect() : null;
}

/** What lies on the board in words, a line a piece. */
export function boardInWords(board) {
  const lying = (board?.shapes ?? []).filter((shape) => shape.class === "piece" && shape.title);
  return lying.map((shape) => element("li", {}, wordsOf(shape)));
}

const wordsOf = (shape) => [shape.title, (shape.places ?? []).map((place) => place.split(":").slice(1).join(" ")).join(", ")].filter(Boolean).join(": ");

function begin(svg) {
  const here = { nodes: new Map(), texts: new Set(), drawn: [], places: [], stop: null, board: null, arrived: false, first: true, newest: new Set() };
  here.below = drawn("g");
  here.above = drawn("g", { class: "above" });
  svg.setAttribute("role", "group");
  svg.replaceChildren(here.below, here.above);
  known.set(svg, here);
  if (!svg.dataset.keys) {
    svg.dataset.keys = "yes";
    svg.addEventListener("keydown", (event) => steer(svg, event));
    svg.addEventListener("focusin", (event) => event.target.dataset.place && stopAt(known.get(svg), event.target.dataset.place));
  }
  return here;
}

/** Put the board's shapes there: those that were there stay as they are, new pieces come in with a small movement. */
function build(svg, here, board) {
  const focused = svg.contains(document.activeElement) ? document.activeElement.dataset.place : null;
  const lying = piecesByPlace(board.shapes);
  const nodes = new Map();
  const counts = new Map();
  const texts = new Set();
  here.drawn = [];
  if (!here.arrived) here.newest.clear(); // a piece whose printed art comes only now is still a new one
  for (const shape of board.shapes) {
    const bare = shape.instead_of && hasArt(board.game, shape.instead_of);
    if (bare && !shape.place) continue; // the printed art shows it
    const label = shape.place ? [shape.title ?? shape.place, lying.get(shape.place)].filter(Boolean).join(": ") : "";
    const text = JSON.stringify(shape);
    const written = [text, bare, Boolean(shape.art && hasArt(board.game, shape.art)), label, Boolean(here.onPlace)].join();
    texts.add(text);
    const key = `${written}${counts.get(written) ?? ""}`;
    counts.set(written, (counts.get(written) ?? 0) + 1);
    let node = here.nodes.get(key);
    if (!node) {
      node = nodeOf(shape, { here, bare, label, art: shape.art && hasArt(board.game, shape.art) });
      if (!here.first && !here.arrived && MOVING.has(shape.class) && !here.texts.has(text)) here.newest.add(text);
      if (here.newest.has(text)) node.classList.add("appears");
    }
    nodes.set(key, node);
    here.drawn.push({ shape, node });
  }
  const order = [...nodes.values()];
  const same = order.length === here.below.children.length && order.every((node, index) => here.below.children[index] === node);
  if (!same) here.below.replaceChildren(...order);
  here.nodes = nodes;
  here.texts = texts;
  here.places = here.drawn
    .filter(({ node }) => node.dataset.place)
    .map(({ shape, node }) => ({ place: shape.place, node, middle: middleOf(shape).slice(0, 2) }));
  here.board = board;
  here.first = false;
  here.arrived = false;
  stopAt(here, here.places.some((one) => one.place === here.stop) ? here.stop : here.places[0]?.place);
  if (focused && document.activeElement?.dataset?.place !== focused) {
    here.places.find((one) => one.place === focused)?.node.focus(); // whoever uses keys stays where they are
  }
}

const MOVING = new Set(["piece", "streetcar", "tile"]);

function piecesByPlace(shapes) {
  const lying = new Map();
  for (const shape of shapes) if (shape.class === "piece") for (const place of shape.places ?? []) lying.set(place, shape.title);
  return lying;
}

/** The one place of the board that Tab reaches. */
function stopAt(here, place) {
  here.stop = place;
  for (const one of here.places) one.node.setAttribute("tabindex", one.place === place ? "0" : "-1");
}

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function steer(svg, event) {
  const here = known.get(svg);
  const from = here?.places.find((one) => one.place === event.target.dataset.place);
  if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = DIRECTIONS[event.key];
  const to = direction ? nearest(here.places, from, direction) : { Home: here.places[0], End: here.places.at(-1) }[event.key];
  if (!direction && !to) return;
  event.preventDefault();
  to?.node.focus();
}

/** The nearest place in a direction; what lies aside counts twice as far. */
function nearest(places, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const one of places) {
    const [x, y] = [one.middle[0] - from.middle[0], one.middle[1] - from.middle[1]];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 0.5 && along + 2 * aside < least && aside <= along * 1.5) [best, least] = [one, along + 2 * aside];
  }
  return best;
}

/** Cells of a board that are pointed out or chosen, and marked pieces, drawn once more over what lies on them. */
function outlinesOf(shapes, pointed, chosen) {
  return shapes.flatMap((shape) => {
    if (!shape.points) return [];
    const cell = /^(cell|square):/.test(shape.place ?? "");
    const word = chosen.has(shape.place) ? "chosen" : cell && pointed.has(shape.place) ? "marked" : null;
    const piece = shape.class === "piece" && shape.places?.some((place) => pointed.has(place));
    return word || piece ? [drawn("polygon", { class: `outline ${word ?? "marked"}`, points: written(shape.points) })] : [];
  });
}

const written = (points) => points.map((point) => point.join(",")).join(" ");

/** A disc with its points on every place that would be worth something; dark is little, light is much (viridis). */
function heatOf(shapes, worth) {
  const values = Object.values(worth);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const seen = new Set();
  return shapes.flatMap((shape) => {
    if (!shape.place || !(shape.place in worth) || seen.has(shape.place)) return [];
    seen.add(shape.place);
    const [x, y, radius] = middleOf(shape);
    const points = worth[shape.place];
    const share = most > least ? (points - least) / (most - least) : Number(most > 0);
    const label = { class: "worth-points", x, y, "font-size": radius * 1.1, fill: share > 0.6 ? "#12181f" : "#fff" };
    return [
      drawn("circle", { class: "worth", cx: x, cy: y, r: radius, fill: heat(share) }),
      drawn("text", label, points < 0 ? `−${-points}` : String(points)),
    ];
  });
}

const VIRIDIS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

function heat(share) {
  const at = Math.min(share * (VIRIDIS.length - 1), VIRIDIS.length - 1.001);
  const [low, high, part] = [VIRIDIS[Math.floor(at)], VIRIDIS[Math.floor(at) + 1], at % 1];
  return `rgb(${low.map((value, index) => Math.round(value + (high[index] - value) * part)).join(" ")})`;
}

function middleOf(shape) {
  if (shape.radius !== undefined) return [...shape.at, shape.radius * 0.8];
  const xs = shape.points.map((point) => point[0]);
  const ys = shape.points.map((point) => point[1]);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return [(left + right) / 2, (top + bottom) / 2, Math.min(right - left, bottom - top) * 0.42];
}

/** One shape: the printed drawing where it has one, text, a disc or a polygon; what can be tapped is a button. */
function nodeOf(shape, { here, bare, label, art }) {
  const attributes = { class: bare ? `${shape.class} bare` : shape.class };
  if (shape.fill && !bare) attributes.fill = shape.fill;
  if (shape.place && here.onPlace && shape.tap) {
    Object.assign(attributes, { tabindex: -1, role: "button", "aria-label": label, "data-place": shape.place });
    attributes.onclick = () => here.onPlace(shape.place);
    attributes.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        here.onPlace(shape.place);
      }
    };
  }
  const title = shape.title ? drawn("title", {}, label || shape.title) : null;
  if (shape.text !== undefined) {
    const [x, y] = shape.at;
    const words = { ...attributes, x, y, "font-size": shape.size };
    if (shape.turn) words.transform = `rotate(${shape.turn} ${x} ${y})`;
    return drawn("text", words, shape.text);
  }
  if (shape.radius !== undefined) {
    return drawn("circle", { ...attributes, cx: shape.at[0], cy: shape.at[1], r: shape.radius }, title);
  }
  if (!art) return drawn("polygon", { ...attributes, points: written(shape.points) }, title);
  const [x, y] = shape.art_at;
  return drawn(
    "g",
    { class: `${shape.class} printed` },
    drawn("polygon", { class: "shadow", points: written(shape.points) }),
    drawn("use", { href: `#art-${shape.art}`, transform: `translate(${x} ${y}) rotate(${shape.art_turn})` }),
    drawn("polygon", { class: "edge", points: written(shape.points) }, title),
  );
}
