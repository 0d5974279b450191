// The end of a game: who has won, how it stands, the best moves, confetti; and what stays of the evening.

import { byId, element } from "./elements.js";
import { mayMove } from "./motion.js";
import { number, seatSign, signed } from "./scores.js";
import { languageNow, word } from "./words.js";

const CONFETTI = 70;
const BEST = 3;
const PNG_WIDTH_PX = 2400;

/** The winners' line, the ranking and the best moves of a game that is over. */
export function feastOf(state) {
  const ranked = [...state.players].sort((a, b) => b.total - a.total);
  const most = Math.max(1, ...ranked.map((player) => player.total));
  const winners = ranked.filter((player) => state.winners.includes(player.name));
  const best = state.moves.filter((move) => move.points > 0 && move.player).sort((a, b) => b.points - a.points || a.n - b.n).slice(0, BEST);
  const colours = Object.fromEntries(state.players.map((player) => [player.name, player.colour]));
  return [
    element("p", { class: "game" }, state.title),
    element("h2", { id: "feast-title", class: "winners" }, ...winners.map((player) => seatSign(player.seat, player.colour)), ` ${winnersWords(winners)}`),
    rankingOf(ranked, most),
    ...(best.length ? [element("h3", {}, word("bestmoves")), element("ol", { class: "best" }, ...best.map((move) => bestOf(move, colours)))] : []),
  ];
}

export function winnersWords(winners) {
  const names = winners.map((player) => player.name).join(` ${word("and")} `);
  return `${names} ${word(winners.length > 1 ? "winners" : "winner")}`;
}

/** The final scores, the largest letters of all. */
function rankingOf(ranked, most) {
  const list = element("ol", { class: "ranking" }, ...ranked.map((player) => rankOf(player, most)));
  list.style.setProperty("--count", String(ranked.length));
  return list;
}

function rankOf(player, most) {
  const bar = element("span", { class: "bar", colour: player.colour });
  bar.style.setProperty("--share", String(Math.max(0, player.total / most)));
  return element("li", {}, seatSign(player.seat, player.colour), element("span", { class: "name" }, player.name), bar, element("b", {}, number(player.total)));
}

const bestOf = (move, colours) =>
  element("li", {}, element("b", {}, signed(move.points)), element("span", { class: "who", colour: colours[move.player] }, move.player), element("span", {}, move.text));

/** Paper in the players' colours rains once; nothing for who wishes less motion. */
export function rainConfetti(box, colours) {
  if (!mayMove()) return;
  const rain = element("div", { class: "confetti", "aria-hidden": "true" });
  for (let index = 0; index < CONFETTI; index += 1) {
    const bit = element("i", { colour: colours[index % colours.length] });
    bit.style.setProperty("left", `${Math.random() * 100}%`);
    bit.style.setProperty("animation-delay", `${Math.random() * 1.6}s`);
    bit.style.setProperty("animation-duration", `${2.6 + Math.random() * 2.2}s`);
    bit.style.setProperty("--turn", `${Math.round(360 + Math.random() * 900)}deg`);
    rain.append(bit);
  }
  box.append(rain);
  setTimeout(() => rain.remove(), 7000);
}

const souvenirUrl = (kind) => `/api/v1/souvenir.${kind}?lang=${languageNow()}`;

/** The souvenir as a picture, saved where the browser saves. */
export async function savePicture() {
  const got = await fetch(souvenirUrl("svg"));
  const url = URL.createObjectURL(await got.blob());
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = element("canvas", { width: PNG_WIDTH_PX, height: Math.round((PNG_WIDTH_PX * image.naturalHeight) / image.naturalWidth) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const link = element("a", { href: URL.createObjectURL(png), download: "boardsight.png" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The souvenir on paper: one press, and the printer's own window comes. */
export async function printSouvenir() {
  const sheet = element("img", { class: "sheet", src: souvenirUrl("svg"), alt: word("souvenir") });
  document.body.append(sheet);
  await sheet.decode().catch(() => {});
  document.body.classList.add("printing");
  window.print();
  document.body.classList.remove("printing");
  sheet.remove();
}

/** The code that brings this game into BG Stats, or away with it. */
export function toggleCode() {
  const code = byId("feast-code");
  code.hidden = !code.hidden;
  if (!code.hidden) {
    byId("feast-qr").src = `/api/v1/bg-stats.svg?lines=${Date.now()}`;
    code.scrollIntoView({ block: "center" });
  }
  byId("feast-bg").setAttribute("aria-expanded", String(!code.hidden));
}

/** Where the souvenir's PDF lies. */
export const pdfAddress = () => souvenirUrl("pdf");
