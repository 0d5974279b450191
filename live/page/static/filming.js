// The phone as a live camera: offered where the table has a page over https, begun there, aimed on the phone's own screen.

import { aimingWords, isAskedOrWrong } from "./aiming.js";
import { LiveCamera } from "./live-camera.js";
import { byId, element } from "./elements.js";
import { phoneWord } from "./phone-words.js";
import { mayPress, tokenOfThisPage } from "./stream.js";
import { trusts, trustSteps } from "./trust.js";

const BEGIN = "film"; // behind the ?: who has just come over from the page without https films at once

const BLIND = ["dark", "lost"]; // nothing is known of the aim then

let live = null; // where the table takes live pictures, as its state says
let trusted = null; // whether this browser trusts that place; null while it is not known
let newest = null; // the newest state
const camera = new LiveCamera({ view: byId("live-view"), tell: say, changed: show });

/** Set up what belongs to filming; called once. */
export function offerFilming() {
  const asked = new URLSearchParams(location.search).has(BEGIN);
  if (asked) history.replaceState(null, "", location.pathname);
  byId("live-here").addEventListener("click", () => camera.begin());
  byId("live-stop").addEventListener("click", () => camera.end());
  byId("live-light").addEventListener("click", () => camera.light());
  byId("live-lens").addEventListener("change", (event) => camera.choose(event.currentTarget.value));
  document.addEventListener("language-changed", show);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && trusted === false) look();
  });
  if (asked && canFilm()) camera.begin();
}

/** Show what the newest state says of filming and of the aim. */
export function showFilming(state) {
  newest = state;
  const moved = live?.port !== state.live?.port;
  live = state.live?.message && !mayPress() ? null : (state.live ?? null); // only the host can mend what it says
  if (moved && live?.port && !canFilm()) look();
  show();
}

const canFilm = () => isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
const there = () => `https://${location.hostname}:${live.port}`;

async function look() {
  trusted = null;
  show();
  trusted = await trusts(there());
  show();
}

function show() {
  const filming = camera.filming;
  byId("live").hidden = !live;
  byId("shoot").hidden = filming;
  if (!live) return;
  const here = canFilm();
  byId("live-here").hidden = filming || !here;
  byId("live-here").textContent = phoneWord("film-it");
  byId("live-there").hidden = here || !trusted;
  byId("live-there").textContent = phoneWord("film-it");
  if (live.port) byId("live-there").href = `${there()}/phone?${BEGIN}#token=${tokenOfThisPage() ?? ""}`;
  byId("live-hint").textContent = hint(here);
  byId("live-buttons").hidden = !filming;
  byId("live-stop").textContent = phoneWord("film-stop");
  byId("live-light").textContent = phoneWord("film-light");
  byId("live-light").hidden = !camera.hasLight;
  byId("live-light").setAttribute("aria-pressed", String(camera.lit));
  showLenses(filming);
  showTrust(!here && trusted === false);
  showAim(filming);
}

function showLenses(filming) {
  const { lenses, lens } = camera;
  byId("live-lens-line").hidden = !filming || lenses.length < 2;
  byId("live-lens-word").textContent = phoneWord("film-lens");
  const written = JSON.stringify([lenses, lens]);
  if (byId("live-lens").dataset.written === written) return; // a list that somebody has open stays so
  byId("live-lens").dataset.written = written;
  byId("live-lens").replaceChildren(...lenses.map(({ id, name }) => element("option", { value: id, selected: id === lens }, name)));
}

function hint(here) {
  if (live.message) return live.message;
  if (camera.sleeps) return phoneWord("film-awake");
  if (here || trusted) return phoneWord("film-hint");
  if (location.protocol === "https:") return phoneWord("film-no-live");
  return trusted === null ? phoneWord("trust-looking") : "";
}

function showTrust(wanted) {
  const box = byId("live-trust");
  const written = wanted ? phoneWord("trust-not") + live.name : "";
  box.hidden = !wanted;
  if (box.dataset.written === written) return; // what somebody has unfolded stays so
  box.dataset.written = written;
  box.replaceChildren(...(wanted ? trustSteps(live.name, look) : []));
}

function showAim(filming) {
  const aiming = newest.aims?.[camera.number] ?? newest.aiming;
  const before = (newest.moves ?? []).length === 0 && !newest.over;
  const box = byId("live-aim");
  const blind = BLIND.includes(newest.camera?.state) ? newest.camera.message : "";
  box.hidden = !filming || !(blind || (aiming && (!aiming.well || (before && !isAskedOrWrong(newest)))));
  if (box.hidden) return;
  box.className = !blind && aiming.well ? "well" : "wrong";
  if (blind) return box.replaceChildren(element("p", { class: "problem" }, blind));
  box.replaceChildren(...aimingWords(aiming, before));
}

function say(sentence) {
  byId("live-words").textContent = sentence;
  byId("live-words").hidden = !sentence;
}
