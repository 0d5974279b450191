// The television: scores in large type, the board, the last move.

import { byId, element } from "./elements.js";
import { showClock } from "./clock.js";
import { follow } from "./stream.js";
import { coloursOf, scoreCards, showGuesses, signed } from "./scores.js";
import { drawBoard } from "./city.js";
import { feastOf, rainConfetti } from "./feast.js";
import { translatePage, word } from "./words.js";

translatePage();
follow({
  onState: (state) => {
    byId("title").textContent = state.title;
    const last = (state.moves ?? []).at(-1);
    byId("scores").replaceChildren(...scoreCards(state));
    showClock(state.clock);
    showGuesses(state);
    byId("asked").textContent = state.questions?.[0]?.text ?? state.card?.text ?? "";
    byId("asked").hidden = !byId("asked").textContent;
    drawBoard(byId("city").querySelector("svg"), state.board, { marked: last?.places ?? [] });
    byId("last").replaceChildren(...(last ? lastMove(last, coloursOf(state)) : []));
    showFeast(state);
    const camera = state.camera?.state ?? "waiting";
    byId("watch").textContent = camera === "watching" ? "" : word(camera);
    byId("watch").className = `pill ${camera}`;
  },
  onAway: (away) => {
    byId("away").textContent = word("away");
    byId("away").hidden = !away;
  },
});

let celebrated = false;

/** The end fills the screen until the game goes on again. */
function showFeast(state) {
  const box = byId("feast");
  if (!state.over) box.close();
  else if (!celebrated) {
    box.replaceChildren(...feastOf(state));
    box.showModal();
    rainConfetti(box, state.players.map((player) => player.colour));
  }
  celebrated = state.over;
}

function lastMove(move, colours) {
  const lines = move.lines.map((line) => element("li", {}, element("span", {}, line.label), element("b", {}, signed(line.points))));
  return [
    element("h2", { colour: colours[move.player] ?? "#888" }, `${move.player ?? ""} ${move.text}`, element("b", {}, move.points ? signed(move.points) : "")),
    element("ul", { class: "lines" }, ...lines),
  ];
}
