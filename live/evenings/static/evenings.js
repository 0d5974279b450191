// The evenings' page: who plays here and what they reached, every game with its replay, and people put right.

import { byId, element } from "./elements.js";
import { eveningWord, translateEvenings } from "./evenings-words.js";
import { openPerson, personTrouble } from "./evenings-person.js";
import { inkOn, number } from "./scores.js";
import { send } from "./stream.js";
import { languageNow, otherLanguage, switchLanguage, word } from "./words.js";

const TWO = "boardsight-two-people"; // pairs of which somebody has said that they are two, on this device
let shown = null;

async function load() {
  const got = await fetch(`/api/v1/evenings?lang=${languageNow()}`).catch(() => null);
  if (!got) return tell(eveningWord("away"));
  const value = await got.json();
  if (!got.ok) return tell(value.error);
  tell("");
  show(value);
}

function tell(sentence) {
  byId("trouble").textContent = sentence;
  byId("trouble").hidden = !sentence;
}

function show(value) {
  shown = value;
  showPeople();
  showGames();
  showAlike();
  if (value.troubles.length) tell(value.troubles.map((one) => one.message).join(" "));
}

/** Do what somebody wishes; the answer is everything as it is now. Gives whether it was done. */
async function wish(path, body, onTrouble = tell) {
  try {
    const told = await send(path, body);
    show(told);
    onTrouble("");
    return told;
  } catch (error) {
    onTrouble(error.message === "unanswered" ? eveningWord("away") : error.message);
    return null;
  }
}

export const gamesWords = (count) => (count === 1 ? eveningWord("one-game") : eveningWord("n-games", { n: count }));

function showPeople() {
  const ranked = [...shown.people].sort((a, b) => b.wins - a.wins || b.games - a.games || a.name.localeCompare(b.name));
  const entries = ranked.map((person) => element("li", {}, element(
    "button",
    { type: "button", colour: person.colour, onclick: () => openPerson(person.id, shown, wish) },
    initial(person),
    element("span", { class: "name" }, person.name),
    element("span", { class: "line" }, person.games ? `${gamesWords(person.games)} · ${timeWords(person.minutes)} · ${eveningWord("longest")} ${person.longest_streak}` : eveningWord("no-finished")),
    element("span", { class: "wins" }, String(person.wins), element("small", {}, ` ${eveningWord("wins").toLowerCase()}`)),
  )));
  byId("people-list").replaceChildren(...(entries.length ? entries : [element("li", { class: "soft" }, eveningWord("no-people"))]));
}

/** The first letter of a name on the person's colour. */
export function initial(person) {
  const sign = element("span", { class: "initial", "aria-hidden": "true", colour: person.colour }, [...person.name][0] ?? "?");
  sign.style.setProperty("color", inkOn(person.colour));
  return sign;
}

function showGames() {
  const evenings = new Map();
  for (const game of shown.games) evenings.set(game.evening, [...(evenings.get(game.evening) ?? []), game]);
  const nodes = [...evenings].map(([day, games]) => element(
    "article", { class: "evening" },
    element("h3", {}, dayWords(day), " ", element("span", {}, eveningSum(games))),
    element("ul", {}, ...games.map(gameEntry)),
  ));
  byId("games-list").replaceChildren(...(nodes.length ? nodes : [element("p", { class: "soft" }, eveningWord("no-games"))]));
}

const dayWords = (day) => (day ? new Date(`${day}T12:00`).toLocaleDateString(languageNow(), { weekday: "long", year: "numeric", month: "long", day: "numeric" }) : eveningWord("undated"));

function eveningSum(games) {
  const minutes = games.reduce((sum, game) => sum + (game.minutes ?? 0), 0);
  return [gamesWords(games.length), minutes ? timeWords(minutes) : ""].filter(Boolean).join(" · ");
}

export const timeWords = (minutes) => (minutes < 100 ? eveningWord("minutes", { n: Math.round(minutes) }) : eveningWord("hours", { n: (minutes / 60).toLocaleString(languageNow(), { maximumFractionDigits: 1 }) }));

function gameEntry(game) {
  const colours = new Map(shown.people.map((person) => [person.id, person]));
  const asked = encodeURIComponent(game.file);
  const players = [...game.players].sort((a, b) => b.winner - a.winner || b.score - a.score).map((player) => {
    const person = colours.get(player.person);
    return element("li", { class: player.winner ? "won" : "", colour: person?.colour }, person?.name ?? player.name, element("b", {}, number(player.score)));
  });
  const said = [game.over ? null : eveningWord("not-over"), game.minutes ? timeWords(game.minutes) : null, eveningWord("n-moves", { n: game.moves })];
  return element(
    "li", { class: "played" },
    element(
      "div", { class: "what" }, element("b", {}, game.title), element("span", { class: "soft" }, said.filter(Boolean).join(" · ")),
      element(
        "span", { class: "links" },
        element("a", { href: `/replay?record=${asked}`, "aria-label": `${word("replay")}: ${game.title}, ${game.began || game.file}` }, word("replay")),
        element("a", { href: `/api/v1/souvenir.pdf?record=${asked}&lang=${languageNow()}`, "aria-label": `${eveningWord("souvenir")}: ${game.title}, ${game.began || game.file}` }, eveningWord("souvenir")),
        shown.bg_stats && game.over ? element("button", { type: "button", onclick: () => openCode(asked) }, eveningWord("bg-stats")) : null,
      ),
    ),
    element("ul", { class: "results" }, ...players),
  );
}

function openCode(asked) {
  byId("code-image").src = `/api/v1/bg-stats.svg?record=${asked}`;
  byId("code-link").href = `/api/v1/bg-stats?record=${asked}`;
  byId("code").showModal();
}

/** Names that look like one misspelt; a "no" is remembered on this device. */
function showAlike() {
  const two = remembered();
  const people = new Map(shown.people.map((person) => [person.id, person]));
  const asked = shown.alike.filter((pair) => !two.includes(namesOf(pair, people)));
  byId("alike").replaceChildren(...asked.map(([a, b]) => element(
    "p", {},
    element("span", {}, eveningWord("one-person", { a: people.get(a).name, b: people.get(b).name })),
    element("button", { type: "button", class: "main", onclick: () => wish("merge", mergeOf(people.get(a), people.get(b))) }, eveningWord("yes-one")),
    element("button", { type: "button", onclick: () => remember(namesOf([a, b], people)) }, eveningWord("no-two")),
  )));
}

/** Whoever has played less goes into the other. */
const mergeOf = (a, b) => (a.games < b.games ? { of: a.id, into: b.id } : { of: b.id, into: a.id });
const namesOf = (pair, people) => pair.map((id) => people.get(id).name).sort().join(" / ");

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(TWO) ?? "[]");
  } catch {
    return [];
  }
}

function remember(names) {
  try {
    localStorage.setItem(TWO, JSON.stringify([...remembered(), names]));
  } catch {
    // this page may remember nothing: the question comes again with the next visit
  }
  showAlike();
}

function speak() {
  translateEvenings();
  byId("language").textContent = otherLanguage().toUpperCase();
  document.title = `${eveningWord("evenings")} – Boardsight`;
  load();
}

byId("language").addEventListener("click", () => {
  switchLanguage();
  speak();
});
byId("person-close").addEventListener("click", () => byId("person").close());
byId("code-close").addEventListener("click", () => byId("code").close());
byId("person").addEventListener("close", () => personTrouble(""));
speak();
