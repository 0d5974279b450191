// A photo of the table: made fit to travel, sent, and what was read in it as elements. The same on phone and table page.

import { element } from "./elements.js";
import { signed } from "./scores.js";
import { authorised } from "./stream.js";
import { languageNow, word } from "./words.js";

const LARGEST = 48 * 1024 * 1024; // the table takes no larger ones
const QUICK = 12 * 1024 * 1024; // larger ones are made smaller before they travel
const LONG_SIDE_PX = 4096;
const TRIES = 6;
const PAUSE_MS = 2000;
const MOST_PROBLEMS = 3;

/** Send a photo; gives what was read or throws an Error with one sentence. `onTrouble` is told while it is sent again. */
export async function sendPhoto(file, onTrouble = () => {}) {
  const photo = await fitToTravel(file);
  const name = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const headers = await authorised({ "content-type": photo.type.startsWith("image/") ? photo.type : "image/jpeg" });
  const wish = new URLSearchParams({ lang: languageNow(), name }); // by its name it is read once, however often it is sent
  for (let tried = 1; ; tried += 1) {
    let answer = null;
    try {
      answer = await fetch(`/api/v1/photos?${wish}`, { method: "POST", headers, body: photo });
    } catch {
      if (tried === TRIES) throw new Error(word("photo-lost"));
      onTrouble(word("photo-again"));
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      continue;
    }
    const value = await answer.json().catch(() => ({}));
    if (answer.ok) return value;
    throw new Error(value.error ?? `the table answered ${answer.status}`);
  }
}

/** The file itself where every table can read it; else as a JPEG that this device makes of it, where it can. */
export async function fitToTravel(file) {
  const heic = /hei[cf]|avif/.test(file.type) || /\.(hei[cf]|avif)$/i.test(file.name ?? "");
  if (!heic && file.type && !file.type.startsWith("image/")) throw new Error(word("photo-none"));
  if (!heic && file.size <= QUICK) return file;
  try {
    const image = await createImageBitmap(file); // turned upright as its EXIF says
    const scale = Math.min(1, LONG_SIDE_PX / Math.max(image.width, image.height));
    const canvas = element("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const smaller = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
    if (smaller) return smaller;
  } catch {
    // this browser can't read it; perhaps the table can
  }
  if (heic) throw new Error(word("photo-heic"));
  if (file.size > LARGEST) throw new Error(word("photo-large"));
  return file;
}

/** What was read in a photo: the picture, the points with their reasons, how sure, and what is wrong. */
export function photoResult(answer) {
  const players = answer.players.map((player) =>
    element(
      "details",
      { open: answer.players.length < 3, class: answer.winners.includes(player.name) ? "leads" : "" },
      element("summary", {}, element("span", {}, player.name), element("b", {}, String(player.total))),
      element("ul", { class: "lines" }, ...player.lines.map((line) => element("li", {}, element("span", {}, line.label), element("b", {}, signed(line.points))))),
    ),
  );
  const { certain, likely, ask } = answer.sure;
  const sure = [`${certain} ${word("places-certain")}`, likely && `${likely} ${word("places-likely")}`, ask && `${ask} ${word("places-ask")}`];
  const range = (answer.bounds ?? []).reduce(([least, most], one) => [least + one.least, most + one.most], [0, 0]);
  const bounds = answer.bounds?.length ? `${word("photo-bounds")} ${range[0]}–${range[1]}` : "";
  const told = answer.problems.slice(0, MOST_PROBLEMS).map((problem) => element("p", { class: "problem" }, problem.message));
  if (answer.problems.length > MOST_PROBLEMS) told.push(element("p", { class: "problem" }, `… +${answer.problems.length - MOST_PROBLEMS}`));
  return element(
    "article",
    { class: "photo" },
    element("img", { src: answer.picture, alt: word("photo-read") }),
    element("div", {}, element("h2", {}, answer.title), ...players, element("p", { class: "soft" }, bounds), element("p", { class: "soft" }, sure.filter(Boolean).join(" · ")), ...told),
  );
}
