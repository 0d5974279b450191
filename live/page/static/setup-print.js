// A game's sheets to a printer of this machine, or as a PDF: how far it is, what to do meanwhile, and taken back by one press.

import { element } from "./elements.js";
import { fetched, send } from "./stream.js";
import { addWords, word } from "./words.js";

const EVERY_MS = 700;

addWords({
  en: {
    "print-pdf": "Open as PDF", "print-pdf-how": "Print it at 100 % (“actual size”), never fitted to the page.",
    "print-printer": "Printer", "print-none": "This machine knows no printer; open the PDF and print it from there.",
    "print-style": "Which sheets", "print-standard": "everything", "print-light": "as few as play", "print-fine": "the prettiest",
    "print-now": "Print now", "print-turned": "It is in again", "print-done": "All sheets are printed.", "print-stop": "Take it back", "print-close": "Close",
  },
  de: {
    "print-pdf": "Als PDF öffnen", "print-pdf-how": "Drucke es zu 100 % („tatsächliche Größe“), nie an die Seite angepasst.",
    "print-printer": "Drucker", "print-none": "Dieser Rechner kennt keinen Drucker; öffne das PDF und drucke es von dort.",
    "print-style": "Welche Blätter", "print-standard": "alles", "print-light": "so wenige wie möglich", "print-fine": "die schönsten",
    "print-now": "Jetzt drucken", "print-turned": "Es liegt wieder drin", "print-done": "Alle Blätter sind gedruckt.", "print-stop": "Zurückziehen", "print-close": "Schließen",
  },
});

/** Ask where a game is to be printed; `pdf` is the address of its sheets. */
export async function openPrinting(game, pdf, paper) {
  const option = (value, text) => element("option", { value }, text);
  const printers = element("select", { "aria-label": word("print-printer") });
  const style = element("select", { "aria-label": word("print-style") }, ...["standard", "light", "fine"].map((name) => option(name, word(`print-${name}`))));
  const said = element("p", { role: "status" });
  const now = element("button", { type: "button", class: "main", disabled: true, onclick: begin }, word("print-now"));
  const turned = element("button", { type: "button", class: "main", hidden: true, onclick: () => send("setup/print/go-on", {}) }, word("print-turned"));
  const stop = element("button", { type: "button", hidden: true, onclick: () => send("setup/print/cancel", {}) }, word("print-stop"));
  const dialog = element(
    "dialog",
    { class: "printing", "aria-label": `${word("setup-print")}: ${game.title}` },
    element("h2", {}, `${word("setup-print")}: ${game.title}`),
    element("p", {}, element("a", { href: pdf, target: "_blank", rel: "noopener" }, word("print-pdf")), ` · ${word("print-pdf-how")}`),
    element("label", { class: "line" }, word("print-printer"), printers),
    element("label", { class: "line" }, word("print-style"), style),
    said,
    element("menu", {}, element("button", { type: "button", onclick: () => dialog.close() }, word("print-close")), stop, turned, now),
  );
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
  const known = await fetched("setup/printers").then((answer) => answer.json()).catch(() => ({}));
  printers.replaceChildren(...(known.printers ?? []).map((name) => option(name, name)));
  now.disabled = !known.printers?.length;
  if (now.disabled) said.textContent = word("print-none");
  follow();

  async function begin() {
    now.disabled = true;
    try {
      await send("setup/print", { game: game.name, printer: printers.value, paper, style: style.value });
    } catch (error) {
      said.textContent = error.message;
      now.disabled = false;
      return;
    }
    follow(true);
  }

  /** Show how far it is until it is over; what was begun before is shown too. */
  async function follow(begun = false) {
    for (let over = false; !over && dialog.open; ) {
      const state = await fetched("setup/print").then((answer) => answer.json()).catch(() => null);
      over = state?.over ?? false;
      if (over && !begun) return;
      begun = true;
      if (state) said.replaceChildren(...[...state.remarks, state.doing, state.first, state.words, state.trouble, over && !state.trouble && word("print-done")].filter(Boolean).map((line) => element("span", {}, line)));
      turned.hidden = !state?.first;
      stop.hidden = over;
      now.disabled = !over;
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  }
}
