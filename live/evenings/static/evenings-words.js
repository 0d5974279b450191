// The evenings' own words in English and German; what all pages share stands in words.js.

import { translatePage, wordsOf } from "./words.js";

const WORDS = {
  en: {
    evenings: "Evenings", "take-along": "To take along", "games-csv": "Games (CSV)", "people-csv": "People (CSV)", backup: "Backup",
    people: "People", games: "Games", change: "Change", name: "Name", colour: "Colour", seat: "Usual seat", "seat-of": "usual seat {n}",
    "is-really": "Is the same person as", merge: "Make one of the two", "written-as": "Written as", split: "Is somebody else",
    "forget-told": "Takes the name out of every record and campaign in this folder, the last evening and the statistics. Nobody can bring it back, except from a backup.",
    "forget-left": "Taken out; the name still stands in these files, or is theirs:",
    "forget-name": "Type the name to be sure", "forget-pictures": "The pictures of these games, too", forget: "Forget this person",
    "one-person": "{a} and {b}: one person, misspelt?", "yes-one": "Yes, one person", "no-two": "No, two people",
    "no-games": "No game yet. Every game that is played on this computer appears here.", "no-people": "Nobody has played yet.",
    "n-games": "{n} games", "one-game": "1 game", "n-moves": "{n} moves", won: "{n} won", "not-over": "not over", minutes: "{n} min", souvenir: "Souvenir", average: "Average", best: "Best",
    wins: "Won", played: "Played", share: "Share", longest: "Longest streak", streak: "Won running", time: "At the table",
    "head-to-head": "Head to head", against: "Against", ahead: "Ahead", behind: "Behind", level: "Level", difference: "Points ±", "title-of-game": "Game",
    "by-reason": "Points by reason", undated: "No date", "bg-stats": "BG Stats",
    "no-finished": "No game finished yet.", away: "The program that serves this page has ended; start it again, nothing is lost.", hours: "{n} h",
  },
  de: {
    evenings: "Spieleabende", "take-along": "Zum Mitnehmen", "games-csv": "Spiele (CSV)", "people-csv": "Leute (CSV)", backup: "Sicherung",
    people: "Leute", games: "Spiele", change: "Ändern", name: "Name", colour: "Farbe", seat: "Stammplatz", "seat-of": "Stammplatz {n}",
    "is-really": "Ist dieselbe Person wie", merge: "Aus beiden eine machen", "written-as": "Geschrieben", split: "Ist jemand anderes",
    "forget-told": "Nimmt den Namen aus jedem Protokoll und jeder Kampagne in diesem Ordner, aus dem letzten Abend und der Statistik. Zurückholen kann ihn niemand, außer aus einer Sicherung.",
    "forget-left": "Herausgenommen; in diesen Dateien steht der Name noch, oder sie heißen so:",
    "forget-name": "Zur Sicherheit den Namen schreiben", "forget-pictures": "Auch die Bilder dieser Spiele", forget: "Diese Person vergessen",
    "one-person": "{a} und {b}: eine Person, verschrieben?", "yes-one": "Ja, eine Person", "no-two": "Nein, zwei",
    "no-games": "Noch kein Spiel. Jedes Spiel auf diesem Computer erscheint hier.", "no-people": "Noch hat niemand gespielt.",
    "n-games": "{n} Spiele", "one-game": "1 Spiel", "n-moves": "{n} Züge", won: "{n} gewonnen", "not-over": "nicht zu Ende", minutes: "{n} min", souvenir: "Andenken", average: "Schnitt", best: "Bestes",
    wins: "Gewonnen", played: "Gespielt", share: "Anteil", longest: "Längste Serie", streak: "Siege in Folge", time: "Am Tisch",
    "head-to-head": "Direkter Vergleich", against: "Gegen", ahead: "Vorn", behind: "Hinten", level: "Gleich", difference: "Punkte ±", "title-of-game": "Spiel",
    "by-reason": "Punkte nach Grund", undated: "Ohne Datum", "bg-stats": "BG Stats",
    "no-finished": "Noch kein Spiel zu Ende.", away: "Das Programm zu dieser Seite ist zu Ende; neu starten, nichts ist verloren.", hours: "{n} h",
  },
};

/** A word of the evenings with its gaps filled in. */
export const eveningWord = wordsOf(WORDS);

/** Put the language's words into the page's fixed parts. */
export function translateEvenings() {
  translatePage();
  for (const node of document.querySelectorAll("[data-evening-word]")) node.textContent = eveningWord(node.dataset.eveningWord);
  for (const node of document.querySelectorAll("[data-evening-label]")) node.setAttribute("aria-label", eveningWord(node.dataset.eveningLabel));
}
