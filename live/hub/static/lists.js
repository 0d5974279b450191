// Standings and results as tables, with their downloads.

import { element } from "./elements.js";
import { hubWord } from "./hub-words.js";
import { languageNow } from "./words.js";
import { send } from "./stream.js";

/** Fetch and show the standings. */
export async function loadStandings(place, tables) {
  const got = await fetch("/api/v1/standings").then((answer) => answer.json()).catch(() => null);
  if (!got) return;
  const rules = got.tie_breaks.filter((rule) => rule !== "direct");
  const rounds = Math.max(got.rounds.length, ...got.standings.map((line) => line.rounds.length), 0);
  const titles = Array.from({ length: rounds }, (_, index) => got.rounds[index] ?? `${hubWord("round")} ${index + 1}`);
  const columns = [...new Set(["games", "wins", ...rules])];
  const head = ["place", "player", "points"].map((key) => element("th", { class: key }, hubWord(key)));
  head.push(...columns.map((key) => element("th", {}, hubWord(key))), ...titles.map((title) => element("th", { class: "round" }, title)));
  const rows = got.standings.map((line) =>
    element(
      "tr",
      {},
      element("td", { class: "place" }, String(line.place)),
      element("th", { scope: "row", class: "player" }, line.player),
      element("td", { class: "points" }, number(line.points)),
      ...columns.map((key) => element("td", {}, key === "share" ? percent(line.share) : number(line[key]))),
      ...titles.map((_, index) => element("td", { class: "round" }, number(line.rounds[index]))),
    ),
  );
  const order = got.tie_breaks.length ? element("p", { class: "hint" }, `${hubWord("tiebreaks")} ${got.tie_breaks.map((rule) => hubWord(rule)).join(", ")}`) : null;
  place.replaceChildren(...[...(rows.length ? [downloads("standings"), grid(head, rows)] : runningGames(tables)), order].filter(Boolean));
  place.dataset.awaits = rows.length ? "" : "yes";
}

/** Fetch and show what everybody reached, those only whose names fit what is searched. */
export async function loadPeople(place, query, tables) {
  const got = await fetch("/api/v1/people").then((answer) => answer.json()).catch(() => null);
  if (!got) return;
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fitting = got.people.filter((one) => words.every((each) => one.name.toLocaleLowerCase().includes(each)));
  const head = ["player", "games", "wins", "share", "longest", "averages", "against"].map((key) => element("th", { class: key === "player" ? "player" : "" }, hubWord(key)));
  const rows = fitting.map((one) => element(
    "tr", {},
    element("th", { scope: "row", class: "player" }, one.name),
    ...[number(one.games), number(one.wins), percent(one.share), number(one.longest_streak)].map((text) => element("td", {}, text)),
    element("td", {}, names(one.by_game.map((game) => `${game.title} ${number(game.average)}`))),
    element("td", {}, names(one.meetings.slice(0, MEETINGS).map((meeting) => `${meeting.other} ${meeting.ahead} : ${meeting.behind}`))),
  ));
  if (got.people.length) place.replaceChildren(rows.length ? grid(head, rows) : element("p", { class: "none" }, hubWord("noone")));
  else place.replaceChildren(...runningGames(tables));
  place.dataset.awaits = got.people.length ? "" : "yes";
}

/** Before the first game ends: how the tables stand. */
function runningGames(tables) {
  const running = [...tables.values()].filter((table) => table.players?.length).sort((a, b) => byName(a.table, b.table));
  if (!running.length) return [element("p", { class: "none" }, hubWord("noresults"))];
  const head = ["table", "game", "player"].map((key) => element("th", { class: "left" }, hubWord(key)));
  const rows = running.map((table) => {
    const players = [...table.players].sort((a, b) => b.total - a.total);
    const names = players.map((one) => element("li", {}, `${one.name} `, element("b", {}, number(one.total))));
    return element("tr", {}, element("th", { scope: "row" }, table.table), element("td", { class: "left" }, table.title), element("td", { class: "left" }, element("ol", { class: "names" }, ...names)));
  });
  return [element("p", { class: "hint" }, `${hubWord("noresults")} ${hubWord("until-then")}`), grid(head, rows)];
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;

const MEETINGS = 6; // a person's, those met most often
const names = (texts) => element("ul", { class: "names" }, ...texts.map((text) => element("li", {}, text)));

/** Fetch and show the results, the newest first, those only that fit what is searched. */
export async function loadResults(place, query) {
  const got = await fetch("/api/v1/results").then((answer) => answer.json()).catch(() => null);
  if (!got) return;
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (result) => {
    const text = [result.table, result.title, ...result.players.map((one) => one.name)].join(" ").toLocaleLowerCase();
    return words.every((one) => text.includes(one));
  };
  const newest = got.results.filter(fits).sort((a, b) => b.over - a.over || (a.changed_at < b.changed_at ? 1 : -1)).slice(0, 500);
  const problem = element("p", { class: "problem", role: "alert" }, "");
  const rows = newest.map((result) => resultRow(result, problem, () => loadResults(place, query)));
  const head = ["ended", "table", "game", "player", "counts"].map((key) => element("th", {}, hubWord(key)));
  place.replaceChildren(downloads("results"), problem, rows.length ? grid(head, rows) : element("p", { class: "none" }, hubWord("noresults")));
}

function resultRow(result, problem, reload) {
  const players = [...result.players].sort((a, b) => a.place - b.place);
  const names = players.map((one) => element("li", { class: one.winner ? "winner" : "" }, `${one.place}. ${one.name} `, element("b", {}, String(one.score)), one.winner ? " ★" : ""));
  const toggle = async () => {
    try {
      await send("results", { table: result.table, game_id: result.game_id, counts: !result.counts });
      reload();
    } catch (error) {
      problem.textContent = `${error.message} – ${hubWord("change")}`;
    }
  };
  const button = element("button", { type: "button", "aria-pressed": String(result.counts), onclick: toggle }, hubWord(result.counts ? "counts" : "aside"));
  const locale = navigator.language.startsWith(languageNow()) ? navigator.language : languageNow();
  const when = new Date(result.changed_at).toLocaleString(locale, { dateStyle: "short", timeStyle: "short" });
  return element(
    "tr",
    { class: result.counts ? "" : "aside" },
    element("td", {}, result.over ? when : hubWord("running")),
    element("th", { scope: "row" }, result.table),
    element("td", {}, result.title),
    element("td", {}, element("ol", { class: "names" }, ...names)),
    element("td", {}, result.over ? button : ""),
  );
}

const grid = (head, rows) => element("div", { class: "scrolls" }, element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
const downloads = (kind) => element("p", { class: "downloads" }, element("a", { href: `/api/v1/${kind}.csv` }, "CSV"), element("a", { href: `/api/v1/${kind}` }, "JSON"));
const number = (value) => (value === null || value === undefined ? "–" : String(value).replace("-", "−"));
const percent = (share) => `${(share * 100).toFixed(1)} %`;
