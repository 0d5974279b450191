// Whether this phone trusts the table's certificate, and how it comes to do so, step by step for its own kind.

import { element } from "./elements.js";
import { endedAfter } from "./patience.js";
import { phoneWord } from "./phone-words.js";

const CERTIFICATE = "/boardsight.crt";
const STEPS = { ios: 4, android: 4, other: 3 };
const PATIENCE_MS = 5000;

/** Whether this browser takes an answer from there: one that does not trust the certificate gets none. */
export async function trusts(origin) {
  try {
    const answer = await fetch(`${origin}/api/v1/trusted`, { signal: endedAfter(PATIENCE_MS), cache: "no-store" });
    return answer.ok;
  } catch {
    return false;
  }
}

/** The steps, those for this device unfolded; `name` is what the phone calls the certificate in its lists. */
export function trustSteps(name, lookAgain) {
  const mine = kindOfDevice();
  const guides = Object.keys(STEPS).map((kind) =>
    element(
      "details",
      { open: kind === mine, "data-kind": kind },
      element("summary", {}, phoneWord(`trust-${kind}`)),
      element("ol", {}, ...Array.from({ length: STEPS[kind] }, (_, at) => element("li", {}, phoneWord(`trust-${kind}-${at + 1}`).replace("{name}", name)))),
    ),
  );
  return [
    element("p", { class: "problem" }, phoneWord("trust-not")),
    element("p", {}, element("a", { class: "film", href: CERTIFICATE, download: mine === "ios" ? null : "boardsight.crt" }, phoneWord("trust-load"))),
    ...guides,
    element("p", { class: "soft" }, phoneWord("trust-why")),
    element("button", { type: "button", onclick: lookAgain }, phoneWord("trust-look")),
  ];
}

function kindOfDevice() {
  const tablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1; // an iPad says that it is a Mac
  if (tablet || /iPhone|iPad|iPod/.test(navigator.userAgent)) return "ios";
  return /Android/.test(navigator.userAgent) ? "android" : "other";
}
