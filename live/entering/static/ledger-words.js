// The words of the campaign's page, in English and German; the others stand in words.js.

import { addWords } from "./words.js";

const WORDS = {
  en: {
    title: "My City: the campaign", episode: "The next episode", enter: "Enter", sticker: "A sticker", player: "Player", cell: "Space",
    what: "What", stick: "Put it there", undo: "Take back the last entry", symbols: "Symbols", number: "Episode", points: "points",
    empty: "empty spaces row by row (equal points: 0/2/1)", next: "Episode {n} comes next.", all: "All 24 episodes have been played.",
    carried: "{player}: {n} points below zero are deducted from the next positive ones.", after: "after episode",
    "one-tree": "one tree", "two-trees": "two trees", "one-rock": "one rock", "two-rocks": "two rocks", well: "well", gold: "gold",
    mountain: "mountain", forest: "forest", successor: "Somebody else plays on", predecessor: "In place of", by: "New player", succeed: "Play on",
    "plays-on": "{player} plays on for {predecessor}, after episode {n}", away: "This page's program has ended; start it again, the ledger is on the disk.",
  },
  de: {
    title: "My City: die Kampagne", episode: "Die nächste Episode", enter: "Eintragen", sticker: "Ein Aufkleber", player: "Wer", cell: "Feld",
    what: "Was", stick: "Aufkleben", undo: "Den letzten Eintrag zurücknehmen", symbols: "Symbole", number: "Episode", points: "Punkte",
    empty: "leere Felder Reihe für Reihe (bei Gleichstand: 0/2/1)", next: "Als Nächstes kommt Episode {n}.", all: "Alle 24 Episoden sind gespielt.",
    carried: "{player}: {n} Minuspunkte gehen von den nächsten Pluspunkten ab.", after: "nach Episode",
    "one-tree": "ein Baum", "two-trees": "zwei Bäume", "one-rock": "ein Fels", "two-rocks": "zwei Felsen", well: "Brunnen", gold: "Gold",
    mountain: "Berg", forest: "Wald", successor: "Jemand anders spielt weiter", predecessor: "Für", by: "Neu dabei", succeed: "Weiterspielen",
    "plays-on": "{player} spielt für {predecessor} weiter, nach Episode {n}", away: "Das Programm zu dieser Seite ist zu Ende; neu starten, das Buch liegt auf der Platte.",
  },
};

addWords(WORDS);
