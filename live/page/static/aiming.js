// Whether the camera is aimed well: large before the first move, and whenever something is out of sight, soft or dark.

import { element } from "./elements.js";
import { showPane } from "./panes.js";
import { languageNow, word } from "./words.js";

let aimed = false; // whether the camera was being aimed when the page was shown last

export function showAiming(box, state) {
  const aiming = state.aiming;
  const before = (state.moves ?? []).length === 0 && !state.over;
  const blind = ["lost", "ended", "waiting"].includes(state.camera?.state);
  box.hidden = !aiming || blind || (aiming.well && (!before || isAskedOrWrong(state)));
  const aims = Boolean(aiming) && !blind && before;
  if (document.body.classList.toggle("aims", aims) !== aimed) showPane(aims ? "side" : "list"); // on a phone
  aimed = aims;
  if (box.hidden) return;
  const written = JSON.stringify(aiming) + before + languageNow();
  if (box.dataset.written === written) return;
  box.dataset.written = written;
  box.className = aiming.well ? "well" : "wrong";
  box.replaceChildren(...aimingWords(aiming, before));
}

/** Whether something is asked or wrong, beside which nothing green may stand. */
export const isAskedOrWrong = (state) => Boolean(state.questions?.length || state.problems?.length || state.unsaved);

/** What is to be said of the aim as elements; hints only `before` the first move. */
export function aimingWords(aiming, before) {
  const head = element("h2", {}, `${aiming.well ? "✓" : "!"} ${word(aiming.well ? "in-sight" : "aim-it")}`);
  const hints = before ? aiming.hints.map((finding) => line(finding, "hint")) : [];
  return [head, element("ul", {}, ...aiming.wrong.map((finding) => line(finding, "")), ...hints)];
}

function line(finding, kind) {
  const label = finding.label ? element("strong", {}, finding.label) : null;
  const mend = finding.mend ? element("span", { class: "mend" }, finding.mend) : null;
  return element("li", { class: kind }, mend, element("small", {}, label, label ? ": " : "", finding.message));
}
