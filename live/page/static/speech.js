// Scores spoken by the browser, if somebody wants them.

import { languageNow, newsWords, word } from "./words.js";

let speaking = false;

export function toggleSpeech() {
  speaking = !speaking;
  if (!speaking) speechSynthesis?.cancel();
  return speaking;
}

export function speakNews(event, data) {
  if (!speaking || !("speechSynthesis" in window)) return;
  let text = null;
  if (event === "move" && data.points) text = `${data.player}: ${data.points} ${word("points")}, ${word("total")} ${data.total}`;
  if (event === "replaced") text = data.points ? `${newsWords(event, data)}: ${data.points} ${word("points")}` : newsWords(event, data);
  if (event === "over") text = `${data.winners.join(", ")} ${word("winner")}`;
  if (event === "question") text = data.text;
  if (text === null) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = languageNow();
  speechSynthesis.speak(utterance);
}
