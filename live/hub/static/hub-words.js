// The hub's own words in English and German; the tables' words stand in words.js.

import { wordsOf } from "./words.js";

const WORDS = {
  en: {
    people: "People", longest: "Longest streak", averages: "Average", against: "Against (ahead : behind)", "souvenir-of": "Souvenir",
    tables: "Tables", standings: "Standings", results: "Results", search: "Search tables, players, games", close: "Close",
    moves: "Moves", filter: "Show", order: "Order", "by-name": "by name", "by-need": "who needs help first",
    "by-progress": "by moves played", density: "Size", fitting: "Fitting", large: "Large", normal: "Normal", dense: "Dense",
    all: "All", playing: "playing", asks: "asks", waiting: "not begun", paused: "pause", blind: "sees nothing",
    silent: "silent", offline: "gone", conflict: "two of a name", over: "over", unreadable: "not understood",
    trouble: "trouble", connected: "connected", searching: "connecting", notables: "No table has spoken yet.",
    started: "Start one with:", nomatch: "No table fits.", move: "move %s", quiet: "no news for %s",
    "two-of-a-name": "Two programs use this name: give one of the tables another --table NAME. Their results are kept apart.",
    renamed: "It was started as “%s”, which another table is called already.", "clock-ahead": "Its clock is %s fast; the hub goes by its own.",
    "clock-behind": "Its clock is %s slow; the hub goes by its own.", floods: "It says more than a game can; what is too much is dropped.",
    versions: "These speak another version and are not shown: %s", toomany: "There are more table names than the hub takes; somebody invents them.",
    database: "%s. %n results wait here until it is back.", away: "The connection to the hub is lost; trying again …",
    place: "Place", player: "Player", points: "Points", games: "Games", wins: "Wins", share: "Share", score: "Score",
    difference: "Difference", opponents: "Opponents", best: "Best", direct: "Direct", round: "Round", table: "Table", game: "Game", ended: "Ended",
    counts: "counts", aside: "set aside", running: "still playing", noresults: "No game has ended yet.", "until-then": "So far the tables stand like this:", noone: "Nobody fits.", overlay: "Overlay", tv: "Television",
    forget: "Take off the wall", minutes: "%s min", hours: "%s h", tiebreaks: "Tie-breaks, in this order:", nomoves: "No moves yet.",
    change: "Changing results needs the organiser's address, which the hub prints at its start.",
  },
  de: {
    people: "Leute", longest: "Längste Serie", averages: "Schnitt", against: "Gegen (vorn : hinten)", "souvenir-of": "Andenken",
    tables: "Tische", standings: "Rangliste", results: "Ergebnisse", search: "Tische, Spieler, Spiele suchen", close: "Schließen",
    moves: "Züge", filter: "Zeigen", order: "Reihenfolge", "by-name": "nach Namen", "by-need": "wer Hilfe braucht, zuerst",
    "by-progress": "nach Zügen", density: "Größe", fitting: "Passend", large: "Groß", normal: "Normal", dense: "Dicht",
    all: "Alle", playing: "spielt", asks: "fragt", waiting: "nicht begonnen", paused: "Pause", blind: "sieht nichts",
    silent: "still", offline: "weg", conflict: "doppelter Name", over: "zu Ende", unreadable: "unverständlich",
    trouble: "Störung", connected: "verbunden", searching: "verbindet", notables: "Noch hat sich kein Tisch gemeldet.",
    started: "So beginnt einer:", nomatch: "Kein Tisch passt.", move: "Zug %s", quiet: "seit %s nichts Neues",
    "two-of-a-name": "Zwei Programme heißen so: einem Tisch mit --table NAME einen anderen Namen geben. Ihre Ergebnisse bleiben getrennt.",
    renamed: "Er wurde als „%s“ gestartet; so heißt schon ein anderer Tisch.", "clock-ahead": "Seine Uhr geht %s vor; der Hub nimmt die eigene.",
    "clock-behind": "Seine Uhr geht %s nach; der Hub nimmt die eigene.", floods: "Er sagt mehr, als ein Spiel kann; was zu viel ist, fällt weg.",
    versions: "Diese sprechen eine andere Version und fehlen hier: %s", toomany: "Es gibt mehr Tischnamen, als der Hub nimmt; jemand erfindet sie.",
    database: "%s. %n Ergebnisse warten hier, bis sie wieder da ist.", away: "Die Verbindung zum Hub ist weg; neuer Versuch …",
    place: "Platz", player: "Spieler", points: "Punkte", games: "Spiele", wins: "Siege", share: "Anteil", score: "Spielpunkte",
    difference: "Differenz", opponents: "Gegner", best: "Bestes", direct: "Direkt", round: "Runde", table: "Tisch", game: "Spiel", ended: "Ende",
    counts: "zählt", aside: "zählt nicht", running: "läuft noch", noresults: "Noch ist kein Spiel zu Ende.", "until-then": "Bisher steht es an den Tischen so:", noone: "Niemand passt.", overlay: "Einblendung", tv: "Fernseher",
    forget: "Von der Wand nehmen", minutes: "%s min", hours: "%s h", tiebreaks: "Bei Gleichstand, in dieser Reihenfolge:", nomoves: "Noch keine Züge.",
    change: "Ergebnisse ändert nur, wer die Adresse der Leitung hat; der Hub zeigt sie beim Start.",
  },
};

const ownWord = wordsOf(WORDS);

/** A word of the hub, with `%s` filled in. */
export function hubWord(key, ...values) {
  const text = ownWord(key);
  return values.length ? text.replace("%s", values[0]).replace("%n", values[1] ?? "") : text;
}

/** Put the language's words into the page's fixed parts. */
export function translateHub() {
  for (const node of document.querySelectorAll("[data-hub-word]")) node.textContent = hubWord(node.dataset.hubWord);
  for (const node of document.querySelectorAll("[data-hub-label]")) node.setAttribute("aria-label", hubWord(node.dataset.hubLabel));
}

/** A span of time in few letters. */
export function spanWords(seconds) {
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? hubWord("minutes", Math.max(minutes, 1)) : hubWord("hours", Math.round(minutes / 60));
}

/** A table's warnings as sentences. */
export function warningWords(warning) {
  if (warning.code === "unreadable") return warning.message;
  if (warning.code === "renamed") return hubWord("renamed", warning.asked);
  if (warning.code === "clock") return hubWord(warning.off_s > 0 ? "clock-ahead" : "clock-behind", spanWords(Math.abs(warning.off_s)));
  return hubWord(warning.code);
}
