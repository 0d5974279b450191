// The words of the replay, in English and German; the others stand in words.js.

import { addWords } from "./words.js";

const WORDS = {
  en: {
    sidebyside: "Camera beside it", copylink: "Link to this move", film: "Film",
    "film-making": "Your browser draws and records the game; leave this page open for about half a minute.", copied: "Copied",
    totable: "To the table", toevenings: "To the evenings", thismove: "This move", timeline: "Timeline",
    curves: "The scores over the moves, a line for each player", first: "To the start", previous: "One move back", play: "Play",
    thestart: "The start",
  },
  de: {
    sidebyside: "Kamera daneben", copylink: "Link zu diesem Zug", film: "Film",
    "film-making": "Der Browser zeichnet das Spiel und nimmt es auf; lass diese Seite etwa eine halbe Minute offen.", copied: "Kopiert",
    totable: "Zum Tisch", toevenings: "Zu den Abenden", thismove: "Dieser Zug", timeline: "Zeitleiste",
    curves: "Die Punkte über die Züge, eine Linie für jeden Spieler", first: "Zum Anfang", previous: "Ein Zug zurück", play: "Abspielen",
    thestart: "Der Anfang",
  },
};

addWords(WORDS);
