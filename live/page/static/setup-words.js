// The words of the page on which a table is set up, in English and German; the others stand in words.js.

import { addWords } from "./words.js";

const WORDS = {
  en: {
    "setup-what": "Set up your table, then play.", "setup-game": "The game", "setup-own-game": "or a game file of your own",
    "setup-people": "players", "setup-found": "lies on the table", "setup-players": "Who plays",
    "setup-seats": "In the order of their seats; the first begins.", "setup-add": "Add a player", "setup-colour": "Colour",
    "setup-earlier": "One seat earlier", "setup-remove": "Does not play", "setup-variants": "Variants of the rules",
    "setup-file": "a file of your own", "setup-camera": "The camera", "setup-phone": "A phone",
    "setup-phone-note": "takes a photo after each round; nothing to install",
    "setup-phone-hint": "When the game begins the table shows a code for your phone to scan.", "setup-other": "Another camera",
    "setup-other-note": "a phone's video address, a film, a folder, virtual:",
    "setup-address": "Address, file or folder; several with blanks between them", "setup-look": "Look through it, and find the game",
    "setup-photo": "Find it in a photo", "setup-looking": "The camera is being opened …", "setup-sees": "all in sight", "setup-display": "A display",
    "setup-display-url": "A display's address, if there is another one", "setup-more": "Everything else", "setup-begin": "Begin", "setup-print": "Print", "setup-demo": "Watch a demo",
    "setup-no-game": "Choose a game", "setup-no-players": "Say who plays", "setup-no-camera": "Choose a camera",
    "setup-begins": "The table is being opened …", red: "red", blue: "blue", green: "green", yellow: "yellow", white: "white", black: "black",
  },
  de: {
    "setup-what": "Den Tisch einrichten, dann spielen.", "setup-game": "Das Spiel", "setup-own-game": "oder eine eigene Spieldatei",
    "setup-people": "Spieler", "setup-found": "liegt auf dem Tisch", "setup-players": "Wer spielt",
    "setup-seats": "In der Reihenfolge der Plätze; der erste beginnt.", "setup-add": "Noch jemand spielt mit", "setup-colour": "Farbe",
    "setup-earlier": "Einen Platz früher", "setup-remove": "Spielt nicht mit", "setup-variants": "Varianten der Regeln",
    "setup-file": "eine eigene Datei", "setup-camera": "Die Kamera", "setup-phone": "Ein Handy",
    "setup-phone-note": "nimmt nach jeder Runde ein Foto auf; nichts zu installieren",
    "setup-phone-hint": "Wenn das Spiel beginnt, zeigt der Tisch einen Code, den dein Handy scannt.", "setup-other": "Eine andere Kamera",
    "setup-other-note": "die Video-Adresse eines Handys, ein Film, ein Ordner, virtual:",
    "setup-address": "Adresse, Datei oder Ordner; mehrere mit Leerzeichen dazwischen", "setup-look": "Hindurchsehen und das Spiel finden",
    "setup-photo": "Auf einem Foto finden", "setup-looking": "Die Kamera wird geöffnet …", "setup-sees": "alles im Bild",
    "setup-display": "Eine Anzeige", "setup-display-url": "Die Adresse einer Anzeige, falls es eine andere gibt", "setup-more": "Alles Weitere",
    "setup-print": "Drucken", "setup-demo": "Eine Vorführung ansehen", "setup-no-game": "Wähle ein Spiel",
    "setup-no-players": "Sag, wer spielt", "setup-no-camera": "Wähle eine Kamera", "setup-begin": "Los geht’s", "setup-begins": "Der Tisch wird geöffnet …", red: "Rot", blue: "Blau", green: "Grün", yellow: "Gelb", white: "Weiß",
    black: "Schwarz",
  },
};

addWords(WORDS);
