// The phone's page: take a photo, see what was read in it, and how the game stands.

import { byId } from "./elements.js";
import { offerFilming, showFilming } from "./filming.js";
import { photoResult, sendPhoto } from "./photo.js";
import { showQuestions } from "./questions.js";
import { coloursOf, moveEntry, scoreCards } from "./scores.js";
import { follow, isGuest, send } from "./stream.js";
import { otherLanguage, switchLanguage, translatePage, word } from "./words.js";

const NEWEST = 4; // so many moves below the picture
let last = null; // the newest answer, shown anew in another language

function show(state) {
  document.title = byId("title").textContent = state.title;
  const camera = state.camera?.state ?? "waiting";
  byId("watch").textContent = word(camera);
  byId("watch").className = `pill ${camera}`;
  showFilming(state);
  byId("how-open").hidden = !state.how_to_play || !window.HTMLDialogElement;
  byId("scores").replaceChildren(...scoreCards(state));
  showQuestions(state.questions ?? [], { tell: isGuest() ? null : tell, showMe: () => location.assign("/") });
  const moves = (state.moves ?? []).slice(-NEWEST).reverse();
  byId("list").hidden = moves.length === 0;
  byId("moves").replaceChildren(...moves.map((move) => moveEntry(move, coloursOf(state))));
}

async function tell(path, body) {
  try {
    await send(path, body);
    say("");
  } catch (error) {
    say(error.message, true);
  }
}

function say(sentence, bad = false) {
  const line = byId("photo-words");
  line.textContent = sentence;
  line.className = bad ? "problem" : "busy";
  line.hidden = !sentence;
}

async function take(input) {
  const [file] = input.files;
  input.value = ""; // the same picture may be chosen again
  if (!file) return;
  const buttons = document.querySelectorAll("#shoot input");
  for (const button of buttons) button.disabled = true;
  say(word("photo-sent"));
  try {
    last = await sendPhoto(file, (trouble) => say(trouble, true));
    byId("photo-result").replaceChildren(photoResult(last));
    say("");
    byId("photo-result").scrollIntoView({ behavior: "smooth", block: "nearest" });
  } catch (error) {
    say(error.message, true);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

translatePage();
for (const id of ["camera-photo", "kept-photo"]) byId(id).addEventListener("change", (event) => take(event.currentTarget));
byId("language").textContent = otherLanguage().toUpperCase();
byId("language").addEventListener("click", (event) => {
  switchLanguage();
  event.currentTarget.textContent = otherLanguage().toUpperCase();
  if (last) byId("photo-result").replaceChildren(photoResult(last));
});
byId("how-open").addEventListener("click", () => import("./how-to-play.js").then((how) => how.showHowToPlay()));
offerFilming();
follow({
  onState: show,
  onAway: (away) => {
    byId("away").textContent = word("away");
    byId("away").hidden = !away;
  },
});
