// A game as a short film, for sharing: this page draws it and the browser records it; nothing leaves the device.

import { drawBoard } from "./city.js";
import { byId, drawn, element } from "./elements.js";
import { winnersWords } from "./feast.js";
import { inkOn, number, signed } from "./scores.js";
import { word } from "./words.js";

const SIZE = { width: 1280, height: 720 };
const BOARD = { x: 20, y: 20, width: 830, height: 590 };
const WHOLE_MS = 24000; // the moves of a film, whatever their number; each within these bounds
const STEP_MS = { least: 70, most: 900 };
const END_MS = 2600;
const FRAME_MS = 40;
const BITS_PER_S = 4_000_000;
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
const COLOURS = { ground: "#0f151c", felt: "#16282a", card: "#18212b", ink: "#f1f4f7", soft: "#aebccb", good: "#86e0ad", accent: "#f2c80f" };
const FONT = '"Source Sans 3", "Segoe UI", Roboto, "Noto Sans", system-ui, sans-serif';

/** What this browser records; undefined where it can't. */
export const filmKind = () => (typeof MediaRecorder === "undefined" ? undefined : KINDS.find((kind) => MediaRecorder.isTypeSupported(kind)));

/**
 * Record a game: `story` as the page has it, `boardAt(step)`. `onProgress(share)` is called between 0 and 1; `signal`
 * ends it early. Gives the film as a Blob. While pictures are drawn the recorder rests, so a slow device makes no slow film.
 */
export async function recordFilm(story, boardAt, { onProgress, signal }) {
  const canvas = element("canvas", SIZE);
  const brush = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(1000 / FRAME_MS), { mimeType: filmKind(), videoBitsPerSecond: BITS_PER_S });
  const parts = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const stopped = new Promise((done) => (recorder.onstop = done));
  const boards = boardPainter();
  const stepMs = Math.min(STEP_MS.most, Math.max(STEP_MS.least, WHOLE_MS / Math.max(1, story.moves.length)));
  paintStep(brush, story, 0, await boards.picture(boardAt(0)));
  recorder.start();
  recorder.pause();
  try {
    for (let step = 0; step <= story.moves.length && !signal.aborted; step += 1) {
      const board = await boards.picture(boardAt(step));
      await hold(recorder, stepMs, () => paintStep(brush, story, step, board));
      onProgress(step / (story.moves.length + 1));
    }
    const last = await boards.picture(boardAt(story.moves.length));
    if (!signal.aborted) await hold(recorder, END_MS, () => paintEnd(brush, story, last));
  } finally {
    boards.end();
    recorder.stop();
  }
  await stopped;
  return new Blob(parts, { type: recorder.mimeType });
}

/** Let the recorder run for a while over what `paint` draws. */
async function hold(recorder, lasting, paint) {
  recorder.resume();
  const until = performance.now() + lasting;
  while (performance.now() < until) {
    paint();
    await new Promise((done) => setTimeout(done, FRAME_MS));
  }
  recorder.pause();
}

/** Draws boards as pictures: the page's own drawing with the page's own style, each board once as long as it stays. */
function boardPainter() {
  const box = element("div", { class: "filmed", "aria-hidden": "true" });
  const svg = drawn("svg");
  box.append(svg);
  document.body.append(box);
  const style = styleOfBoards();
  let known = null;
  async function draw(board) {
    drawBoard(svg, board);
    await new Promise((done) => setTimeout(done, 0));
    for (const node of svg.querySelectorAll(".appears")) node.classList.remove("appears");
    const copy = svg.cloneNode(true);
    copy.setAttribute("width", BOARD.width);
    copy.setAttribute("height", BOARD.height);
    const whole = drawn("svg", { id: "city", width: BOARD.width, height: BOARD.height }, drawn("style", {}, style), artOf(copy), copy);
    const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(whole)], { type: "image/svg+xml" }));
    try {
      const image = new Image();
      image.src = url;
      await image.decode();
      return image;
    } finally {
      URL.revokeObjectURL(url);
    }
  }
  return {
    async picture(board) {
      const written = JSON.stringify(board);
      if (known?.written !== written) known = { written, image: board ? await draw(board) : null };
      return known.image;
    },
    end: () => box.remove(),
  };
}

/** The style sheets' rules on boards, as text: a picture of its own knows nothing of the page. */
function styleOfBoards() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const wanted = rules.filter((rule) => rule.selectorText?.startsWith("#city") || rule.selectorText === ":root");
  return wanted.map((rule) => rule.cssText).join("\n");
}

/** The printed drawings that a board uses, out of the page's shelf. */
function artOf(copy) {
  const names = new Set([...copy.querySelectorAll("use")].map((use) => (use.getAttribute("href") ?? "").slice(1)));
  const shelf = [...document.querySelectorAll(".shelf defs > g")].filter((one) => names.has(one.id));
  return drawn("defs", {}, ...shelf.map((one) => one.cloneNode(true)));
}

function paintStep(brush, story, step, board) {
  const move = story.moves[step - 1] ?? null;
  const share = story.moves.length ? step / story.moves.length : 1;
  paintGround(brush, story, board, share);
  paintPlayers(brush, story, move?.totals ?? {}, move?.player);
  const player = story.players.find((one) => one.name === move?.player);
  const told = move ? [move.player, move.text].filter(Boolean).join(" ") : word("thestart");
  if (player) box(brush, 20, 632, 12, 56, player.colour);
  write(brush, move?.points ? signed(move.points) : "", 1250, 671, { size: 38, colour: COLOURS.good, align: "right", weight: 700 });
  write(brush, told, 48, 669, { size: 30, colour: COLOURS.ink, most: 1060 });
}

function paintEnd(brush, story, board) {
  paintGround(brush, story, board, 1);
  paintPlayers(brush, story, story.moves.at(-1)?.totals ?? {}, null);
  const winners = story.players.filter((player) => story.winners.includes(player.name));
  const told = story.over && winners.length ? winnersWords(winners) : story.title;
  write(brush, told, 48, 674, { size: 44, colour: COLOURS.accent, weight: 700, most: 1180 });
}

function paintGround(brush, story, board, share) {
  brush.clearRect(0, 0, SIZE.width, SIZE.height);
  box(brush, 0, 0, SIZE.width, SIZE.height, COLOURS.ground);
  box(brush, BOARD.x, BOARD.y, BOARD.width, BOARD.height, COLOURS.felt);
  if (board) brush.drawImage(board, BOARD.x, BOARD.y, BOARD.width, BOARD.height);
  write(brush, story.title, 880, 60, { size: 36, colour: COLOURS.ink, weight: 700, most: 370 });
  box(brush, 0, SIZE.height - 6, SIZE.width * share, 6, COLOURS.accent);
}

function paintPlayers(brush, story, totals, turn) {
  const height = Math.min(92, 520 / story.players.length);
  story.players.forEach((player, index) => {
    const top = 92 + index * height;
    box(brush, 870, top, 390, height - 10, player.name === turn ? "#26333f" : COLOURS.card);
    box(brush, 870, top, 46, height - 10, player.colour);
    const middle = top + (height - 10) / 2;
    write(brush, String(player.seat), 893, middle + 9, { size: 26, colour: inkOn(player.colour), align: "center", weight: 700 });
    write(brush, player.name, 932, middle + 9, { size: 27, colour: COLOURS.ink, most: 220 });
    write(brush, number(totals[player.name] ?? 0), 1245, middle + 14, { size: 40, colour: COLOURS.ink, align: "right", weight: 700 });
  });
}

function box(brush, x, y, width, height, colour) {
  brush.fillStyle = colour;
  brush.fillRect(x, y, width, height);
}

/** One line of text; what is too long is set smaller, and cut where that is not enough. */
function write(brush, text, x, y, { size, colour, align = "left", weight = 400, most = 0 }) {
  brush.textAlign = align;
  brush.fillStyle = colour;
  let told = text;
  for (let now = size; ; now -= 2) {
    brush.font = `${weight} ${now}px ${FONT}`;
    if (!most || brush.measureText(told).width <= most) break;
    if (now > size * 0.7) continue;
    told = `${told.slice(0, -2).trimEnd()}…`;
    now += 2;
  }
  brush.fillText(told, x, y);
}

/** The page's button and dialog for it. */
export function keepFilm(button, current) {
  const dialog = byId("film");
  let ending = null;
  button.hidden = !filmKind();
  button.addEventListener("click", async () => {
    const { story, boardAt } = current();
    if (!story || ending) return;
    ending = new AbortController();
    byId("film-made").hidden = true;
    byId("film-making").hidden = false;
    byId("film-share").value = 0;
    dialog.showModal();
    const film = await recordFilm(story, boardAt, { onProgress: (share) => (byId("film-share").value = share), signal: ending.signal });
    const given = ending.signal.aborted;
    ending = null;
    if (given) return;
    const url = URL.createObjectURL(film);
    byId("film-video").src = url;
    byId("film-save").href = url;
    byId("film-save").download = `${story.game}.${film.type.includes("mp4") ? "mp4" : "webm"}`;
    byId("film-making").hidden = true;
    byId("film-made").hidden = false;
  });
  dialog.addEventListener("close", () => {
    ending?.abort();
    if (byId("film-video").src) URL.revokeObjectURL(byId("film-video").src);
    byId("film-video").removeAttribute("src");
  });
  byId("film-close").addEventListener("click", () => dialog.close());
}
