// The cameras at the back of this device: a phone has several lenses, of which a person chooses one.

import { phoneWord } from "./phone-words.js";

const KEY = "boardsight-lens"; // the name and the number of the lens that was chosen last
const FRONT = /front|vorder|user|face ?time|selfie|frontal|avant|anteriore/i;
const NUMBERED = /^camera2? ?\d+, ?facing/i; // as Chromium calls Android's

/** The cameras that do not look at whoever holds the device, each with what people call it; known once one was opened. */
export async function backLenses() {
  const found = (await navigator.mediaDevices.enumerateDevices?.()) ?? [];
  const lenses = found.filter((device) => device.kind === "videoinput" && device.deviceId && !isFront(device));
  return lenses.map((device, at) => ({ id: device.deviceId, name: NUMBERED.test(device.label) || !device.label ? `${phoneWord("film-lens")} ${at + 1}` : device.label }));
}

function isFront(device) {
  const facing = device.getCapabilities?.().facingMode ?? [];
  return facing.length ? facing.includes("user") && !facing.includes("environment") : FRONT.test(device.label);
}

/** The lens that was chosen on this device, null where none was. */
export function chosenLens() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Keep a lens for the next evening. */
export function chooseLens(lens) {
  localStorage.setItem(KEY, JSON.stringify(lens));
}

/** The chosen one among those that there are: by its number, which some browsers change every time, else by its name. */
export function lensAmong(lenses, chosen) {
  return lenses.find((lens) => lens.id === chosen?.id) ?? lenses.find((lens) => lens.name === chosen?.name) ?? null;
}
