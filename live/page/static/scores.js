// Scores and moves as elements, the same on every page.

import { byId, drawn, element } from "./elements.js";
import { word } from "./words.js";

const opened = new Set(); // whose reasons are unfolded

/** What a score is made of, to be unfolded. */
function reasons(player) {
  if (!player.lines?.length) return null;
  const lines = player.lines.map((line) => element("li", {}, element("span", {}, line.label), element("b", {}, signed(line.points))));
  const ontoggle = (event) => (event.target.open ? opened.add(player.name) : opened.delete(player.name));
  const open = opened.has(player.name);
  return element("details", { class: "reasons", open, ontoggle }, element("summary", {}, word("why")), element("ul", { class: "lines" }, ...lines));
}

// The seats' own shapes, as on the printed mats: circle, square, triangle, diamond, star, hexagon; on a square of 24.
const SHAPES = [
  "M12 2a10 10 0 1 0 .01 0z", "M3 3h18v18h-18z", "M12 1l11 20h-22z", "M12 0l11 12-11 12-11-12z",
  "M12 0l3.2 8 8.3.6-6.4 5.400 2.100 8.200-7.200-4.500-7.200 4.500 2.100-8.200-6.400-5.400 8.300-.6z", "M6 2h12l6 10-6 10h-12l-6-10z",
];
const MIDDLES = [12, 12, 14.4, 12, 12.5, 12]; // where the number stands, from the top

/** A seat's shape in its colour with its number, so that colour is never alone. */
export function seatSign(seat, colour) {
  const index = (seat - 1) % SHAPES.length;
  const number = drawn("text", { x: 12, y: MIDDLES[index] + 4.2, fill: inkOn(colour) }, String(seat));
  return drawn("svg", { class: "seat", viewBox: "-1 -1 26 26", "aria-hidden": "true", colour }, drawn("path", { class: "shape", d: SHAPES[index] }), number);
}

/** Black or white for thick figures on `#rrggbb`: white as long as it stands out three to one (WCAG 2.2, large text),
 *  since black figures on a strong colour look dark on dark. */
export function inkOn(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.3 ? "#000" : "#fff";
}

/** The players in seat order, each with the score; the one whose turn it is and the winners are marked.
 *  `withReasons` lets people unfold what a score is made of. */
export function scoreCards(state, withReasons = false) {
  return (state.players ?? []).map((player) => {
    const marks = [];
    if (player.winner) marks.push(state.over ? word("winner") : word("leads"));
    if (player.turn && !state.over && !state.past) marks.push(word("turn"));
    if (player.total < 0 && !state.over) marks.push(word("so-far"));
    const gained = player.last_points ? element("span", { class: "gained" }, signed(player.last_points)) : null;
    return element(
      "article",
      { "data-player": player.name, class: `score${player.turn && !state.over ? " turn" : ""}${player.winner ? " winner" : ""}`, colour: player.colour },
      element("h2", {}, seatSign(player.seat, player.colour), element("span", { class: "name" }, player.name)),
      element("p", { class: "total" }, number(player.total)),
      element("p", { class: "marks" }, marks.join(" · "), " ", gained),
      withReasons ? reasons(player) : null,
    );
  });
}

/** One sentence for a move: who, what, where. */
export const moveWords = (move) => move.text;

/** A number with a minus sign, not a hyphen. */
export const number = (value) => (value < 0 ? `−${-value}` : String(value));

export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

/** A move as a list entry with its score lines; `onEdit(move, how)` opens the editor. */
export function moveEntry(move, colours, onEdit) {
  const flags = [];
  if (move.guess) flags.push(element("span", { class: "flag" }, word("guess")));
  if (!move.legal) flags.push(element("span", { class: "flag illegal" }, word("illegal")));
  if (move.provisional) flags.push(element("span", { class: "flag" }, word("provisional")));
  if (move.corrected) flags.push(element("span", { class: "flag" }, word("corrected")));
  const lines = move.lines.map((line) =>
    element("li", {}, element("span", {}, line.label), element("b", {}, signed(line.points))),
  );
  const problems = move.problems.map((problem) => element("li", { class: "problem" }, problem.message));
  const buttons = onEdit
    ? element(
        "p",
        { class: "tools" },
        element("button", { type: "button", onclick: () => onEdit(move, "change") }, word("change")),
        element("button", { type: "button", onclick: () => onEdit(move, "insert") }, word("insert")),
      )
    : null;
  const entry = element(
    "details",
    {},
    element(
      "summary",
      {},
      element("span", { class: "n" }, String(move.number)),
      element("span", { class: "who", colour: colours[move.player] ?? "#888" }, move.player ?? ""),
      element("span", { class: "what" }, moveWords(move), ...flags),
      element("b", { class: "points" }, move.points || move.lines.length ? signed(move.points) : ""),
      move.lines.length ? element("span", { class: "because" }, move.lines.map((line) => `${line.label} ${signed(line.points)}`).join(" · ")) : null,
    ),
    element("ul", { class: "lines" }, ...lines, ...problems),
    move.picture ? element("img", { class: "evidence", src: move.picture, alt: word("movepicture"), loading: "lazy", onerror: (event) => event.target.remove() }) : null,
    buttons,
  );
  return element("li", { "data-n": move.n, class: move.legal ? "" : "against" }, entry);
}

/** Player -> colour. */
export const coloursOf = (state) => Object.fromEntries((state.players ?? []).map((player) => [player.name, player.colour]));

/** Which moves are guesses, as long as nobody has answered and the table has told nothing. */
export function showGuesses(state) {
  const guesses = (state.moves ?? []).filter((move) => move.guess);
  const box = byId("guesses");
  box.hidden = guesses.length === 0;
  const count = guesses.length === 1 ? word("guess-one") : `${guesses.length} ${word("guess-many")}`;
  const told = guesses.map((move) => [move.number, move.player, move.text].filter(Boolean).join(" "));
  box.textContent = `${count} ${told.join("; ")}`;
}
