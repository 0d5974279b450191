// The dialog for sound and time: voice, words of one's own, a sound for each event, the players' clocks.

import { byId, element } from "./elements.js";
import { soundWord } from "./sound-words.js";
import { chooseSound, EVENTS, keepSound, soundChoice, soundEvent } from "./sound.js";
import { isSpeaking, newsText, say, SPOKEN, voices } from "./speech.js";

const EXAMPLE = { player: "Ann", points: 7, total: 19, text: "…", winners: ["Ann"], seat: 1 };

/** Open the dialog. `toggleVoice()` is the page's own button, `tell(path, body)` a wish to the table. */
export function openSoundBox(state, { toggleVoice, tell }) {
  const box = byId("sound");
  box.replaceChildren(
    element("h2", { id: "sound-title" }, soundWord("sound")),
    voicePart(toggleVoice), soundPart(), clockPart(state, tell),
    element("menu", {}, element("li", {}, element("button", { type: "button", class: "main", onclick: () => box.close() }, soundWord("close")))),
  );
  if (!box.open) box.showModal();
}

const part = (key, ...children) => element("fieldset", {}, element("legend", {}, soundWord(key)), ...children);
const labelled = (key, field, ...more) => element("label", {}, element("span", {}, soundWord(key)), field, ...more);

function voicePart(toggleVoice) {
  const on = element("input", { type: "checkbox", id: "sound-voice-on", onchange: toggleVoice });
  on.checked = isSpeaking();
  const list = element("select", { id: "sound-voice", onchange: () => chooseSound({ voice: list.value }) });
  const fill = () => {
    list.replaceChildren(element("option", { value: "" }, soundWord("sound-usual")), ...voices().map((voice) => element("option", { value: voice.name }, voice.name)));
    list.value = soundChoice().voice;
    if (list.selectedIndex < 0) list.value = "";
  };
  fill();
  globalThis.speechSynthesis?.addEventListener?.("voiceschanged", fill);
  const rate = element("input", { type: "range", min: "0.6", max: "1.6", step: "0.1", value: String(soundChoice().rate), onchange: () => chooseSound({ rate: Number(rate.value) }) });
  const words = SPOKEN.map((event) => {
    const field = element("input", { type: "text", maxlength: "120", value: soundChoice().words[event] ?? "", "data-words": event, onchange: () => chooseSound({ words: { ...soundChoice().words, [event]: field.value.trim() } }) });
    const hear = element("button", { type: "button", "aria-label": `${soundWord("sound-hear")}: ${soundWord(`sound-${event}`)}`, onclick: () => say(newsText(event, EXAMPLE) ?? "") }, "▶");
    field.placeholder = { move: `{player}: {points} ${soundWord("points")}, ${soundWord("total")} {total}`, question: "{text}", over: `{player} ${soundWord("winner")}`, time: `{player}: ${soundWord("time-out")}` }[event];
    return element("div", { class: "sound-line" }, labelled(`sound-${event}`, field), hear);
  });
  return part("sound-voices", element("label", { class: "tick" }, on, element("span", {}, soundWord("speak"))), labelled("sound-voice", list), labelled("speed", rate),
    element("p", { class: "soft" }, soundWord("sound-own-words")), ...words);
}

function soundPart() {
  const on = element("input", { type: "checkbox", id: "sound-on", onchange: () => chooseSound({ on: on.checked }) });
  on.checked = soundChoice().on;
  const trouble = element("p", { role: "alert", id: "sound-trouble" });
  const lines = EVENTS.map((event) => {
    const file = element("input", { type: "file", accept: "audio/*", hidden: true, "data-file": event });
    const list = element("select", { "data-sound": event }, ...["ours", "file", "none"].map((kind) => element("option", { value: kind }, soundWord(`sound-${kind}`))));
    list.value = soundChoice().sounds[event] ?? "ours";
    list.onchange = () => {
      if (list.value === "file") file.click();
      else chooseSound({ sounds: { ...soundChoice().sounds, [event]: list.value } });
    };
    file.oncancel = () => (list.value = soundChoice().sounds[event] ?? "ours");
    file.onchange = async () => {
      trouble.textContent = "";
      await keepSound(event, file.files[0]).catch(() => {
        trouble.textContent = soundWord("sound-no-sound");
        list.value = soundChoice().sounds[event] ?? "ours";
      });
    };
    const hear = element("button", { type: "button", "aria-label": `${soundWord("sound-hear")}: ${soundWord(`sound-${event}`)}`, onclick: () => soundEvent(event, EXAMPLE, { always: true }) }, "▶");
    return element("div", { class: "sound-line" }, labelled(`sound-${event}`, list), file, hear);
  });
  return part("sound-sounds", element("label", { class: "tick" }, on, element("span", {}, soundWord("sound-play"))), ...lines, trouble);
}

function clockPart(state, tell) {
  const kinds = ["off", "up", "down", "fischer"];
  const list = element("select", { id: "clock-kind" }, ...kinds.map((kind) => element("option", { value: kind }, soundWord(`clock-${kind}`))));
  const now = state.clock;
  list.value = !now ? "off" : now.counts === "up" ? "up" : now.plus_s ? "fischer" : "down";
  const minutes = element("input", { id: "clock-minutes", type: "number", min: "1", max: "999", value: String(Math.round((now?.limit_s ?? 1200) / 60)) });
  const plus = element("input", { id: "clock-plus", type: "number", min: "1", max: "999", value: String(now?.plus_s || 10) });
  const fields = [labelled("clock-minutes", minutes), labelled("clock-plus", plus)];
  const show = () => {
    fields[0].hidden = !["down", "fischer"].includes(list.value);
    fields[1].hidden = list.value !== "fischer";
  };
  list.onchange = show;
  show();
  const words = () => ({ off: "off", up: "up", down: minutes.value, fischer: `${minutes.value}+${plus.value}` })[list.value];
  const begin = element("button", { type: "button", id: "clock-begin", onclick: () => tell("clock", { clock: words() }, soundWord("clock-begin")) }, soundWord("clock-begin"));
  return part("clock", labelled("clock-kind", list), ...fields, element("p", { class: "soft" }, soundWord("clock-rests")), begin);
}
