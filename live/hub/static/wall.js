// The wall of tables: only the cards that can be seen exist, whatever the number of tables.

import { Card } from "./card.js";

const SIZES = { large: [27, 17.6], normal: [17, 12], dense: [9.6, 3.3] }; // least width and height in rem
const LETTERS = { large: 1.5, normal: 1, dense: 0.8 }; // rem, on cards of the least size
const LEAST_SCALE = 0.85; // so much smaller cards with names may become before names are left out
const TALLEST = 1.25; // so much higher than its letters ask for a card may be
const FITTING = ["large", "normal", "dense"]; // the largest of these that fits is taken where nobody has chosen
const BOARD = { width: 21, height: 25, below: 15, beside: 20 }; // rem: the least card with its board; what stands below it, or beside it
const BOTTOM = 2.2; // rem below the last card
const NARROW = 60; // rem: on a phone people scroll, and cards are no smaller than normal
const GAP = 0.6;
const ROWS_BEYOND = 1; // above and below what is seen, so that scrolling shows no holes

export class WallView {
  constructor(place, onOpen) {
    this.place = place;
    this.onOpen = onOpen;
    this.tables = new Map();
    this.order = [];
    this.cards = new Map(); // table -> its card, for the tables that can be seen
    this.spare = [];
    this.size = "fitting";
    this.clock = () => Date.now();
    this.columns = 1;
    this.boards = null; // how cards with their boards are laid out, where there is room for them
    new ResizeObserver(() => this.layOut()).observe(place);
    addEventListener("scroll", () => this.layOut(), { passive: true });
    addEventListener("resize", () => this.layOut());
    place.addEventListener("keydown", (event) => this.key(event));
    setInterval(() => this.showAges(), 5000);
  }

  /** Show these tables in this order. */
  arrange(order) {
    this.order = order;
    this.layOut();
  }

  setSize(size) {
    this.size = size;
    this.layOut();
  }

  /** Some tables have changed: those that can be seen are filled anew. */
  refresh(names) {
    const now = this.clock();
    for (const name of names) {
      const data = this.tables.get(name);
      if (data) this.cards.get(name)?.show(data, now, this.boards !== null);
    }
  }

  refreshAll() {
    this.refresh(this.cards.keys());
  }

  showAges() {
    const now = this.clock();
    for (const [name, card] of this.cards) {
      const data = this.tables.get(name);
      if (data) card.showAge(data, now);
    }
  }

  /** How many rows fit on the screen. */
  rowsSeen() {
    return Math.max(1, Math.floor((innerHeight - Math.max(this.place.getBoundingClientRect().top, 0)) / this.step));
  }

  layOut() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const gap = GAP * rem;
    const width = this.place.clientWidth;
    if (!width) return;
    const before = this.boards;
    this.boards = this.size === "fitting" ? this.withBoards(width, rem) : null;
    const filled = this.size === "fitting" && !this.boards ? this.filling(width, rem) : null;
    const size = this.boards ? "large" : filled?.size ?? (this.size === "fitting" ? this.smallest(rem) : this.size);
    this.place.dataset.size = size;
    this.place.dataset.boards = this.boards?.how ?? "";
    const [leastWidth, least] = SIZES[size].map((value) => value * rem);
    const height = this.boards?.height ?? filled?.height ?? least;
    this.columns = this.boards?.columns ?? filled?.columns ?? Math.max(1, Math.floor((width + gap) / (leastWidth + gap)));
    const cardWidth = (width - gap * (this.columns - 1)) / this.columns;
    const letters = this.boards ? Math.min(2.2, Math.max(1.1, cardWidth / rem / 22)) : LETTERS[size] * (filled?.scale ?? 1);
    this.place.style.setProperty("--card-letters", `${letters}rem`);
    this.step = height + gap;
    const rows = Math.ceil(this.order.length / this.columns);
    this.place.style.height = `${Math.max(0, rows * this.step - gap)}px`;
    this.place.style.setProperty("--card-width", `${cardWidth}px`);
    this.place.style.setProperty("--card-height", `${height}px`);
    const top = -this.place.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(top / this.step) - ROWS_BEYOND);
    const after = Math.min(rows, Math.ceil((top + innerHeight) / this.step) + ROWS_BEYOND);
    this.showRange(first * this.columns, Math.max(0, after) * this.columns, cardWidth + gap);
    if (Boolean(before) !== Boolean(this.boards)) this.refreshAll();
  }

  /** The largest kind of cards with which every table is seen at once, as large as they then become; null where there is none. */
  filling(width, rem) {
    const room = this.room(rem);
    const known = innerWidth / rem < NARROW ? FITTING.slice(0, 1) : FITTING;
    for (const size of known) {
      const [leastWide, leastHigh] = SIZES[size];
      const layouts = this.order.map((_, index) => {
        const columns = index + 1;
        const rows = Math.ceil(this.order.length / columns);
        const [wide, high] = [(width / rem - GAP * (columns - 1)) / columns, (room - GAP * (rows - 1)) / rows];
        const scale = Math.min(wide / leastWide, high / leastHigh);
        return { size, columns, scale, height: Math.min(high, leastHigh * scale * TALLEST) * rem };
      });
      const best = layouts.reduce((one, other) => (other.scale > one.scale ? other : one), layouts[0]);
      if (best?.scale >= (size === "dense" ? 1 : LEAST_SCALE)) return best;
    }
    return null;
  }

  /** The smallest cards there are, among which people scroll. */
  smallest(rem) {
    return innerWidth / rem < NARROW ? "normal" : "dense";
  }

  /** How high the place for all cards is, in rem. */
  room(rem) {
    return (innerHeight - this.place.getBoundingClientRect().top - scrollY) / rem - BOTTOM;
  }

  /** How many columns make the boards largest with every table in sight, how high the cards are, and whether names stand
   *  below or beside the board; null where boards have no room. */
  withBoards(width, rem) {
    if (innerWidth / rem < NARROW || !this.order.length) return null;
    const room = this.room(rem);
    const layouts = this.order.map((_, index) => {
      const columns = index + 1;
      const rows = Math.ceil(this.order.length / columns);
      const [wide, high] = [(width / rem - GAP * (columns - 1)) / columns, (room - GAP * (rows - 1)) / rows];
      const [below, beside] = [Math.min(wide, high - BOARD.below), Math.min(wide - BOARD.beside, high - 4)];
      return { columns, height: high * rem, side: Math.max(below, beside), how: below >= beside ? "above" : "beside", fits: wide >= BOARD.width && high >= (below >= beside ? BOARD.height : 12) };
    });
    return layouts.filter((one) => one.fits).reduce((best, one) => (one.side > (best?.side ?? 0) ? one : best), null);
  }

  showRange(from, to, across) {
    const wanted = this.order.slice(from, to);
    const seen = new Set(wanted);
    for (const [name, card] of this.cards) {
      if (seen.has(name) || (card.node === document.activeElement && this.tables.has(name))) continue;
      card.node.hidden = true;
      this.spare.push(card);
      this.cards.delete(name);
    }
    const now = this.clock();
    wanted.forEach((name, index) => {
      let card = this.cards.get(name);
      if (!card) {
        card = this.spare.pop() ?? this.newCard();
        card.node.hidden = false;
        this.cards.set(name, card);
        card.show(this.tables.get(name), now, this.boards !== null);
      }
      const at = from + index;
      const move = `translate(${(at % this.columns) * across}px, ${Math.floor(at / this.columns) * this.step}px)`;
      if (card.move !== move) card.node.style.transform = card.move = move;
      if (card.at !== at) card.node.setAttribute("aria-posinset", String((card.at = at) + 1));
      card.node.setAttribute("aria-setsize", String(this.order.length));
    });
  }

  newCard() {
    const card = new Card(this.onOpen);
    this.place.append(card.node);
    return card;
  }

  /** Arrow keys go from card to card, Enter opens. */
  key(event) {
    const name = [...this.cards].find(([, card]) => card.node === document.activeElement)?.[0];
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onOpen(name);
      return;
    }
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.columns, ArrowUp: -this.columns, Home: -1e9, End: 1e9 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const at = Math.min(Math.max(this.order.indexOf(name) + steps[event.key], 0), this.order.length - 1);
    this.focus(this.order[at]);
  }

  /** An arrow pressed anywhere begins at the first card that is seen. */
  begin(event) {
    if (!event.key.startsWith("Arrow") || !this.order.length) return;
    event.preventDefault();
    const row = Math.max(0, Math.ceil(-this.place.getBoundingClientRect().top / this.step));
    this.focus(this.order[Math.min(row * this.columns, this.order.length - 1)]);
  }

  focus(name) {
    const row = Math.floor(this.order.indexOf(name) / this.columns);
    const box = this.place.getBoundingClientRect();
    const top = box.top + row * this.step;
    if (top < 0) scrollBy(0, top - 20);
    if (top + this.step > innerHeight) scrollBy(0, top + this.step - innerHeight + 20);
    this.layOut();
    this.cards.get(name)?.node.focus({ preventScroll: true });
  }
}
