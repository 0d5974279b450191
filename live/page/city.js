// The board as a drawing: shapes in millimetres from the server become SVG; places can be tapped or reached by key.

import { drawn } from "./elements.js";

/** Draw `board` into the svg; `marked` are places to point out, `unsure` maps places to `likely` or `ask`. */
export function drawBoard(svg, board, { marked = [], unsure = {}, chosen = new Set(), onPlace = null } = {}) {
  if (!board) {
    svg.replaceChildren();
    return;
  }
  const [left, top, width, height] = board.view_mm;
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  svg.setAttribute("aria-label", board.title);
  const pointed = new Set(marked);
  svg.replaceChildren(...board.shapes.map((shape) => shapeOf(shape, { pointed, unsure, chosen, onPlace })));
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
    Object.assign(attributes, { tabindex: 0, role: "button", "aria-label": shape.title ?? shape.place });
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
  return drawn("polygon", { ...attributes, points: shape.points.map((point) => point.join(",")).join(" ") }, title);
}
