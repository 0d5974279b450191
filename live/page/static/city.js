// The board as a drawing: shapes in millimetres from the server become SVG; places can be tapped or reached by key.

import { drawn } from "./elements.js";

/**
 * Draw `board` into the svg; `marked` are places to point out, `unsure` maps places to `likely` or `ask`, `worth` maps
 * places to points for a heat map.
 */
export function drawBoard(svg, board, { marked = [], unsure = {}, chosen = new Set(), onPlace = null, worth = null } = {}) {
  if (!board) {
    svg.replaceChildren();
    return;
  }
  const [left, top, width, height] = board.view_mm;
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  svg.setAttribute("aria-label", board.title);
  const pointed = new Set(marked);
  const shapes = board.shapes.map((shape) => shapeOf(shape, { pointed, unsure, chosen, onPlace }));
  const focused = svg.contains(document.activeElement) ? document.activeElement.dataset.place : null;
  svg.replaceChildren(...shapes, ...outlinesOf(board.shapes, pointed, chosen), ...(worth ? heatOf(board.shapes, worth) : []));
  if (focused) svg.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus(); // whoever uses keys stays where they are
}

/** Cells of a board that are pointed out or chosen, drawn once more over what lies on them. */
function outlinesOf(shapes, pointed, chosen) {
  const cells = shapes.filter((shape) => shape.points && /^(cell|square):/.test(shape.place ?? ""));
  return cells.flatMap((shape) => {
    const word = chosen.has(shape.place) ? "chosen" : pointed.has(shape.place) ? "marked" : null;
    return word ? [drawn("polygon", { class: `outline ${word}`, points: written(shape.points) })] : [];
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

function shapeOf(shape, { pointed, unsure, chosen, onPlace }) {
  const classes = [shape.class];
  if (shape.places?.some((place) => pointed.has(place))) classes.push("marked");
  if (shape.place && chosen.has(shape.place)) classes.push("chosen");
  const doubt = shape.place && unsure[shape.place];
  if (doubt) classes.push(doubt);
  const attributes = { class: classes.join(" ") };
  if (shape.fill) attributes.fill = shape.fill;
  if (shape.place && onPlace && shape.tap) {
    Object.assign(attributes, { tabindex: 0, role: "button", "aria-label": shape.title ?? shape.place, "data-place": shape.place });
    attributes.onclick = () => onPlace(shape.place);
    attributes.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        onPlace(shape.place);
      }
    };
  }
  const title = shape.title ? drawn("title", {}, shape.title) : null;
  if (shape.text !== undefined) {
    const [x, y] = shape.at;
    const words = { ...attributes, x, y, "font-size": shape.size };
    if (shape.turn) words.transform = `rotate(${shape.turn} ${x} ${y})`;
    return drawn("text", words, shape.text);
  }
  if (shape.radius !== undefined) {
    return drawn("circle", { ...attributes, cx: shape.at[0], cy: shape.at[1], r: shape.radius }, title);
  }
  return drawn("polygon", { ...attributes, points: written(shape.points) }, title);
}
