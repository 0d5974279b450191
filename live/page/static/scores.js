// Scores and moves as elements, the same on every page.

import { element } from "./elements.js";
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

/** The players in seat order, each with the score; the one whose turn it is and the winners are marked.
 *  `withReasons` lets people unfold what a score is made of. */
export function scoreCards(state, withReasons = false) {
  return (state.players ?? []).map((player) => {
    const marks = [];
    if (player.winner) marks.push(state.over ? word("winner") : word("leads"));
    if (player.turn && !state.over) marks.push(word("turn"));
    const gained = player.last_points ? element("span", { class: "gained" }, signed(player.last_points)) : null;
    return element(
      "article",
      { class: `score${player.turn && !state.over ? " turn" : ""}${player.winner ? " winner" : ""}`, colour: player.colour },
      element("h3", {}, element("span", { class: "seat", "aria-hidden": "true" }, String(player.seat)), player.name),
      element("p", { class: "total" }, String(player.total)),
      element("p", { class: "marks" }, marks.join(" · "), gained),
      withReasons ? reasons(player) : null,
    );
  });
}

/** One sentence for a move: who, what, where. */
export const moveWords = (move) => move.text;

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
      element("span", { class: "n" }, String(move.n)),
      element("span", { class: "who", colour: colours[move.player] ?? "#888" }, move.player ?? ""),
      element("span", { class: "what" }, moveWords(move), ...flags),
      element("b", { class: "points" }, move.points || move.lines.length ? signed(move.points) : ""),
    ),
    element("ul", { class: "lines" }, ...lines, ...problems),
    move.picture ? element("img", { class: "evidence", src: move.picture, alt: "", loading: "lazy" }) : null,
    buttons,
  );
  return element("li", { "data-n": move.n, class: move.legal ? "" : "against" }, entry);
}

/** Player -> colour. */
export const coloursOf = (state) => Object.fromEntries((state.players ?? []).map((player) => [player.name, player.colour]));
