// The players' clocks in their score cards: the table says how they stood and whose is running, the page counts on.

import { byId, element } from "./elements.js";
import { word } from "./words.js";

const TICK_MS = 200;
let clock = null;
let ahead = null; // ms by which the table's clock is ahead of this device's; null while nobody has asked
let overstepped = new Set();
let onFlag = () => {};

/** Show these clocks, null for none; `flag(player)` is called when somebody's time runs out. */
export function showClock(next, flag = () => {}) {
  if (next?.as_of_ms !== clock?.as_of_ms) overstepped = new Set(next ? Object.keys(next.seconds).filter((player) => next.seconds[player] <= 0) : []);
  clock = next ?? null;
  onFlag = flag;
  if (clock && ahead === null) askTime();
  tick();
}

async function askTime() {
  ahead = 0;
  const sent = Date.now();
  const got = await fetch("/api/v1/clock").catch(() => null);
  if (got?.ok) ahead = (await got.json()).now_ms - (sent + Date.now()) / 2;
}

/** Everybody's seconds now. */
function seconds(player) {
  const stood = clock.seconds[player];
  if (clock.running !== player) return stood;
  const passed = Math.max(0, (Date.now() + (ahead ?? 0) - clock.as_of_ms) / 1000);
  return clock.counts === "up" ? stood + passed : stood - passed;
}

function tick() {
  for (const card of byId("scores").children) {
    const player = card.dataset.player;
    let face = card.querySelector(".clock");
    if (!clock || !(player in clock.seconds)) {
      face?.remove();
      continue;
    }
    if (!face) card.querySelector(".marks").append((face = element("span", { class: "clock", role: "timer", "aria-live": "off" })));
    const left = seconds(player);
    const text = clockWords(left);
    if (face.textContent !== text) face.textContent = text;
    face.setAttribute("aria-label", `${word("time")} ${text}`);
    face.classList.toggle("running", clock.running === player);
    face.classList.toggle("out", clock.counts === "down" && left <= 0);
    if (clock.counts === "down" && left <= 0 && !overstepped.has(player)) {
      overstepped.add(player);
      onFlag(player);
    }
  }
}

/** 75 s as 1:15, an hour as 1:00:00; below zero with a minus sign. */
export function clockWords(value) {
  const whole = Math.abs(value < 0 ? Math.floor(value) : Math.ceil(value));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return (value < 0 ? "−" : "") + shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}

setInterval(() => clock && tick(), TICK_MS);
