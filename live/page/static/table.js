// The table's page: scores, questions, the board, the camera's picture, the moves, corrections.

import { byId, element } from "./elements.js";
import { follow, send } from "./stream.js";
import { coloursOf, moveEntry, scoreCards } from "./scores.js";
import { drawBoard } from "./city.js";
import { addMove, openEditor, placeTapped, editorIsOpen, chosenPlaces } from "./editor.js";
import { languageNow, switchLanguage, translatePage, word } from "./words.js";
import { speakNews, toggleSpeech } from "./speech.js";
import { keepPictureFresh } from "./picture.js";
import { showEntries } from "./entries.js";
import { keepWorthFresh, worthOfPlaces } from "./worth.js";

let state = null;
const NETWORK_BACK_MS = 20000; // how long the page says that the network is back
let networkWasLost = false;
let networkTimer = 0;
const entries = new Map(); // n -> { written: JSON, node }: unchanged entries stay, opened ones stay open

function show(next) {
  state = next;
  document.title = state.turn && !state.over ? `${state.turn} – ${state.title}` : state.title;
  byId("title").textContent = state.title;
  showWatch(state.camera ?? {});
  byId("scores").replaceChildren(...scoreCards(state, true));
  showEntries(state, tell);
  showGuesses((state.moves ?? []).filter((move) => move.guess));
  showQuestions(state.questions ?? []);
  keepWorthFresh(state, showBoard);
  showBoard();
  showProblems(state.problems ?? []);
  byId("place").hidden = !state.unsaved;
  showNetwork(state.network);
  showMoves(state.moves ?? []);
  byId("pause").textContent = word(state.paused ? "resume" : "pause");
  byId("pause").setAttribute("aria-pressed", String(Boolean(state.paused)));
  byId("share").hidden = !state.shared;
  byId("displays").textContent = (state.displays ?? []).map((d) => `${d.device || d.url}: ${d.connection}`).join(" · ");
}

function showWatch(camera) {
  const pill = byId("watch");
  pill.textContent = word(camera.state ?? "waiting");
  pill.className = `pill ${camera.state ?? "waiting"}`;
  const size = camera.size_px ? `${camera.size_px[0]} × ${camera.size_px[1]}` : "";
  const rate = camera.frames_per_s ? `${camera.frames_per_s.toFixed(1)} ${word("fps")}` : "";
  byId("camera-words").textContent = [camera.message, camera.source, size, rate].filter(Boolean).join(" · ");
}

function showBoard() {
  const last = (state.moves ?? []).at(-1);
  drawBoard(byId("city").querySelector("svg"), state.board, {
    marked: last?.places ?? [],
    unsure: state.unsure ?? {},
    chosen: chosenPlaces(),
    worth: worthOfPlaces(),
    onPlace: async (place) => {
      await placeTapped(place, state);
      showBoard();
    },
  });
}

function showProblems(problems) {
  byId("problems").replaceChildren(...problems.map((problem) => element("p", { class: "problem" }, problem.message)));
}

/** One line while the table is not told to the network, and one for a while when it is again. */
function showNetwork(network) {
  const line = byId("network");
  const lost = network?.state === "lost";
  if (lost) networkWasLost = true;
  if (!lost && !networkWasLost) return;
  const written = lost ? `${word("network-lost")} ${network.message}` : word("network-back");
  if (line.textContent === written) return;
  clearTimeout(networkTimer);
  line.textContent = written;
  line.className = lost ? "problem" : "";
  line.hidden = false;
  if (lost) return;
  networkTimer = setTimeout(() => {
    networkWasLost = false;
    line.hidden = true;
    line.textContent = "";
  }, NETWORK_BACK_MS);
}

/** Which moves are guesses, as long as nobody has answered and the table has told nothing. */
function showGuesses(guesses) {
  const box = byId("guesses");
  box.hidden = guesses.length === 0;
  const count = guesses.length === 1 ? word("guess-one") : `${guesses.length} ${word("guess-many")}`;
  const told = guesses.map((move) => [move.n, move.player, move.text].filter(Boolean).join(" "));
  box.textContent = `${count} ${told.join("; ")}`;
}

function showQuestions(questions) {
  const box = byId("questions");
  box.hidden = questions.length === 0;
  const shown = questions.map((question) => {
    const buttons = question.choices.map((choice, index) =>
      element(
        "button",
        { type: "button", class: index === 0 ? "main" : "", onclick: () => tell("answers", { question: question.id, choice: index }) },
        choice,
      ),
    );
    const picture = question.picture ? element("img", { src: question.picture, alt: "" }) : null;
    return element("article", { class: "question" }, picture, element("h2", {}, question.text), element("p", {}, ...buttons));
  });
  if (JSON.stringify(questions) !== box.dataset.written) {
    box.replaceChildren(...shown);
    box.dataset.written = JSON.stringify(questions);
  }
}

function showMoves(moves) {
  const list = byId("moves");
  const colours = coloursOf(state);
  const nodes = [...moves].reverse().map((move) => {
    const written = JSON.stringify(move) + languageNow();
    const known = entries.get(move.n);
    if (known?.written === written) return known.node;
    const node = moveEntry(move, colours, (edited, how) => openEditor(edited, how, state));
    if (known?.node.querySelector("details")?.open) node.querySelector("details").open = true;
    entries.set(move.n, { written, node });
    return node;
  });
  if (nodes.length === 0) nodes.push(element("li", { class: "none" }, word("none")));
  const same = nodes.length === list.children.length && nodes.every((node, index) => list.children[index] === node);
  if (!same) list.replaceChildren(...nodes);
}

async function tell(path, body) {
  try {
    await send(path, body);
    byId("away").hidden = true;
  } catch (error) {
    byId("away").textContent = error.message;
    byId("away").hidden = false;
  }
}

function toggleMark(node, on) {
  node.setAttribute("aria-pressed", String(on));
}

translatePage();
byId("pause").addEventListener("click", () => tell("pause", { paused: !state?.paused }));
byId("undo").addEventListener("click", () => tell("corrections", { do: "undo" }));
byId("speak").addEventListener("click", (event) => toggleMark(event.currentTarget, toggleSpeech()));
byId("language").textContent = languageNow() === "de" ? "EN" : "DE";
byId("language").addEventListener("click", (event) => {
  switchLanguage();
  event.currentTarget.textContent = languageNow() === "de" ? "EN" : "DE";
  entries.clear();
  if (state) show(state);
});
byId("place").addEventListener("submit", (event) => {
  event.preventDefault();
  tell("record", { path: byId("place-path").value });
});
byId("add").addEventListener("click", () => state && addMove(state));
byId("share").addEventListener("click", () => {
  byId("qr").src = "/api/v1/qr";
  byId("sharing").showModal();
});
document.addEventListener("editor-changed", () => state && showBoard());
document.addEventListener("keydown", (event) => {
  if (editorIsOpen() || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, button, textarea")) return;
  if (event.key === "u") tell("corrections", { do: "undo" });
  if (event.key === "p") tell("pause", { paused: !state?.paused });
  if (event.key === "a" && state) {
    event.preventDefault();
    addMove(state);
  }
  if (event.key === "n") tell("turn", { do: "quiet" });
});
keepPictureFresh(byId("picture"));
follow({
  onState: show,
  onNews: (event, data) => state.quiet || speakNews(event, data, state),
  onAway: (away) => {
    byId("away").textContent = word("away");
    byId("away").hidden = !away;
  },
});
