// One person: figures, each game, best moves, points by reason, head to head; and what may be changed.

import { byId, element } from "./elements.js";
import { eveningWord } from "./evenings-words.js";
import { gamesWords, initial, timeWords } from "./evenings.js";
import { number, signed } from "./scores.js";
import { languageNow, word } from "./words.js";

/** Open a person's figures; `wish(path, body, onTrouble)` changes something. */
export async function openPerson(id, shown, wish) {
  const got = await fetch(`/api/v1/people/${id}?lang=${languageNow()}`).catch(() => null);
  const person = got ? await got.json() : null;
  if (!got?.ok) return;
  byId("person-name").replaceChildren(initial(person), person.name);
  byId("person-body").replaceChildren(...figuresOf(person, new Map(shown.people.map((one) => [one.id, one]))));
  byId("person-change").open = false;
  fillForms(person, shown, wish);
  if (!byId("person").open) byId("person").showModal();
}

export function personTrouble(sentence) {
  byId("person-trouble").textContent = sentence;
}

function figuresOf(person, people) {
  if (!person.games) return [element("p", { class: "soft" }, eveningWord("no-finished"))];
  const facts = [
    ["played", person.games], ["wins", `${person.wins} (${percent(person.share)})`], ["streak", person.streak], ["longest", person.longest_streak], ["time", timeWords(person.minutes)],
  ];
  const both = [];
  if (person.best_moves.length) both.push(element("div", {}, element("h3", {}, word("bestmoves")), bestMoves(person)));
  if (person.meetings.length) both.push(element("div", {}, element("h3", {}, eveningWord("head-to-head")), meetingsTable(person, people)));
  return [
    element("dl", { class: "facts" }, ...facts.map(([key, value]) => element("div", {}, element("dt", {}, eveningWord(key)), element("dd", {}, String(value))))),
    element("h3", {}, eveningWord("games")),
    gamesTable(person),
    element("div", { class: "twice" }, ...both),
    element("div", { class: "twice" }, ...person.by_game.filter((one) => one.reasons.length).map((one) => element("div", {}, element("h3", {}, `${eveningWord("by-reason")}: ${one.title}`), reasonsOf(one, person.colour)))),
    ...(person.seat ? [element("p", { class: "soft" }, eveningWord("seat-of", { n: person.seat }))] : []),
  ];
}

const percent = (share) => share.toLocaleString(languageNow(), { style: "percent", maximumFractionDigits: 0 });

function table(name, heads, rows) {
  return element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": eveningWord(name) }, element(
    "table", {},
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, String(cell)))))),
  ));
}

const gamesTable = (person) => table(
  "games",
  ["title-of-game", "played", "wins", "share", "average", "best", "longest"].map((key) => eveningWord(key)),
  person.by_game.map((one) => [one.title, one.games, one.wins, percent(one.share), number(one.average), number(one.best), one.longest_streak]),
);

const meetingsTable = (person, people) => table(
  "head-to-head",
  ["against", "games", "ahead", "behind", "level", "difference"].map((key) => eveningWord(key)),
  person.meetings.map((one) => [people.get(one.other)?.name ?? "?", one.games, one.ahead, one.behind, one.level, signed(one.difference)]),
);

const bestMoves = (person) => element("ul", { class: "best-list" }, ...person.best_moves.map((move) => element(
  "li", {}, element("b", {}, signed(move.points)), element("a", { href: `/replay?record=${encodeURIComponent(move.file)}` }, move.text),
)));

function reasonsOf(one, colour) {
  const most = Math.max(1, ...one.reasons.map((reason) => Math.abs(reason.points)));
  return element("ul", { class: "reasons-list" }, ...one.reasons.map((reason) => {
    const bar = element("span", { class: "bar", colour });
    bar.style.setProperty("--share", String(Math.max(0, reason.points / most)));
    return element("li", {}, element("span", {}, reason.label), element("b", {}, signed(reason.points)), bar);
  }));
}

function fillForms(person, shown, wish) {
  byId("person-form-name").value = person.name;
  byId("person-form-colour").value = person.colour;
  byId("person-form-seat").value = person.seat ?? "";
  const others = shown.people.filter((one) => one.id !== person.id);
  byId("merge-form").hidden = others.length === 0;
  byId("merge-into").replaceChildren(...others.map((one) => element("option", { value: String(one.id) }, `${one.name} (${gamesWords(one.games)})`)));
  byId("spellings").hidden = person.spellings.length < 2;
  byId("spellings").replaceChildren(element("li", {}, `${eveningWord("written-as")}:`), ...person.spellings.map((spelling) => element(
    "li", {}, spelling, element("button", { type: "button", onclick: () => doThenClose("split", { spelling }) }, eveningWord("split")),
  )));
  byId("forget-name").value = "";
  byId("forget-pictures").checked = false;
  async function doThenClose(path, body) {
    if (await wish(path, body, personTrouble)) byId("person").close();
  }
  async function forget(body) {
    const told = await wish("forget", body, personTrouble);
    if (told?.left.length) personTrouble(`${eveningWord("forget-left")} ${told.left.join(", ")}`);
    else if (told) byId("person").close();
  }
  byId("person-form").onsubmit = (event) => {
    event.preventDefault();
    const seat = byId("person-form-seat").value;
    const colour = byId("person-form-colour").value;
    doThenClose("people", { person: person.id, name: byId("person-form-name").value, seat: seat ? Number(seat) : null, ...(colour === person.colour ? {} : { colour }) });
  };
  byId("merge-form").onsubmit = (event) => {
    event.preventDefault();
    doThenClose("merge", { of: person.id, into: Number(byId("merge-into").value) });
  };
  byId("forget-form").onsubmit = (event) => {
    event.preventDefault();
    forget({ person: person.id, name: byId("forget-name").value, pictures: byId("forget-pictures").checked });
  };
}
