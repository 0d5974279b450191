// The table's page: scores, questions, the board, the camera's picture, the moves, corrections.

import { byId, element } from "./elements.js";
import { showAiming } from "./aiming.js";
import { follow, send, Unanswered } from "./stream.js";
import { coloursOf, moveEntry, scoreCards, showGuesses } from "./scores.js";
import { boardInWords, drawBoard, whereIs } from "./city.js";
import { addMove, openEditor, placeTapped, chosenPlaces } from "./editor.js";
import { displayWords, keepNames, languageNow, otherLanguage, sourceWords, switchLanguage, translatePage, word } from "./words.js";
import { showClock } from "./clock.js";
import { soundEvent } from "./sound.js";
import { speakNews, toggleSpeech } from "./speech.js";
import { keepPictureFresh } from "./picture.js";
import { showEntries } from "./entries.js";
import { keepWorthFresh, worthOfPlaces } from "./worth.js";
import { countTo, flyPoints } from "./motion.js";
import { keepTabs, showPane } from "./panes.js";
import { keepKeys, showKeys } from "./keys.js";
import { showQuestions } from "./questions.js";
import { makeReport } from "./report.js";
import { feastOf, pdfAddress, printSouvenir, rainConfetti, savePicture, toggleCode } from "./feast.js";

let state = null;
let stateCame = () => {};
const firstState = new Promise((resolve) => { stateCame = resolve; }); // what is pressed before it came is done then
const NETWORK_BACK_MS = 20000; // how long the page says that the network is back
let networkWasLost = false;
let networkTimer = 0;
let tableAway = false;
let sharing = null; // seldom needed, so it is fetched only then
let undone = null; // a wish that nobody answered: { path, body, words }
const entries = new Map(); // n -> { written: JSON, node }: unchanged entries stay, opened ones stay open

const campaign = () => import("./campaign.js"); // few games are an episode of one

function show(next) {
  const before = state;
  state = next;
  stateCame();
  document.title = state.turn && !state.over ? `${state.turn} – ${state.title}` : state.title;
  byId("title").textContent = state.title;
  keepNames(state.named);
  showWatch(state.camera ?? {});
  showAiming(byId("aiming"), state);
  showScores(before);
  showClock(state.clock, timeIsUp);
  if (before && before.turn !== state.turn && state.turn && !state.over && !state.quiet) soundEvent("turn", { seat: seatOf(state.turn) });
  showEntries(state, tell);
  if (state.campaign || !byId("campaign").hidden) campaign().then((ledger) => ledger.showCampaign(state, tell));
  showGuesses(state);
  showQuestions(state.questions ?? [], { tell, showMe });
  keepWorthFresh(state, showBoard);
  showBoard();
  if (before?.board !== state.board) byId("board-words").replaceChildren(...boardInWords(state.board));
  showCard(state.card, before);
  showProblems(state.problems ?? []);
  byId("place").hidden = !state.unsaved;
  showNetwork(state.network);
  showMoves(state.moves ?? []);
  byId("pause").textContent = word(state.paused ? "resume" : "pause");
  byId("pause").setAttribute("aria-pressed", String(Boolean(state.paused)));
  byId("confirm").setAttribute("aria-pressed", String(Boolean(state.confirm)));
  byId("redo").hidden = !state.put_back;
  byId("redo").title = state.put_back ?? "";
  byId("how-open").hidden = !state.how_to_play;
  byId("set-up").hidden = !state.set_up;
  showFeast(before);
  showSharing();
  byId("displays").textContent = (state.displays ?? []).map(displayWords).join(" · ");
}

/** Codes and photos, where there are any. */
function showSharing() {
  byId("share").hidden = !state.shared && !state.photos;
  if (!byId("share").hidden) sharing ??= import("./sharing.js").then(({ keepSharing }) => keepSharing(() => state));
  sharing?.then(({ show }) => show());
}

/** The end is celebrated once; afterwards it can be called again. */
function showFeast(before) {
  byId("theend").hidden = !state.over;
  if (!state.over) byId("feast").close();
  else if (!before?.over) celebrate();
}

function celebrate() {
  byId("feast-body").replaceChildren(...feastOf(state));
  byId("feast-pdf").href = pdfAddress();
  byId("feast-bg").hidden = !state.bg_stats;
  byId("feast-again").hidden = !state.again;
  if (!byId("feast").open) byId("feast").showModal();
  rainConfetti(byId("feast"), state.players.map((player) => player.colour));
}

function showWatch(camera) {
  const pill = byId("watch");
  pill.textContent = word(camera.state ?? "waiting");
  pill.className = `pill ${camera.state ?? "waiting"}`;
  const size = camera.size_px ? `${camera.size_px[0]} × ${camera.size_px[1]}` : "";
  const rate = camera.frames_per_s ? `${camera.frames_per_s.toFixed(1)} ${word("fps")}` : "";
  byId("camera-words").textContent = [camera.message, sourceWords(camera.source), size, rate].filter(Boolean).join(" · ");
}

/** The score cards, made anew only where they say something else; totals count from what they were. */
function showScores(before) {
  const box = byId("scores");
  const written = JSON.stringify([state.players, state.over]) + languageNow();
  if (box.dataset.written === written) return;
  box.dataset.written = written;
  box.replaceChildren(...scoreCards(state, true));
  for (const player of state.players ?? []) {
    const was = before?.players?.find((one) => one.name === player.name);
    if (was) countTo(cardOf(player.name).querySelector(".total"), was.total, player.total);
  }
}

const cardOf = (name) => byId("scores").querySelector(`[data-player="${CSS.escape(name)}"]`);

function showBoard() {
  const last = (state.moves ?? []).at(-1);
  drawBoard(byId("board"), state.board, {
    marked: last?.places ?? [],
    asked: (state.questions ?? []).flatMap((question) => question.places ?? []),
    chosen: chosenPlaces(),
    worth: worthOfPlaces(),
    onPlace: async (place) => {
      await placeTapped(place, state);
      showBoard();
    },
  });
}

/** The command card that was laid last; a new one sounds. */
function showCard(card, before) {
  byId("card").textContent = card?.text ?? "";
  byId("card").hidden = !card;
  if (before && card && card.n !== before.card?.n && !state.quiet) soundEvent(card.done ? "card" : "refused");
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

/** The way out of a question: the move in doubt is opened, or one is added, and the board is there to be tapped. */
async function showMe(question) {
  const move = (state.moves ?? []).findLast((one) => question.lines.includes(one.n));
  if (move) await openEditor(move, "change", state, {}, question.id);
  else await addMove(state, question.id);
  showPane("city");
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

/** Carry out what somebody pressed. What the table does not answer is said, kept, and offered again when it is back. */
async function tell(path, body, words = "") {
  try {
    await send(path, body);
    undone = null;
    showAway("");
    return true;
  } catch (error) {
    undone = error instanceof Unanswered ? { path, body, words } : null;
    showAway(undone ? `${word("unanswered")} ${words}`.trim() : error.message);
    return false;
  }
}

/** What is wrong with the connection or with the last wish; and, once the table is back, the wish to be done now. */
function showAway(sentence) {
  byId("away-words").textContent = sentence;
  byId("again").hidden = !undone || tableAway;
  byId("away").hidden = !sentence;
}

function whenAway(away) {
  tableAway = away;
  if (away) showAway([word("away"), undone && `${word("unanswered")} ${undone.words}`].filter(Boolean).join(" "));
  else showAway(undone ? `${word("back-again")} ${undone.words}`.trim() : "");
}

/** A demo that was begun on the set-up page leads back there. */
async function backToSetUp() {
  if (!(await tell("set-up", {}))) return;
  const page = async () => (await (await fetch("/", { cache: "no-store" })).text()).includes("setup.js");
  while (!(await page().catch(() => false))) await new Promise((done) => setTimeout(done, 300));
  location.assign("/");
}

const undo = () => tell("corrections", { do: "undo" }, word("undo"));
const redo = () => state?.put_back && tell("corrections", { do: "redo" }, word("redo"));
const pause = () => tell("pause", { paused: !state?.paused }, word(state?.paused ? "resume" : "pause"));
const add = () => firstState.then(() => addMove(state));
const speak = () => byId("speak").setAttribute("aria-pressed", String(toggleSpeech()));

const seatOf = (name) => state.players.find((player) => player.name === name)?.seat;

function timeIsUp(player) {
  if (state?.quiet) return;
  soundEvent("time");
  speakNews("time", { player });
}

async function openSound() {
  const { openSoundBox } = await import("./soundbox.js"); // seldom needed, so it is fetched only then
  await firstState;
  openSoundBox(state, { toggleVoice: speak, tell });
}

function whenNews(event, data) {
  if (!state?.quiet) {
    speakNews(event, data);
    const sound = event === "move" && !data.legal ? "illegal" : event;
    if (["move", "illegal", "question", "replaced", "over"].includes(sound)) soundEvent(sound, data);
  }
  if (event !== "move" || !data.points) return;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const move = state?.moves?.find((one) => one.n === data.n);
    flyPoints(data.points, whereIs(byId("board"), move?.places ?? []), cardOf(data.player));
  })); // the state that came with it is drawn first
}

translatePage();
keepTabs();
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("pause").addEventListener("click", pause);
byId("add").addEventListener("click", add);
byId("speak").addEventListener("click", speak);
byId("sound-open").addEventListener("click", openSound);
byId("help").addEventListener("click", showKeys);
byId("more").addEventListener("click", (event) => event.currentTarget.setAttribute("aria-expanded", String(event.currentTarget.parentNode.classList.toggle("open"))));
byId("report").addEventListener("click", makeReport);
byId("share").addEventListener("click", () => sharing.then(({ open }) => open()));
byId("how-open").addEventListener("click", () => import("./how-to-play.js").then((how) => how.showHowToPlay()));
byId("theend").addEventListener("click", celebrate);
byId("feast-close").addEventListener("click", () => byId("feast").close());
byId("feast-again").addEventListener("click", async () => (await import("./again.js")).playAgain(state, tell));
byId("set-up").addEventListener("click", backToSetUp);
byId("feast-print").addEventListener("click", printSouvenir);
byId("feast-png").addEventListener("click", savePicture);
byId("feast-bg").addEventListener("click", toggleCode);
byId("feast-campaign").addEventListener("click", () => campaign().then((ledger) => ledger.enterFromFeast(state, tell)));
byId("again").addEventListener("click", () => undone && tell(undone.path, undone.body, undone.words));
byId("confirm").addEventListener("click", () => tell("confirm", { confirm: !state?.confirm }));
byId("language").textContent = otherLanguage().toUpperCase();
byId("language").addEventListener("click", (event) => {
  switchLanguage();
  event.currentTarget.textContent = otherLanguage().toUpperCase();
  entries.clear();
  if (state) show(state);
});
byId("place").addEventListener("submit", (event) => {
  event.preventDefault();
  tell("record", { path: byId("place-path").value }, word("save"));
});
byId("picture-large").addEventListener("click", () => {
  byId("picture-whole").src = byId("picture").src;
  byId("looking").showModal();
});
document.addEventListener("editor-changed", () => state && showBoard());
keepKeys({ u: undo, r: redo, p: pause, a: add, s: speak, n: () => tell("turn", { do: "quiet" }, word("quiet")), "?": showKeys });
keepPictureFresh(byId("picture"));
follow({ onState: show, onNews: whenNews, onAway: whenAway });
