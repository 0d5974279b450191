// The words of the page on which a board is entered, in English and German; the others stand in words.js.

import { addWords } from "./words.js";

const WORDS = {
  en: {
    taps: "Taps", rows: "Rows", columns: "Columns", again: "Corners anew", right: "The rest is right",
    save: "Save the board", saved: "The board is saved in", done: "You may close this page.",
    "corner-0": "Tap the upper left corner of the cells.", "corner-1": "Tap the upper right corner of the cells.",
    "corner-2": "Tap the lower right corner of the cells.", "corner-3": "Tap the lower left corner of the cells.",
    cells: "Choose what a cell is, then tap every cell that was guessed wrongly. What is dashed is not sure.",
    river: "Tap the side of a cell along which the river flows; once more takes it away.",
    plain: "light green", "one-tree": "one tree", "two-trees": "two trees", "one-rock": "one rock", "two-rocks": "two rocks",
    well: "well", gold: "gold", mountain: "mountain", forest: "forest", "river-tool": "river", sticker: "small square",
    corners: "The corners do not go round the board: tap upper left, upper right, lower right, lower left.",
    small: "The cells are too small to be seen: take the photograph from nearer by, and begin anew.",
    "no-grid": "No lines of so many cells are seen between these corners. Is it the whole grid of this board? Tap the corners anew, or go on.",
    half: "These cells are not told yet: tap them, or say that the rest is right:", away: "This page's program has ended; start it again, and everything tapped is still there.",
    "no-board": "That is no board: rows are missing, or the river runs where no side is. Tap the corners anew.",
    photo: "The photograph of the board", grid: "The cells of the board",
    taped: "{n} codes are taped on, those of board {seat}: the camera finds the board by them.",
    untaped: "No codes are taped to this board; it can be printed with codes when it is saved.",
    "codes-few": "Only one code is seen. Tape at least two round the cells, four are better, all in the picture; the board is saved without it.",
    "codes-sizes": "The codes are not of one size: print them on one sheet, tape them flat. The board is saved without them.",
    "codes-cells": "A code lies on the cells: tape it beside them. The board is saved without codes.",
    "codes-boards": "Codes of several boards are seen: photograph one board alone. The board is saved without codes.",
    "saved-codes": "with its codes",
  },
  de: {
    taps: "Berührungen", rows: "Reihen", columns: "Spalten", again: "Ecken neu", right: "Der Rest stimmt",
    save: "Plan speichern", saved: "Der Plan ist gespeichert in", done: "Diese Seite kann geschlossen werden.",
    "corner-0": "Die obere linke Ecke der Felder antippen.", "corner-1": "Die obere rechte Ecke der Felder antippen.",
    "corner-2": "Die untere rechte Ecke der Felder antippen.", "corner-3": "Die untere linke Ecke der Felder antippen.",
    cells: "Wählen, was ein Feld ist, dann jedes falsch geratene Feld antippen. Was gestrichelt ist, ist unsicher.",
    river: "Die Seite eines Feldes antippen, an der der Fluss fließt; noch einmal nimmt ihn weg.",
    plain: "hellgrün", "one-tree": "ein Baum", "two-trees": "zwei Bäume", "one-rock": "ein Fels", "two-rocks": "zwei Felsen",
    well: "Brunnen", gold: "Gold", mountain: "Berg", forest: "Wald", "river-tool": "Fluss", sticker: "kleines Quadrat",
    corners: "Die Ecken gehen nicht um den Plan herum: oben links, oben rechts, unten rechts, unten links antippen.",
    small: "Die Felder sind zu klein, um etwas zu sehen: näher heran fotografieren und neu beginnen.",
    "no-grid": "Zwischen diesen Ecken sind keine Linien so vieler Felder zu sehen. Ist es das ganze Raster dieses Plans? Die Ecken neu antippen oder weitermachen.",
    half: "Diese Felder fehlen noch: antippen, oder sagen, dass der Rest stimmt:", away: "Das Programm zu dieser Seite ist zu Ende; neu starten, und alles Angetippte ist noch da.",
    "no-board": "Das ist kein Plan: es fehlen Reihen, oder der Fluss läuft, wo keine Seite ist. Die Ecken neu antippen.",
    photo: "Das Foto des Plans", grid: "Die Felder des Plans",
    taped: "{n} Codes sind aufgeklebt, die von Plan {seat}: An ihnen findet die Kamera den Plan.",
    untaped: "Auf diesem Plan kleben keine Codes; er kann mit Codes gedruckt werden, wenn er gespeichert ist.",
    "codes-few": "Nur ein Code ist zu sehen. Mindestens zwei, besser vier um die Felder kleben, alle im Bild; der Plan wird ohne ihn gespeichert.",
    "codes-sizes": "Die Codes sind nicht gleich groß: auf ein Blatt drucken, flach aufkleben. Der Plan wird ohne sie gespeichert.",
    "codes-cells": "Ein Code liegt auf den Feldern: daneben aufkleben. Der Plan wird ohne Codes gespeichert.",
    "codes-boards": "Codes mehrerer Pläne sind zu sehen: einen Plan allein fotografieren. Der Plan wird ohne Codes gespeichert.",
    "saved-codes": "mit seinen Codes",
  },
};

addWords(WORDS);
