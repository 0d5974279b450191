// Keys that do what the buttons do, and the list of them.

import { byId, element } from "./elements.js";
import { editorIsOpen } from "./editor.js";
import { word } from "./words.js";

const LISTED = ["u", "r", "a", "p", "n", "s", "?"];

/** `acts` maps keys to what they do. The keys do nothing while somebody writes or a dialog is open. */
export function keepKeys(acts) {
  document.addEventListener("keydown", (event) => {
    const busy = editorIsOpen() || document.querySelector("dialog[open]") || event.target.matches("input, select, textarea");
    if (busy || event.ctrlKey || event.metaKey || event.altKey || !(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  });
}

/** Show the list of keys. */
export function showKeys() {
  const lines = LISTED.flatMap((key) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, word(`key-${key}`))]);
  const arrows = [element("dt", {}, element("kbd", {}, "← ↑ → ↓")), element("dd", {}, word("key-arrows"))];
  byId("keys-list").replaceChildren(...lines, ...arrows);
  byId("keys").showModal();
}
