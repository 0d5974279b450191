// The page on which a table is set up: what was chosen last stands there already; what the camera sees may decide.

import { byId, element } from "./elements.js";
import { fitToTravel } from "./photo.js";
import { authorised, fetched, send } from "./stream.js";
import { showPieces } from "./setup-pieces.js";
import "./setup-words.js";
import { languageNow, otherLanguage, switchLanguage, translatePage, word } from "./words.js";

const PHONE = "phone";
const ADDRESS = "address";
const PAPER = /^en-(US|CA)$/.test(navigator.language) ? "letter" : "a4"; // what printers hold there
const CARDS_MS = 2000; // between two looks whether a command card was laid
const AGAIN_MS = 500; // between two looks whether the table's page has come
let known = null; // what can be chosen
let chosen = { game: "", players: ["", ""], colours: [], options: {}, cameras: [], displays: [], more: {} };
let found = null; // the game that the camera has seen

const game = () => known.games.find((one) => one.name === chosen.game);

function show() {
  showGames();
  showPlayers();
  showVariants();
  showCameras();
  showDisplays();
  showMore();
  showCommand();
  showOwnPieces();
}

/** What the photograph of own pieces taught is what the game that is begun reads by. */
function showOwnPieces() {
  const [camera] = chosen.cameras;
  showPieces(chosen.game, camera === PHONE ? undefined : camera, (file) => {
    chosen.more.pieces = file;
    showMore();
    showCommand();
  });
}

function pick(name, value, checked, title, note, onchange, mark) {
  const input = element("input", { type: "radio", name, value, checked, onchange });
  return element("label", { class: "pick" }, input, element("b", {}, title), note ? element("small", {}, note) : null, mark ? element("span", { class: "found" }, mark) : null);
}

function showGames() {
  const picks = known.games.map((one) => {
    const [least, most] = one.players;
    const note = `${least === most ? least : `${least}–${most}`} ${word("setup-people")}`;
    const card = pick("game", one.name, one.name === chosen.game, one.title, note, () => choose(one.name), found === one.name ? word("setup-found") : null);
    const at = `/api/v1/setup/games/${one.name}`;
    card.prepend(element("img", { src: `${at}/picture`, alt: "", loading: "lazy" }));
    const sheets = element("a", { class: "sheets", href: `${at}/sheets?paper=${PAPER}`, target: "_blank", rel: "noopener", "aria-label": `${word("setup-print")}: ${one.title}` }, word("setup-print"));
    sheets.onclick = (event) => {
      event.preventDefault();
      import("./setup-print.js").then(({ openPrinting }) => openPrinting(one, sheets.href, PAPER));
    };
    return element("div", { class: "game" }, card, sheets);
  });
  byId("games").replaceChildren(...picks);
  byId("own-game").value = game() ? "" : chosen.game;
}

function choose(name) {
  if (name !== chosen.game) chosen = { ...chosen, game: name, options: {}, colours: [] };
  fitPlayers();
  show();
}

/** As many seats as the game has at least, and no more than it can have. */
function fitPlayers() {
  const [least, most] = game()?.players ?? [1, 12];
  chosen.players = chosen.players.slice(0, most);
  while (chosen.players.length < least) chosen.players.push("");
  const colours = game()?.colours ?? [];
  chosen.colours = colours.length ? chosen.players.map((_, seat) => chosen.colours[seat] ?? colours.find((one) => !chosen.colours.includes(one.name))?.name) : [];
  const free = colours.map((one) => one.name).filter((name) => !chosen.colours.includes(name));
  chosen.colours = chosen.colours.map((name, seat) => (chosen.colours.indexOf(name) === seat ? name : free.shift()));
}

function showPlayers() {
  const colours = game()?.colours ?? [];
  const [least, most] = game()?.players ?? [1, 12];
  const rows = chosen.players.map((name, seat) => {
    const own = colours.find((one) => one.name === chosen.colours[seat]);
    const write = (event) => {
      chosen.players[seat] = event.target.value;
      showKnown();
      showCommand();
    };
    const dye = (event) => {
      chosen.colours[seat] = event.target.value;
      fitPlayers();
      showPlayers();
      showCommand();
    };
    const options = colours.map((one) => element("option", { value: one.name, selected: one.name === chosen.colours[seat] }, word(one.name)));
    return element(
      "li",
      {},
      element("span", { class: "seat", colour: own?.hex ?? game()?.seats[seat] ?? "#56616c", "aria-hidden": "true" }, String(seat + 1)),
      element("input", { value: name, maxlength: 40, list: "names", placeholder: `${word("player")} ${seat + 1}`, "aria-label": `${word("player")} ${seat + 1}`, oninput: write }),
      colours.length ? element("select", { "aria-label": word("setup-colour"), onchange: dye }, ...options) : element("span", {}),
      element("button", { type: "button", disabled: seat === 0, "aria-label": word("setup-earlier"), title: word("setup-earlier"), onclick: () => swap(seat) }, "↑"),
      element("button", { type: "button", disabled: chosen.players.length <= least, "aria-label": word("setup-remove"), title: word("setup-remove"), onclick: () => leave(seat) }, "×"),
    );
  });
  byId("players").replaceChildren(...rows);
  byId("add-player").hidden = chosen.players.length >= most;
  byId("names").replaceChildren(...known.names.map((name) => element("option", { value: name })));
  showKnown();
}

/** Who has played before and has no seat yet: one press seats them. */
function showKnown() {
  const away = known.names.filter((name) => !chosen.players.includes(name)).slice(0, 8);
  byId("known").replaceChildren(...away.map((name) => element("button", { type: "button", onclick: () => seat(name) }, `+ ${name}`)));
}

function seat(name) {
  const free = chosen.players.findIndex((other) => !other.trim());
  if (free >= 0) chosen.players[free] = name;
  else chosen.players.push(name);
  fitPlayers();
  showPlayers();
  showCommand();
}

function swap(at) {
  for (const list of [chosen.players, chosen.colours]) if (list.length > at) [list[at - 1], list[at]] = [list[at], list[at - 1]];
  showPlayers();
  showCommand();
}

function leave(at) {
  chosen.players.splice(at, 1);
  chosen.colours.splice(at, 1);
  fitPlayers();
  showPlayers();
  showCommand();
}

function showVariants() {
  const fields = (game()?.options ?? []).map((option) => variant(option));
  byId("variants").replaceChildren(...fields);
  byId("variants-section").hidden = fields.length === 0;
}

function vary(name, value) {
  if (value) chosen.options[name] = value;
  else delete chosen.options[name];
  showCommand();
}

function variant({ name, label, shape, file, values }) {
  const now = chosen.options[name] ?? "";
  if (shape === "flag") {
    const tick = element("input", { type: "checkbox", checked: now === "true", onchange: (event) => vary(name, event.target.checked ? "true" : "") });
    return element("label", { class: "tick" }, tick, element("span", {}, label));
  }
  if (shape === "list") {
    const taken = new Set(now.split(",").filter(Boolean));
    const ticks = values.map((one) => {
      const onchange = (event) => {
        if (event.target.checked) taken.add(one.value);
        else taken.delete(one.value);
        vary(name, values.map((each) => each.value).filter((value) => taken.has(value)).join(","));
      };
      return element("label", { class: "tick" }, element("input", { type: "checkbox", checked: taken.has(one.value), onchange }), element("span", {}, one.label));
    });
    return element("fieldset", {}, element("legend", {}, label), ...ticks);
  }
  if (shape === "file") {
    return element("label", {}, element("span", {}, label), element("input", { value: now, placeholder: "….toml", maxlength: 300, oninput: (event) => vary(name, event.target.value.trim()) }));
  }
  const options = values.map((one, at) => element("option", { value: at === 0 ? "" : one.value, selected: now === one.value }, one.label));
  const own = now.endsWith(".toml") ? now : "";
  if (file) options.push(element("option", { value: "file", selected: Boolean(own) }, word("setup-file")));
  const path = element("input", { value: own, placeholder: "….toml", hidden: !own, maxlength: 300, oninput: (event) => vary(name, event.target.value.trim()) });
  const onchange = (event) => {
    path.hidden = event.target.value !== "file";
    vary(name, event.target.value === "file" ? path.value.trim() : event.target.value);
  };
  return element("label", {}, element("span", {}, label), element("span", {}, element("select", { onchange }, ...options), path));
}

function showCameras() {
  const wanted = chosen.cameras[0] ?? "";
  const listed = known.cameras.map((camera) => [camera.words, camera.name, ""]);
  const other = wanted && wanted !== PHONE && !known.cameras.some((camera) => camera.words === wanted);
  listed.push([PHONE, word("setup-phone"), word("setup-phone-note")], [ADDRESS, word("setup-other"), word("setup-other-note")]);
  byId("cameras").replaceChildren(
    ...listed.map(([words, name, note]) => pick("camera", words, words === (other ? ADDRESS : wanted), name, note, () => film(words))),
  );
  byId("address-line").hidden = !(other || byId("cameras").querySelector(`[value=${ADDRESS}]`).checked);
  if (other) byId("address").value = chosen.cameras.join(" ");
  byId("look").disabled = !wanted || wanted === PHONE;
}

function film(words) {
  if (words === ADDRESS) {
    byId("address-line").hidden = false;
    chosen.cameras = byId("address").value.trim().split(/\s+/).filter(Boolean);
  } else {
    byId("address-line").hidden = true;
    chosen.cameras = [words];
  }
  byId("look").disabled = !chosen.cameras.length || words === PHONE;
  showCommand();
  showOwnPieces();
  if (words !== ADDRESS && words !== PHONE) look();
  if (words === PHONE) say(word("setup-phone-hint"));
}

function showDisplays() {
  const ticks = known.displays.map((display) => {
    const onchange = (event) => {
      chosen.displays = chosen.displays.filter((url) => url !== display.url);
      if (event.target.checked) chosen.displays.push(display.url);
      showCommand();
    };
    const tick = element("input", { type: "checkbox", checked: chosen.displays.includes(display.url), onchange });
    return element("label", { class: "pick" }, tick, element("b", {}, display.name), element("small", {}, display.message || display.url));
  });
  byId("displays").replaceChildren(...ticks);
  byId("display").value = chosen.displays.filter((url) => !known.displays.some((one) => one.url === url)).join(" ");
}

function showMore() {
  const fields = known.more.map(({ name, label, flag, holds }) => {
    const now = chosen.more[name];
    const put = (value) => {
      if (value) chosen.more[name] = value;
      else delete chosen.more[name];
      showCommand();
    };
    if (flag) {
      const tick = element("input", { type: "checkbox", checked: now === true, onchange: (event) => put(event.target.checked) });
      return element("label", { class: "tick" }, tick, element("span", {}, label));
    }
    return element("label", {}, element("span", {}, label), element("input", { value: now ?? "", placeholder: holds, maxlength: 300, oninput: (event) => put(event.target.value.trim()) }));
  });
  byId("more").replaceChildren(...fields);
}

const wanted = () => {
  const players = chosen.players.map((name) => name.trim()).filter(Boolean);
  return { ...chosen, players, colours: players.length === chosen.players.length ? chosen.colours : [] };
};

let asked = 0;
async function showCommand() {
  const missing = [!chosen.game && "setup-no-game", !wanted().players.length && "setup-no-players", !chosen.cameras.length && "setup-no-camera"];
  byId("missing").textContent = missing.filter(Boolean).map((key) => word(key)).join(" · ");
  byId("begin").disabled = !chosen.game;
  if (!chosen.game) return;
  const mine = ++asked;
  const told = await send("setup/words", wanted()).catch(() => null);
  if (told && mine === asked) byId("words").textContent = told.command;
}

function say(sentence, well = false) {
  byId("seen-words").textContent = sentence;
  byId("seen-words").className = well && byId("away").hidden ? "well" : ""; // nothing green below what is wrong
}

async function look() {
  const [camera] = chosen.cameras;
  if (!camera) return;
  say(word("setup-looking"));
  await seen(() => send("setup/look", { camera }));
}

async function seen(ask) {
  try {
    const told = await ask();
    byId("seen").src = told.picture;
    byId("seen").hidden = false;
    if (told.game) {
      found = told.game;
      const fresh = told.game !== chosen.game;
      choose(told.game);
      while (chosen.players.length < told.seats) chosen.players.push("");
      if (fresh) for (const [name, value] of Object.entries(told.options)) if (game().options.some((one) => one.name === name && one.values.slice(1).some((each) => each.value === value))) chosen.options[name] = value;
      fitPlayers();
      show();
    }
    const wrong = told.aiming?.wrong?.[0];
    const advice = wrong ? [wrong.message, wrong.mend].filter(Boolean).join(" → ") : "";
    const title = told.game ? `${game().title}: ` : "";
    say(told.message || (advice ? title + advice : title + word("setup-sees")), Boolean(told.game) && !advice && !told.message);
  } catch (error) {
    byId("seen").hidden = true;
    say(error.message);
  }
}

async function photo(file) {
  if (!file) return;
  trouble("");
  say(word("photo-sent"));
  await seen(async () => {
    const fit = await fitToTravel(file);
    const headers = await authorised({ "content-type": fit.type.startsWith("image/") ? fit.type : "image/jpeg" });
    const answer = await fetch(`/api/v1/photos?lang=${languageNow()}`, { method: "POST", headers, body: fit });
    const value = await answer.json();
    if (!answer.ok) throw new Error(value.error);
    return value;
  });
}

function trouble(sentence) {
  byId("away").textContent = sentence;
  byId("away").hidden = !sentence;
  if (sentence) scrollTo({ top: 0, behavior: "smooth" });
}

/** Begin an evening or a demo, and go to the table's page; what keeps it from beginning is said here. */
async function begin(path, body) {
  const buttons = [byId("begin"), byId("demo")];
  trouble("");
  for (const button of buttons) button.disabled = true;
  byId("begin").textContent = word("setup-begins");
  try {
    await send(path, body);
    await untilPlayed();
  } catch (error) {
    trouble(error.message);
    for (const button of buttons) button.disabled = false;
    byId("begin").textContent = word("setup-begin");
    showCommand();
  }
}

/** Go to the table's page when it is there; where the game could not be begun, this page is there again and says why. */
async function untilPlayed() {
  for (;;) {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    if ((await fetch("/api/v1/state", { cache: "no-store" }).catch(() => null))?.ok) return location.assign("/");
    const told = await (await fetched("setup").catch(() => null))?.json();
    if (told?.message) throw new Error(told.message);
  }
}

/** A command card may begin the game, and this page's part is over; or it can't, and that is said here. */
async function watchCards() {
  for (let known = 0; ; ) {
    await new Promise((done) => setTimeout(done, CARDS_MS));
    const answer = await fetch(`/api/v1/setup/card?lang=${languageNow()}`, { cache: "no-store", headers: await authorised({}) }).catch(() => null);
    if (answer?.status === 404) return location.assign("/");
    const card = answer?.ok ? await answer.json() : {};
    if (card.n > known) say(card.text, card.done);
    known = card.n ?? known;
  }
}

async function open() {
  const first = known === null;
  try {
    known = await (await fetched("setup")).json();
  } catch (error) {
    byId("evening").hidden = first;
    return trouble(error.message);
  }
  byId("evening").hidden = false;
  if (first && known.last) chosen = { ...chosen, ...known.last };
  if (first && !chosen.cameras.length) chosen.cameras = [known.cameras[0]?.words ?? PHONE];
  if (first && known.message) trouble(known.message);
  fitPlayers();
  show();
  if (first && chosen.cameras.length && known.cameras.some((one) => one.words === chosen.cameras[0])) look();
}

translatePage();
byId("language").textContent = otherLanguage().toUpperCase();
byId("language").addEventListener("click", (event) => {
  switchLanguage();
  event.currentTarget.textContent = otherLanguage().toUpperCase();
  open();
});
byId("evening").addEventListener("submit", (event) => {
  event.preventDefault();
  begin("setup/begin", wanted());
});
byId("demo").addEventListener("click", () => begin("setup/demo", { game: game()?.name ?? known.games[0].name }));
byId("add-player").addEventListener("click", () => {
  chosen.players.push("");
  fitPlayers();
  showPlayers();
  byId("players").lastElementChild.querySelector("input").focus();
});
byId("own-game").addEventListener("change", (event) => event.target.value.trim() && choose(event.target.value.trim()));
byId("address").addEventListener("input", () => film(ADDRESS));
byId("display").addEventListener("input", (event) => {
  const own = event.target.value.trim().split(/\s+/).filter(Boolean);
  chosen.displays = [...chosen.displays.filter((url) => known.displays.some((one) => one.url === url)), ...own];
  showCommand();
});
byId("look").addEventListener("click", () => {
  trouble("");
  look();
});
byId("look-photo").addEventListener("change", (event) => {
  photo(event.target.files[0]);
  event.target.value = "";
});
open();
watchCards();
