// The television: scores in large type, the board, the last move.

import { byId, element } from "./elements.js";
import { showClock } from "./clock.js";
import { follow, mayPress, send } from "./stream.js";
import { coloursOf, scoreCards, showGuesses, signed } from "./scores.js";
import { drawBoard } from "./city.js";
import { playAgain } from "./again.js";
import { feastOf, rainConfetti } from "./feast.js";
import { translatePage, word } from "./words.js";

translatePage();
follow({
  onState: (state) => {
    document.title = byId("title").textContent = state.title;
    showJoin(state.follow);
    const last = (state.moves ?? []).at(-1);
    byId("scores").replaceChildren(...scoreCards(state));
    byId("scores").style.setProperty("--count", String(Math.max(2, state.players.length)));
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
  onAway: (away) => say(away ? word("away") : ""),
});

function say(sentence) {
  byId("away").textContent = sentence;
  byId("away").hidden = !sentence;
}

/** Carry out what somebody pressed here; whether it was. */
async function tell(path, body) {
  try {
    await send(path, body);
    return true;
  } catch (error) {
    say(error.message);
    return false;
  }
}

/** How people follow on their phones: by a code that gives nobody the right to change anything, or by typing. */
function showJoin(address) {
  if (!byId("join").hidden === Boolean(address)) return;
  byId("join").hidden = !address;
  if (!address) return;
  byId("join-address").textContent = address.replace(/^http:\/\//, "").replace(/\/$/, "");
  byId("qr-join").src = "/api/v1/qr?page=follow";
}

let celebrated = false;

/** The end fills the screen until the game goes on again. */
function showFeast(state) {
  const box = byId("feast");
  if (!state.over) box.close();
  else if (!celebrated) {
    const again = state.again && mayPress() && element("button", { type: "button", class: "main", onclick: () => playAgain(state, tell) }, word("play-again"));
    box.replaceChildren(...feastOf(state), element("menu", {}, again || null));
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
