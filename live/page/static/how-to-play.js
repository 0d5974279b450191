// How the game is played: fetched when somebody asks, in the page's language.

import { element } from "./elements.js";
import { fetched } from "./stream.js";
import { word } from "./words.js";

const LISTED = "- ";

/** Show a dialog, and the text as soon as it is there. */
export async function showHowToPlay() {
  const box = element("div", { id: "how-words" });
  const close = element("button", { class: "main" }, word("close"));
  const form = element("form", { method: "dialog" }, element("h2", { id: "how-title" }, word("how-to-play")), box, element("menu", {}, element("li", {}, close)));
  const dialog = element("dialog", { id: "how", "aria-labelledby": "how-title", onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
  try {
    const told = await (await fetched("how-to-play")).json();
    box.lang = told.language;
    box.replaceChildren(...blocks(told.paragraphs));
  } catch (error) {
    box.replaceChildren(element("p", { class: "problem" }, error.message));
  }
}

/** Paragraphs, and lists of those that follow one another and begin with a dash. */
function blocks(paragraphs) {
  const made = [];
  for (const text of paragraphs) {
    if (!text.startsWith(LISTED)) made.push(element("p", {}, text));
    else {
      if (made.at(-1)?.tagName !== "UL") made.push(element("ul"));
      made.at(-1).append(element("li", {}, text.slice(LISTED.length)));
    }
  }
  return made;
}
