// A game looked at again: step by step, by keys, by swiping, by itself; the address says at which move one is.

import { keepArt } from "./art.js";
import { boardInWords, drawBoard } from "./city.js";
import { byId, drawn, element } from "./elements.js";
import "./replay-words.js";
import { coloursOf, scoreCards, signed } from "./scores.js";
import { languageNow, otherLanguage, switchLanguage, translatePage, word } from "./words.js";

const PAUSE_MS = 1500; // between two moves at speed 1
const SWIPE_PX = 40;
const held = byId("held") ? JSON.parse(byId("held").textContent) : null; // the game, where the file brings it along

const RECORD = new URLSearchParams(location.search).get("record"); // one of several that evenings serve

let story = null;
let step = 0;
let timer = 0;

async function load() {
  if (held) {
    for (const art of held.art) keepArt(held.stories.en.game, art);
    return { ...(held.stories[languageNow()] ?? held.stories.en), shapes: held.shapes };
  }
  const wish = new URLSearchParams({ lang: languageNow(), ...(RECORD ? { record: RECORD } : {}) });
  const got = await fetch(`/api/v1/story?${wish}`).catch(() => null);
  if (!got?.ok) throw new Error(word("away"));
  return got.json();
}

/** The board of a step with its shapes in it; the same object for the same step. */
const boards = new Map();
function boardAt(at) {
  if (!boards.has(at)) {
    const board = story.boards[at];
    boards.set(at, board && { ...board, shapes: board.shapes.map((number) => story.shapes[number]) });
  }
  return boards.get(at);
}

function show(next, { told = true } = {}) {
  step = Math.min(Math.max(next, 0), story.moves.length);
  const move = story.moves[step - 1] ?? null;
  drawBoard(byId("board"), boardAt(step), { marked: move?.places ?? [] });
  byId("board-words").replaceChildren(...boardInWords(boardAt(step)));
  byId("scores").replaceChildren(...scoreCards(stateAt(move)));
  showMove(move);
  showPicture();
  byId("slider").value = String(step);
  byId("slider").setAttribute("aria-valuetext", move ? `${move.number} ${move.player ?? ""} ${move.text}` : word("thestart"));
  byId("where").textContent = `${step} / ${story.moves.length}`;
  byId("curves").querySelector(".here")?.setAttribute("d", `M${step} 0V1000`);
  for (const button of byId("steps").querySelectorAll("button")) {
    const here = Number(button.dataset.step) === step;
    if ((button.getAttribute("aria-current") === "true") !== here) button.setAttribute("aria-current", String(here));
    if (here) bringIntoSight(button);
  }
  if (told) history.replaceState(null, "", `#move=${move?.n ?? 0}`);
}

/** Scroll the list, and the list alone, until a step is seen. */
function bringIntoSight(button) {
  const list = byId("list");
  const [inner, outer] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}

/** The players as they stood after a move. */
function stateAt(move) {
  const last = step === story.moves.length;
  const players = story.players.map((player) => {
    const mine = story.moves.slice(0, step).findLast((one) => one.player === player.name);
    const total = move ? (move.totals[player.name] ?? 0) : 0;
    return { ...player, total, turn: move?.player === player.name, winner: last && story.winners.includes(player.name), last_points: mine?.points ?? null };
  });
  return { players, over: story.over && last, past: true };
}

function showMove(move) {
  const box = byId("now");
  box.style.setProperty("--colour", move ? (coloursOf(story)[move.player] ?? "#888") : "#888");
  if (!move) {
    box.replaceChildren(element("h2", {}, word("thestart")));
    return;
  }
  const lines = move.lines.map((line) => element("li", {}, element("span", {}, line.label), element("b", {}, signed(line.points))));
  const problems = move.problems.map((problem) => element("li", { class: "problem" }, problem.message));
  box.replaceChildren(
    ...(move.points ? [element("b", { class: "points" }, signed(move.points))] : []),
    element("h2", {}, [move.player, move.text].filter(Boolean).join(" ")),
    element("ul", { class: "lines" }, ...lines, ...problems),
  );
}

/** What the camera saw: this move's picture, else the newest one before it. */
function showPicture() {
  const seen = story.moves.slice(0, step).findLast((move) => move.picture);
  const beside = byId("side-by-side").getAttribute("aria-pressed") === "true" && Boolean(seen);
  byId("seen").hidden = !beside;
  document.querySelector("main").classList.toggle("beside", beside);
  if (!beside) return;
  byId("picture").src = held?.pictures[seen.picture] ?? seen.picture;
  byId("picture-words").textContent = `${word("move")} ${seen.number}`;
}

function drawCurves() {
  const totals = story.players.map((player) => [0, ...story.moves.map((move) => move.totals[player.name] ?? 0)]);
  const most = Math.max(1, ...totals.flat());
  const least = Math.min(0, ...totals.flat());
  const y = (value) => 960 - ((value - least) / (most - least)) * 920;
  const curves = totals.map((values, index) =>
    drawn("path", { class: `curve curve-${index % 6}`, stroke: story.players[index].colour, d: values.map((value, at) => `${at ? "L" : "M"}${at} ${y(value)}`).join("") }),
  );
  byId("curves").setAttribute("viewBox", `0 0 ${Math.max(1, story.moves.length)} 1000`);
  byId("curves").replaceChildren(drawn("path", { class: "zero", d: `M0 ${y(0)}H${story.moves.length}` }), ...curves, drawn("path", { class: "here", d: "M0 0V1000" }));
}

function listSteps() {
  const colours = coloursOf(story);
  byId("steps").replaceChildren(...story.moves.map((move, index) => element("li", {}, element(
    "button",
    { type: "button", "data-step": index + 1, onclick: () => stopAt(index + 1) },
    element("span", { class: "n" }, String(move.number)),
    element("span", { class: "who", colour: colours[move.player] ?? "#888" }, move.player ?? ""),
    element("span", { class: "what" }, move.text),
    element("b", { class: "points" }, move.points ? signed(move.points) : ""),
  ))));
}

async function begin() {
  translatePage();
  story = await load();
  document.querySelector("main").inert = false; // no press before there is something to step through
  boards.clear();
  document.title = `${story.title} – ${word("replay")}`;
  byId("title").textContent = story.title;
  byId("when").textContent = story.at ? new Date(story.at).toLocaleString(languageNow(), { dateStyle: "medium", timeStyle: "short" }) : "";
  byId("side-by-side").hidden = !story.moves.some((move) => move.picture);
  byId("slider").max = String(story.moves.length);
  listSteps();
  drawCurves();
  const wished = stepOf(location.hash);
  show(wished ?? story.moves.length, { told: wished !== null });
}

/** The step that an address names by its move's number, null where it names none. */
function stepOf(hash) {
  const n = new URLSearchParams(hash.slice(1)).get("move");
  if (n === null) return null;
  const index = story.moves.findIndex((move) => move.n === Number(n));
  return index + 1;
}

function play(on) {
  clearTimeout(timer);
  timer = 0;
  byId("play").textContent = word(on ? "pause" : "play");
  if (!on) return;
  if (step === story.moves.length) show(0);
  const go = () => {
    show(step + 1);
    if (step === story.moves.length) play(false);
    else timer = setTimeout(go, PAUSE_MS / Number(byId("speed").value));
  };
  timer = setTimeout(go, PAUSE_MS / Number(byId("speed").value));
}

function stopAt(next) {
  play(false);
  show(next);
}

const KEYS = {
  ArrowLeft: () => stopAt(step - 1), ArrowRight: () => stopAt(step + 1), Home: () => stopAt(0), End: () => stopAt(story.moves.length), " ": () => play(!timer),
};
document.addEventListener("keydown", (event) => {
  if (!story || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input:not([type=range])")) return;
  if (!(event.key in KEYS) || (event.key === " " && event.target.matches("button"))) return;
  event.preventDefault();
  KEYS[event.key]();
});
byId("first").addEventListener("click", () => stopAt(0));
byId("previous").addEventListener("click", () => stopAt(step - 1));
byId("next").addEventListener("click", () => stopAt(step + 1));
byId("last").addEventListener("click", () => stopAt(story.moves.length));
byId("play").addEventListener("click", () => play(!timer));
byId("slider").addEventListener("input", (event) => stopAt(Number(event.target.value)));
byId("curves").addEventListener("click", (event) => {
  const box = byId("curves").getBoundingClientRect();
  stopAt(Math.round(((event.clientX - box.left) / box.width) * story.moves.length));
});
byId("side-by-side").addEventListener("click", (event) => {
  event.currentTarget.setAttribute("aria-pressed", String(event.currentTarget.getAttribute("aria-pressed") !== "true"));
  showPicture();
});
byId("copy").addEventListener("click", async () => {
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  byId("copy").textContent = word("copied");
  setTimeout(() => (byId("copy").textContent = word("copylink")), 1500);
});
let touched = null;
byId("city").addEventListener("touchstart", (event) => (touched = event.touches.length === 1 ? event.touches[0].clientX : null), { passive: true });
byId("city").addEventListener("touchend", (event) => {
  const way = touched === null ? 0 : event.changedTouches[0].clientX - touched;
  if (Math.abs(way) >= SWIPE_PX) stopAt(step + (way < 0 ? 1 : -1));
});
window.addEventListener("hashchange", () => story && stopAt(stepOf(location.hash) ?? step));
byId("back").hidden = held !== null;
if (RECORD) byId("back").dataset.word = "toevenings";
byId("language").textContent = otherLanguage().toUpperCase();
byId("language").addEventListener("click", (event) => {
  switchLanguage();
  event.currentTarget.textContent = otherLanguage().toUpperCase();
  begin();
});
/** The film's part comes when everything else stands. */
async function offerFilm() {
  const { keepFilm } = await import("./film.js");
  keepFilm(byId("film-button"), () => ({ story, boardAt }));
}

begin().then(offerFilm).catch((error) => {
  byId("away").textContent = error.message;
  byId("away").hidden = false;
  document.querySelector("main").replaceChildren(byId("away"));
  document.querySelector("main").inert = false;
});
