// The words of the dialog for sound and time, in English and German; fetched only with it. The others stand in words.js.

import { wordsOf } from "./words.js";

const WORDS = {
  en: {
    "sound-usual": "the usual one", "sound-hear": "Hear it", "sound-voices": "The caller", "sound-voice": "Voice",
    "sound-own-words": "Your own words; {player}, {points}, {total} and {text} are filled in:", "sound-sounds": "Sounds", "sound-play": "Play sounds",
    "sound-ours": "ours", "sound-file": "a file of your own …", "sound-none": "none",
    "sound-no-sound": "That file is no sound that this browser can play.", "sound-move": "A move scores", "sound-turn": "Next player",
    "sound-illegal": "Against the rules", "sound-question": "A question", "sound-replaced": "A correction", "sound-over": "The end",
    "sound-time": "Time is up", "sound-card": "A card is obeyed", "sound-refused": "A card can't be obeyed", clock: "The players' clocks", "clock-kind": "Clock", "clock-off": "none", "clock-up": "counts up",
    "clock-down": "counts down", "clock-fischer": "counts down, more each turn (Fischer)", "clock-minutes": "Minutes for each",
    "clock-plus": "Seconds more a turn", "clock-begin": "Begin the clocks",
    "clock-rests": "Clocks rest while the game pauses, while something is asked, and without a camera.",
  },
  de: {
    "sound-usual": "die übliche", "sound-hear": "Anhören", "sound-voices": "Die Ansage", "sound-voice": "Stimme",
    "sound-own-words": "Eigene Worte; {player}, {points}, {total} und {text} werden ausgefüllt:", "sound-sounds": "Klänge",
    "sound-play": "Klänge abspielen", "sound-ours": "unserer", "sound-file": "eine eigene Datei …", "sound-none": "keiner",
    "sound-no-sound": "Diese Datei ist kein Klang, den dieser Browser spielen kann.", "sound-move": "Ein Zug bringt Punkte",
    "sound-turn": "Wer jetzt dran ist", "sound-illegal": "Gegen die Regeln", "sound-question": "Eine Frage", "sound-replaced": "Eine Berichtigung",
    "sound-over": "Das Ende", "sound-time": "Die Zeit ist um", "sound-card": "Eine Karte wirkt", "sound-refused": "Eine Karte geht jetzt nicht", clock: "Die Uhren der Spieler", "clock-kind": "Uhr", "clock-off": "keine",
    "clock-up": "zählt aufwärts", "clock-down": "zählt abwärts", "clock-fischer": "zählt abwärts, je Zug mehr (Fischer)",
    "clock-minutes": "Minuten für jeden", "clock-plus": "Sekunden mehr je Zug", "clock-begin": "Uhren starten",
    "clock-rests": "Die Uhren ruhen in der Pause, solange etwas gefragt ist, und ohne Kamera.",
  },
};

/** A word of the dialog. */
export const soundWord = wordsOf(WORDS);
