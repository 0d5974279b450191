// One table on the wall: made once, then only the letters that change are changed.

import { element } from "./elements.js";
import { hubWord, spanWords } from "./hub-words.js";
import { word } from "./words.js";

/** A sign for how it stands with a table, beside the word and the colour. */
export const SIGNS = {
  playing: "▶", asks: "?", waiting: "○", paused: "‖", blind: "◐", silent: "…", offline: "×", conflict: "≠", over: "✓", unreadable: "!",
};
const MOST_PLAYERS = 6;

/** A card without a table; `show` fills it, as often as needed and with another table too. */
export class Card {
  constructor(onOpen) {
    this.sign = element("span", { class: "sign", "aria-hidden": "true" }, "");
    this.name = element("b", { class: "name" }, "");
    this.word = element("span", { class: "word" }, "");
    this.players = Array.from({ length: MOST_PLAYERS }, () => new PlayerLine());
    this.last = element("p", { class: "last" }, "");
    this.foot = element("footer", {}, "");
    this.board = element("img", { class: "board", alt: "", onload: () => this.showBoard(true), onerror: () => this.showBoard(false) });
    this.people = element("ol", { class: "people" }, ...this.players.map((line) => line.node));
    this.node = element(
      "div",
      { class: "tcard", role: "listitem", tabindex: "0", onclick: () => onOpen(this.table) },
      element("header", {}, this.sign, this.name, this.word),
      this.board,
      this.people,
      this.last,
      this.foot,
    );
    this.table = null;
    this.board.hidden = true;
  }

  /** Show a table's newest state; `withBoard` where there is room for what lies on it. */
  show(data, now, withBoard) {
    const board = withBoard && data.n !== undefined ? `/api/v1/board.svg?${new URLSearchParams({ table: data.table, n: data.n, run: data.run })}` : "";
    if (this.board.getAttribute("src") !== board) this.changeBoard(board);
    this.table = data.table;
    put(this.sign, SIGNS[data.stands] ?? "");
    put(this.name, data.table);
    const stands = data.asks > 1 && data.stands === "asks" ? `${data.asks}× ${hubWord("asks")}` : hubWord(data.stands);
    put(this.word, data.warnings?.length && data.stands !== "conflict" ? `${stands} ⚠` : stands);
    mark(this.node, "stands", data.stands);
    const players = data.players ?? [];
    mark(this.people, "many", players.length > 3 ? "yes" : "no");
    this.players.forEach((line, index) => line.show(players[index], data.over));
    put(this.last, lastWords(data));
    this.showAge(data, now);
  }

  changeBoard(address) {
    if (address) return this.board.setAttribute("src", address); // the one before stays until it is there
    this.board.removeAttribute("src");
    this.showBoard(false);
  }

  showBoard(is) {
    this.board.hidden = !is;
    mark(this.node, "board", is ? "yes" : "no");
  }

  /** What changes by time alone. */
  showAge(data, now) {
    const age = (now - Date.parse(data.heard_at)) / 1000;
    const parts = [data.title, data.last && hubWord("move", data.last.n), age < 60 ? "" : hubWord("quiet", spanWords(age))];
    put(this.foot, parts.filter(Boolean).join(" · "));
  }
}

class PlayerLine {
  constructor() {
    this.seat = element("span", { class: "seat", "aria-hidden": "true" }, "");
    this.who = element("span", { class: "who" }, "");
    this.mark = element("span", { class: "mark" }, "");
    this.total = element("b", { class: "total" }, "");
    this.sofar = element("span", { class: "sofar" }, "");
    this.node = element("li", {}, this.seat, this.who, this.mark, this.sofar, this.total);
    this.colour = "";
    this.node.hidden = true;
  }

  show(player, over) {
    if (this.node.hidden === Boolean(player)) this.node.hidden = !player;
    if (!player) return;
    put(this.seat, String(player.seat));
    put(this.who, player.name);
    put(this.mark, over ? (player.winner ? "★" : "") : player.turn ? "◀" : "");
    put(this.total, String(player.total).replace("-", "−"));
    put(this.sofar, player.total < 0 && !over ? word("so-far") : "");
    mark(this.node, "winner", over && player.winner ? "yes" : "no");
    mark(this.node, "turn", player.turn && !over ? "yes" : "no");
    const colour = /^#[0-9a-f]{6}$/i.test(player.colour) ? player.colour : "#888888";
    if (colour !== this.colour) this.node.style.setProperty("--colour", (this.colour = colour));
  }
}

/** The newest thing to know of a table: a question that waits, what is wrong, or the last move. */
function lastWords(data) {
  if (data.stands === "asks" && data.questions?.length) return data.questions[0];
  if (data.warnings?.length && !data.last) return hubWord(data.warnings[0].code === "unreadable" ? "unreadable" : "trouble");
  if (!data.last) return "";
  const points = data.last.points ? ` ${data.last.points > 0 ? "+" : "−"}${Math.abs(data.last.points)}` : "";
  return `${data.last.player} ${data.last.text}${points}`.trim();
}

function put(node, text) {
  const inside = node.firstChild;
  if (inside.data !== text) inside.data = text;
}

function mark(node, name, value) {
  if (node.dataset[name] !== value) node.dataset[name] = value;
}
