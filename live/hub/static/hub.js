// The hub's page: the wall, search and filters, one table large, standings and results; kept fresh by events.

import { byId, element } from "./elements.js";
import { hubWord, translateHub } from "./hub-words.js";
import { closeLarge, openLarge, refreshLarge } from "./large.js";
import { loadPeople, loadStandings, loadResults } from "./lists.js";
import { languageNow, otherLanguage, switchLanguage, translatePage } from "./words.js";
import { WallView } from "./wall.js";

const GROUPS = {
  all: () => true,
  playing: (table) => ["playing", "waiting", "paused", "asks"].includes(table.stands),
  asks: (table) => table.asks > 0 && table.stands !== "over" && table.stands !== "offline",
  trouble: (table) => NEED.indexOf(table.stands) >= 1 && NEED.indexOf(table.stands) <= 5 || table.warnings?.length > 0,
  over: (table) => table.stands === "over",
};
const NEED = ["asks", "conflict", "unreadable", "blind", "silent", "offline", "paused", "waiting", "playing", "over"];
const FEW = 8; // so many tables need no search and no order on a phone
const ORDERS = ["by-name", "by-need", "by-progress"];
const DENSITIES = ["fitting", "large", "normal", "dense"];

const wishes = new URLSearchParams(location.search);
const view = {
  group: wishes.get("filter") in GROUPS ? wishes.get("filter") : "all",
  order: ORDERS.includes(wishes.get("order")) ? wishes.get("order") : "by-name",
  size: DENSITIES.includes(wishes.get("size")) ? wishes.get("size") : "fitting",
  query: wishes.get("search") ?? "",
  shown: ["standings", "people", "results"].includes(wishes.get("view")) ? wishes.get("view") : "tables",
};
const wall = new WallView(byId("wall"), (name) => (location.hash = `table=${encodeURIComponent(name)}`));
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;
let hub = {};
let ahead = 0; // by how many ms the hub's clock is ahead of this device's
let changed = new Set();
let anew = true; // the order has to be made anew
let scheduled = false;
wall.clock = () => Date.now() + ahead;

function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(show);
}

function show() {
  scheduled = false;
  if (anew) arrange();
  wall.refresh(changed);
  refreshLarge(wall.tables, changed);
  if (changed.size && byId(view.shown).dataset.awaits) loadLists();
  const news = [...changed].map((name) => [name, wall.tables.get(name)?.n ?? 0]);
  changed = new Set();
  document.dispatchEvent(new CustomEvent("wall-shown", { detail: news }));
}

/** Which tables are shown, in which order, and how many there are of each group. */
function arrange() {
  anew = false;
  const tables = [...wall.tables.values()];
  showFilters(tables);
  document.body.dataset.few = tables.length <= FEW && ["tables", "standings"].includes(view.shown) && view.group === "all" && !view.query ? "yes" : "";
  const words = view.query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fitting = tables.filter((table) => GROUPS[view.group](table) && words.every((one) => searched(table).includes(one)));
  const first = {
    "by-name": () => 0,
    "by-need": (a, b) => NEED.indexOf(a.stands) - NEED.indexOf(b.stands),
    "by-progress": (a, b) => (b.last?.n ?? 0) - (a.last?.n ?? 0),
  }[view.order];
  wall.arrange(fitting.sort((a, b) => first(a, b) || byName(a.table, b.table)).map((table) => table.table));
  const empty = byId("empty");
  empty.hidden = fitting.length > 0;
  if (!empty.hidden) {
    const start = element("code", {}, "boardsight play … --mqtt mqtt://HOST --table NAME");
    empty.replaceChildren(...(tables.length ? [hubWord("nomatch")] : [hubWord("notables"), " ", hubWord("started"), " ", start]));
  }
}

const searched = (table) =>
  [table.table, table.title, table.game, hubWord(table.stands), ...(table.players ?? []).map((player) => player.name)].join(" ").toLocaleLowerCase();

function showFilters(tables) {
  const place = byId("filters");
  if (!place.children.length) {
    for (const group of Object.keys(GROUPS)) {
      const button = element("button", { type: "button", "data-group": group, onclick: () => choose({ group }) }, "");
      place.append(button);
    }
  }
  for (const button of place.children) {
    const group = button.dataset.group;
    const text = `${hubWord(group)} ${tables.filter(GROUPS[group]).length}`;
    if (button.textContent !== text) button.textContent = text;
    button.setAttribute("aria-pressed", String(view.group === group));
  }
}

function choose(wish) {
  Object.assign(view, wish);
  anew = true;
  wall.setSize(view.size);
  byId("density").textContent = `${hubWord("density")}: ${hubWord(view.size)}`;
  byId("order").value = view.order;
  for (const tab of document.querySelectorAll("#views button")) {
    const isShown = tab.dataset.view === view.shown;
    tab.setAttribute("aria-selected", String(isShown));
    byId(tab.dataset.view).hidden = !isShown;
  }
  if (view.shown !== "tables") loadLists(true);
  const address = new URLSearchParams(location.search);
  for (const [key, value, usual] of [
    ["filter", view.group, "all"], ["order", view.order, "by-name"], ["size", view.size, "fitting"],
    ["search", view.query, ""], ["view", view.shown, "tables"],
  ]) value === usual ? address.delete(key) : address.set(key, value);
  history.replaceState(null, "", `${location.pathname}${address.size ? `?${address}` : ""}${location.hash}`);
  schedule();
}

function merge(tables, gone) {
  for (const name of gone) anew = wall.tables.delete(name) || anew;
  for (const table of tables) {
    const before = wall.tables.get(table.table);
    if (!before || before.stands !== table.stands || before.asks !== table.asks || Boolean(before.warnings) !== Boolean(table.warnings)) anew = true;
    if (view.order === "by-progress" && before?.last?.n !== table.last?.n) anew = true;
    if (view.query && JSON.stringify(before?.players?.map((one) => one.name)) !== JSON.stringify(table.players?.map((one) => one.name))) anew = true;
    wall.tables.set(table.table, table);
    changed.add(table.table);
  }
  schedule();
}

function showHub() {
  byId("title").textContent = hub.tournament || "Boardsight";
  document.title = `${hub.tournament || hubWord("tables")} – Boardsight`;
  const pill = byId("broker");
  pill.textContent = hub.broker ? hub.broker : hubWord("connected");
  pill.className = `pill ${hub.broker ? "lost" : "watching"}`;
  const notices = [];
  if (hub.database) notices.push(hubWord("database", hub.database, hub.waiting));
  if (hub.other_versions?.length) notices.push(hubWord("versions", hub.other_versions.join(", ")));
  if (hub.too_many) notices.push(hubWord("toomany"));
  byId("notices").replaceChildren(...notices.map((text) => element("p", {}, text)));
}

let loadedAt = 0;
let loading = 0;
/** Standings and results are fetched where they are looked at, every two seconds at most. */
function loadLists(atOnce = false) {
  clearTimeout(loading);
  const load = () => {
    loadedAt = Date.now();
    if (view.shown === "standings") loadStandings(byId("standings"), wall.tables);
    if (view.shown === "people") loadPeople(byId("people"), view.query, wall.tables);
    if (view.shown === "results") loadResults(byId("results"), view.query);
  };
  loading = setTimeout(load, atOnce ? 0 : Math.max(0, 2000 - (Date.now() - loadedAt)));
}

let source = null;
function follow() {
  source?.close();
  const mine = new EventSource(`/api/v1/events?lang=${languageNow()}`);
  source = mine;
  mine.addEventListener("wall", (event) => {
    const { tables } = JSON.parse(event.data);
    const here = new Set(tables.map((table) => table.table));
    merge(tables, [...wall.tables.keys()].filter((name) => !here.has(name)));
  });
  mine.addEventListener("tables", (event) => {
    const { tables, gone } = JSON.parse(event.data);
    merge(tables, gone);
  });
  mine.addEventListener("hub", (event) => {
    const before = hub.results;
    hub = JSON.parse(event.data);
    ahead = hub.now_ms - Date.now();
    showHub();
    if (before !== hub.results) loadLists();
  });
  mine.addEventListener("open", () => (byId("away").hidden = true));
  mine.addEventListener("error", () => {
    byId("away").textContent = hubWord("away");
    byId("away").hidden = false;
    if (mine === source && mine.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  });
}

/** On a screen that nobody scrolls: one screenful after the other, ?roll=SECONDS. */
function roll(seconds) {
  setInterval(() => {
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 4;
    scrollTo({ top: isAtEnd ? 0 : scrollY + wall.rowsSeen() * wall.step });
  }, seconds * 1000);
}

function speak() {
  document.documentElement.lang = languageNow();
  translatePage();
  translateHub();
  byId("language").textContent = otherLanguage().toUpperCase();
  byId("search").placeholder = hubWord("search");
  byId("order").replaceChildren(...ORDERS.map((order) => element("option", { value: order }, hubWord(order))));
  showHub();
  wall.refreshAll();
  choose({});
}

for (const tab of document.querySelectorAll("#views button")) tab.addEventListener("click", () => choose({ shown: tab.dataset.view }));
byId("order").addEventListener("change", (event) => choose({ order: event.target.value }));
byId("density").addEventListener("click", () => choose({ size: DENSITIES[(DENSITIES.indexOf(view.size) + 1) % DENSITIES.length] }));
byId("search").value = view.query;
byId("search").addEventListener("input", (event) => choose({ query: event.target.value }));
byId("language").addEventListener("click", () => {
  switchLanguage();
  speak();
  follow(); // what the tables say comes anew in this language
});
const openNamed = () => {
  const name = new URLSearchParams(location.hash.slice(1)).get("table");
  if (name) openLarge(name, wall.tables.get(name));
  else closeLarge();
};
addEventListener("hashchange", openNamed);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("large").open) return;
  if (event.target.matches("input, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    choose({ shown: "tables" });
    byId("search").focus();
  }
  const views = { 1: "tables", 2: "standings", 3: "people", 4: "results" };
  if (event.key in views) choose({ shown: views[event.key] });
  if (event.key === "d") byId("density").click();
  if (view.shown === "tables" && document.activeElement === document.body) wall.begin(event);
});
byId("broker").textContent = hubWord("searching");
speak();
follow();
openNamed();
const seconds = Number(wishes.get("roll"));
if (seconds >= 2) roll(seconds);
