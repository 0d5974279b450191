// Own pieces taught on the set-up page: what to lay down, a photograph of it, and what was found there.

import { byId, element } from "./elements.js";
import { fitToTravel } from "./photo.js";
import { addWords, keepNames, languageNow, named, word } from "./words.js";
import { authorised, fetched, send } from "./stream.js";

addWords({
  en: {
    "pieces-own": "Pieces of your own",
    "pieces-how": "Wooden blocks in place of printed pieces? Lay one of each beside a printed part, row by row as drawn here, a finger apart, on plain paper, and take one photograph.",
    "pieces-lay": "What to lay down, in which order", "pieces-mine": "These I have", "pieces-height": "How high they are in mm, if you have measured it",
    "pieces-alike": "Kinds may look alike; then you are asked which one lies there", "pieces-look": "Look through the camera",
    "pieces-photo": "Take a photo of them", "pieces-looking": "The pieces are being looked at …",
    "pieces-well": "Learned. The game that you begin now knows these pieces.", "pieces-seen": "What was found in the photograph",
  },
  de: {
    "pieces-own": "Eigene Stücke",
    "pieces-how": "Holzklötze statt gedruckter Stücke? Lege von jedem eines neben ein gedrucktes Teil, Reihe für Reihe wie hier gezeichnet, einen Finger breit auseinander, auf einfarbiges Papier, und nimm ein Foto auf.",
    "pieces-lay": "Was zu legen ist, in welcher Ordnung", "pieces-mine": "Diese habe ich", "pieces-height": "Wie hoch sie sind, in mm, falls du es gemessen hast",
    "pieces-alike": "Sorten dürfen gleich aussehen; dann wirst du gefragt, welche dort liegt", "pieces-look": "Durch die Kamera sehen",
    "pieces-photo": "Ein Foto davon aufnehmen", "pieces-looking": "Die Stücke werden angesehen …",
    "pieces-well": "Gelernt. Das Spiel, das du jetzt beginnst, kennt diese Stücke.", "pieces-seen": "Was auf dem Foto gefunden wurde",
  },
});

let game = "";
let without = new Set(); // of the kinds that everybody has
let besides = new Set(); // of those that only some have
let told = () => {};

/** Show what belongs to a game, where it is another one than before; `onTaught` hears the pieces file. */
export function showPieces(name, camera, onTaught) {
  told = onTaught;
  byId("pieces-look").disabled = !camera;
  byId("pieces-look").onclick = () => teach(() => send("setup/pieces/look", { ...piecesLaid(), camera }));
  if (!name || name === game) return;
  game = name;
  without = new Set();
  besides = new Set();
  forget();
  if (byId("pieces-box").open) kinds();
}

const piecesLaid = () => ({
  game,
  without: [...without],
  besides: [...besides],
  height_mm: byId("pieces-height").value === "" ? null : Number(byId("pieces-height").value),
  alike: byId("pieces-alike").checked,
});

async function kinds() {
  draw();
  const answer = await send("setup/pieces/kinds", piecesLaid()).catch((error) => say(error.message));
  keepNames(answer?.named);
  const ticks = (answer?.kinds ?? []).map(({ name, laid, besides: spare }) => {
    const onchange = (event) => {
      const [names, named] = spare ? [besides, event.target.checked] : [without, !event.target.checked];
      if (named) names.add(name);
      else names.delete(name);
      draw();
    };
    return element("label", {}, element("input", { type: "checkbox", checked: laid, onchange }), element("span", {}, named(name)));
  });
  byId("pieces-kinds").replaceChildren(...ticks);
}

async function draw() {
  const wish = { game, without: [...without].join("|"), besides: [...besides].join("|") };
  const written = JSON.stringify(wish);
  byId("pieces-lay").dataset.written = written;
  try {
    const drawing = await (await fetched("setup/pieces/drawing", wish)).blob();
    if (byId("pieces-lay").dataset.written !== written) return; // another one is on its way
    URL.revokeObjectURL(byId("pieces-lay").src);
    byId("pieces-lay").src = URL.createObjectURL(drawing);
  } catch (error) {
    say(error.message);
  }
}

function say(sentence, well = false) {
  byId("pieces-said").textContent = sentence;
  byId("pieces-said").className = well ? "well" : "";
}

function forget() {
  say("");
  byId("pieces-seen").hidden = true;
  byId("pieces-told").replaceChildren();
}

async function teach(ask) {
  forget();
  say(word("pieces-looking"));
  try {
    const answer = await ask();
    byId("pieces-seen").src = answer.picture;
    byId("pieces-seen").hidden = false;
    say(answer.message || word("pieces-well"), !answer.message);
    const lines = answer.kinds.map((kind) => element("li", {}, element("i", { colour: kind.colour }), element("b", {}, `${kind.number} ${named(kind.label)}`), ` ${kind.text}`));
    const remarks = (answer.remarks ?? []).map((remark) => element("li", {}, remark.text));
    byId("pieces-told").replaceChildren(...lines, ...remarks);
    if (answer.pieces_file) told(answer.pieces_file);
  } catch (error) {
    say(error.message);
  }
}

async function photo(file) {
  if (!file) return;
  await teach(async () => {
    const fit = await fitToTravel(file);
    const headers = await authorised({ "content-type": fit.type.startsWith("image/") ? fit.type : "image/jpeg" });
    const wish = new URLSearchParams({ lang: languageNow(), pieces: JSON.stringify(piecesLaid()) });
    const answer = await fetch(`/api/v1/photos?${wish}`, { method: "POST", headers, body: fit });
    const value = await answer.json();
    if (!answer.ok) throw new Error(value.error);
    return value;
  });
}

byId("pieces-box").addEventListener("toggle", () => byId("pieces-box").open && game && kinds());
byId("pieces-photo").addEventListener("change", (event) => {
  photo(event.target.files[0]);
  event.target.value = "";
});
