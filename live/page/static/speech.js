// The caller: what happens is spoken by one of the browser's voices, in our words or in one's own.

import { soundChoice } from "./sound.js";
import { languageNow, newsWords, word } from "./words.js";

export const SPOKEN = ["move", "question", "over", "time"]; // what may be said in words of one's own
let speaking = false;

export function toggleSpeech() {
  speaking = !speaking;
  if (!speaking) globalThis.speechSynthesis?.cancel();
  return speaking;
}

export const isSpeaking = () => speaking;

export function speakNews(event, data) {
  if (!speaking) return;
  const text = newsText(event, data);
  if (text) say(text);
}

/** What is said: one's own words with `{player}`, `{text}`, `{points}`, `{total}` filled in, else ours; null for nothing. */
export function newsText(event, data) {
  if (event === "move" && !data.points) return null;
  const winners = data.winners?.join(` ${word("and")} `);
  const gaps = { player: data.player ?? winners ?? "", text: data.text ?? "", points: data.points ?? "", total: data.total ?? "" };
  const own = soundChoice().words[event];
  if (own) return own.replace(/\{(player|text|points|total)\}/g, (_, gap) => String(gaps[gap]));
  if (event === "move") return `${data.player}: ${data.points} ${word("points")}, ${word("total")} ${data.total}`;
  if (event === "replaced") return data.points ? `${newsWords(event, data)}: ${data.points} ${word("points")}` : newsWords(event, data);
  if (event === "over") return `${winners} ${word(data.winners.length > 1 ? "winners" : "winner")}`;
  if (event === "question") return data.text;
  if (event === "time") return `${data.player}: ${word("time-out")}`;
  return null;
}

/** Say something in the chosen voice; it counts only for its own language. */
export function say(text) {
  if (!("speechSynthesis" in window)) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = languageNow();
  utterance.rate = soundChoice().rate;
  const voice = voices().find((one) => one.name === soundChoice().voice);
  if (voice) utterance.voice = voice;
  speechSynthesis.speak(utterance);
}

/** The browser's voices for the page's language. */
export const voices = () => (globalThis.speechSynthesis?.getVoices() ?? []).filter((voice) => voice.lang.toLowerCase().startsWith(languageNow()));
